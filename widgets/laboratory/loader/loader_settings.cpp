#include "widgets/laboratory/loader/loader_settings.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/common/text_label.h"
#include "widgets/laboratory/number_field.h"
#include "widgets/theme/icon_provider.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {

constexpr std::uint64_t kMostBatch = UINT64_C(1) << 24;
constexpr std::uint64_t kMostPrefetch = 1'024;

}  // namespace

LoaderSettings::LoaderSettings(QWidget* parent) : QWidget(parent), m_mode(new QComboBox) {
    setObjectName(QStringLiteral("loaderSettings"));
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(12, 8, 12, 8);
    rows->setSpacing(8);
    for (int row = 0; row < 2; ++row) {
        auto* line = new QHBoxLayout;
        line->setSpacing(8);
        rows->addLayout(line);
    }
    m_mode->setObjectName(QStringLiteral("loaderMode"));
    m_mode->setAccessibleName(tr("Order"));
    m_mode->addItems({tr("sequential"), tr("iid"), tr("cyclic")});
    m_mode->setCurrentIndex(static_cast<int>(SamplerMode::Cyclic));
    static_cast<QHBoxLayout*>(rows->itemAt(0)->layout())->addWidget(m_mode);
    m_batch = addNumber(QStringLiteral("loaderBatch"), tr("batch"), QStringLiteral("256"), 64, tr("Records in a batch of all ranks together"));
    m_seed = addNumber(QStringLiteral("loaderSeed"), tr("seed"), QStringLiteral("42"), 64, tr("The same seed gives the same batches"));
    m_prefetch = addNumber(QStringLiteral("loaderPrefetch"), tr("prefetch"), QStringLiteral("4"), 48, tr("Batches read ahead; 0 reads each when it is asked for"));
    m_rank = addNumber(QStringLiteral("loaderRank"), tr("rank"), QStringLiteral("0"), 48, tr("This rank, counted from 0"));
    m_world = addNumber(QStringLiteral("loaderWorld"), tr("of"), QStringLiteral("1"), 48, tr("Number of ranks that share each batch"));
    static_cast<QHBoxLayout*>(rows->itemAt(0)->layout())->addStretch(1);
    m_next = addButton(QStringLiteral("loaderNext"), tr("Step"), QStringLiteral("forward"));
    m_run = addButton(QStringLiteral("loaderRun"), tr("Run"), QStringLiteral("play"));
    m_jump = addButton(QStringLiteral("loaderJump"), tr("Jump to step"), QStringLiteral("goto"));
    m_next->setProperty("primary", true);
    m_next->setIcon(icon(QStringLiteral("forward"), IconColor::OnAccent));
    auto* second = static_cast<QHBoxLayout*>(rows->itemAt(1)->layout());
    m_step = new QLineEdit(QStringLiteral("0"));
    m_step->setObjectName(QStringLiteral("loaderStep"));
    m_step->setAccessibleName(tr("Step to jump to"));
    m_step->setFixedWidth(96);
    second->addWidget(m_step);
    second->addStretch(1);
    connect(m_next, &QPushButton::clicked, this, &LoaderSettings::stepRequested);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_running)
            Q_EMIT pauseRequested();
        else
            Q_EMIT runRequested();
    });
    connect(m_jump, &QPushButton::clicked, this, &LoaderSettings::jumpRequested);
    connect(m_step, &QLineEdit::returnPressed, this, &LoaderSettings::jumpRequested);
    connect(m_mode, &QComboBox::activated, this, &LoaderSettings::changed);
}

QLineEdit* LoaderSettings::addNumber(const QString& name, const QString& label, const QString& text, int width, const QString& toolTip) {
    auto* line = static_cast<QHBoxLayout*>(layout()->itemAt(0)->layout());
    auto* caption = new TextLabel(TextLabel::Style::Body, label);
    caption->setTone(Tone::Dim);
    QLineEdit* field = makeNumberField(name, label, text, width, toolTip);
    line->addWidget(caption);
    line->addWidget(field);
    connect(field, &QLineEdit::textEdited, this, &LoaderSettings::changed);
    connect(field, &QLineEdit::returnPressed, this, &LoaderSettings::jumpRequested);
    return field;
}

QPushButton* LoaderSettings::addButton(const QString& name, const QString& text, const QString& iconName) {
    auto* button = new QPushButton(icon(iconName), besideIcon(text));
    button->setObjectName(name);
    button->setAccessibleName(text);
    static_cast<QHBoxLayout*>(layout()->itemAt(1)->layout())->addWidget(button);
    return button;
}

std::optional<LoaderOptions> LoaderSettings::options() const {
    const auto batch = numberIn(*m_batch, 1, kMostBatch);
    const auto seed = numberIn(*m_seed, 0, UINT64_MAX);
    const auto prefetch = numberIn(*m_prefetch, 0, kMostPrefetch);
    const auto world = numberIn(*m_world, 1, kMostBatch);
    const auto rank = numberIn(*m_rank, 0, world.value_or(1) - 1);
    const auto step = numberIn(*m_step, 0, UINT64_C(1) << 40);
    if (!batch || !seed || !prefetch || !world || !rank || !step)
        return std::nullopt;
    LoaderOptions options;
    options.mode = static_cast<SamplerMode>(m_mode->currentIndex());
    options.batch = *batch;
    options.seed = *seed;
    options.prefetch = *prefetch;
    options.rank = *rank;
    options.world = *world;
    options.firstStep = *step;
    return options;
}

void LoaderSettings::setRunning(bool running) {
    m_running = running;
    m_run->setText(besideIcon(running ? tr("Pause") : tr("Run")));
    m_run->setIcon(icon(running ? QStringLiteral("pause") : QStringLiteral("play")));
    m_next->setEnabled(!running);
}

void LoaderSettings::setStep(std::uint64_t step) {
    if (!m_step->hasFocus())
        m_step->setText(workbench::countText(step));
}

}  // namespace zrecord::widgets
