#include "widgets/laboratory/sampler/sampler_settings.h"

#include <tuple>

#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>

#include "widgets/common/text_label.h"
#include "widgets/laboratory/number_field.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {

constexpr std::uint64_t kMostRecords = UINT64_C(1) << 40;
constexpr std::uint64_t kMostRanks = UINT64_C(1) << 22;
constexpr int kAnotherSeed = 3;  // after the three modes
constexpr int kRunBefore = 4;

QComboBox* makeChoice(const QString& name, const QString& text, const QStringList& items) {
    auto* box = new QComboBox;
    box->setObjectName(name);
    box->setAccessibleName(text);
    box->setToolTip(text);
    box->addItems(items);
    return box;
}

}  // namespace

SamplerSettings::SamplerSettings(QWidget* parent)
    : QWidget(parent),
      m_mode(makeChoice(QStringLiteral("samplerMode"), tr("Order: as stored, drawn with repeats, or shuffled anew in each cycle"),
                        {tr("sequential"), tr("iid"), tr("cyclic")})),
      m_compare(makeChoice(QStringLiteral("samplerCompare"), tr("Another order in grey beside this one"),
                           {tr("compare: nothing"), tr("compare: sequential"), tr("compare: iid"), tr("compare: cyclic"), tr("compare: another seed"), tr("compare: the run before")})),
      m_run(new QPushButton(tr("Run"))) {
    setObjectName(QStringLiteral("samplerSettings"));
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(12, 8, 12, 8);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(8);
    m_mode->setCurrentIndex(static_cast<int>(SamplerMode::Cyclic));
    grid->addWidget(m_mode, 0, 0);
    grid->addWidget(m_compare, 1, 0);
    m_batch = addNumber(QStringLiteral("samplerBatch"), tr("batch"), QStringLiteral("256"), 92, tr("Records in a batch of all ranks together"));
    m_length = addNumber(QStringLiteral("samplerLength"), tr("records"), {}, 92, tr("Length of the store, or any number up to 2^40"));
    m_seed = addNumber(QStringLiteral("samplerSeed"), tr("seed"), QStringLiteral("42"), 92, tr("The same seed gives the same order, on every machine"));
    m_steps = addNumber(QStringLiteral("samplerSteps"), tr("steps"), {}, 92, tr("How many steps to look at; empty: two cycles, within ten million indices"));
    m_rank = addNumber(QStringLiteral("samplerRank"), tr("rank"), QStringLiteral("0"), 56, tr("This rank, counted from 0"));
    m_world = addNumber(QStringLiteral("samplerWorld"), tr("of"), QStringLiteral("1"), 56, tr("Number of ranks that share each batch"));
    m_steps->setPlaceholderText(tr("2 cycles"));
    m_run->setObjectName(QStringLiteral("samplerRun"));
    m_run->setProperty("primary", true);
    grid->setColumnStretch(7, 1);
    grid->addWidget(m_run, 0, 8);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_running)
            Q_EMIT cancelRequested();
        else
            Q_EMIT runRequested();
    });
    for (QComboBox* box : {m_mode, m_compare})
        connect(box, &QComboBox::activated, this, &SamplerSettings::runRequested);
}

QLineEdit* SamplerSettings::addNumber(const QString& name, const QString& label, const QString& text, int width, const QString& toolTip) {
    auto* grid = static_cast<QGridLayout*>(layout());
    // Fields fill the columns top to bottom, so that a pair stands below each other.
    const int placed = grid->count() - 2;
    auto* caption = new TextLabel(TextLabel::Style::Body, label);
    caption->setTone(Tone::Dim);
    QLineEdit* field = makeNumberField(name, label, text, width, toolTip);
    caption->setBuddy(field);
    const int pair = placed / 2;
    grid->addWidget(caption, pair % 2, 1 + pair / 2 * 2, Qt::AlignRight | Qt::AlignVCenter);
    grid->addWidget(field, pair % 2, 2 + pair / 2 * 2);
    connect(field, &QLineEdit::returnPressed, this, &SamplerSettings::runRequested);
    return field;
}

void SamplerSettings::setStoreLength(std::uint64_t records) {
    const auto shown = numberIn(*m_length, 0, kMostRecords);
    if (m_length->text().isEmpty() || shown == m_storeLength)
        m_length->setText(records == 0 ? QString() : workbench::countText(records));
    m_storeLength = records;
}

std::optional<SamplerView> SamplerSettings::view() const {
    const auto length = numberIn(*m_length, 1, kMostRecords);
    const auto batch = numberIn(*m_batch, 1, kReportBatch);
    const auto seed = numberIn(*m_seed, 0, UINT64_MAX);
    const auto world = numberIn(*m_world, 1, kMostRanks);
    const auto rank = numberIn(*m_rank, 0, world.value_or(1) - 1);
    if (!length || !batch || !seed || !rank || !world)
        return std::nullopt;
    SamplerView view;
    view.sampler = {*length, *batch, static_cast<SamplerMode>(m_mode->currentIndex()), *seed};
    view.rank = *rank;
    view.world = *world;
    view.steps = defaultReportSteps(view.sampler);
    if (!m_steps->text().isEmpty()) {
        const auto steps = numberIn(*m_steps, 1, UINT64_C(1) << 40);
        if (!steps)
            return std::nullopt;
        view.steps = *steps;
    }
    return view;
}

std::optional<SamplerView> SamplerSettings::other() const {
    auto other = view();
    const int chosen = m_compare->currentIndex() - 1;
    if (!other || chosen < 0)
        return std::nullopt;
    if (chosen == kRunBefore)
        return m_before;
    if (chosen == kAnotherSeed)
        ++other->sampler.seed;
    else
        other->sampler.mode = static_cast<SamplerMode>(chosen);
    return other;
}

void SamplerSettings::remember(const SamplerView& view) {
    const auto parts = [](const SamplerView& one) {
        const SamplerOptions& options = one.sampler;
        return std::tuple(options.length, options.batch, options.mode, options.seed, one.rank, one.world, one.steps);
    };
    if (m_last && parts(*m_last) != parts(view))
        m_before = m_last;
    m_last = view;
}

void SamplerSettings::setRunning(bool running) {
    m_running = running;
    m_run->setText(running ? tr("Cancel") : tr("Run"));
    m_run->setProperty("primary", !running);
    m_run->style()->unpolish(m_run);
    m_run->style()->polish(m_run);
}

}  // namespace zrecord::widgets
