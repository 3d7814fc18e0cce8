#include "widgets/laboratory/benchmark/benchmark_settings.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>

#include "widgets/common/text_label.h"
#include "widgets/laboratory/number_field.h"

namespace zrecord::widgets {

namespace {

constexpr std::uint64_t kMostBatch = UINT64_C(1) << 24;
constexpr std::uint64_t kMostRounds = 1'000;

QComboBox* makeChoice(const QString& objectName, const QString& name, const QStringList& items) {
    auto* box = new QComboBox;
    box->setObjectName(objectName);
    box->setAccessibleName(name);
    box->setToolTip(name);
    box->addItems(items);
    return box;
}

}  // namespace

BenchmarkSettings::BenchmarkSettings(QWidget* parent)
    : QWidget(parent),
      m_work(makeChoice(QStringLiteral("benchmarkWork"), tr("What is measured"), {tr("gather"), tr("append"), tr("loader"), tr("sampler"), tr("open")})),
      m_order(makeChoice(QStringLiteral("benchmarkOrder"), tr("Order of the records"), {tr("random"), tr("as stored")})),
      m_cache(makeChoice(QStringLiteral("benchmarkCache"), tr("Cold: the kernel is asked to drop the pages of the chunk files before each turn"), {tr("warm"), tr("cold")})),
      m_threads(makeChoice(QStringLiteral("benchmarkThreads"), tr("Threads"), {tr("all threads"), tr("one thread")})),
      m_batch(makeNumberField(QStringLiteral("benchmarkBatch"), tr("batch"), QStringLiteral("256"), 64, tr("Records in a batch"))),
      m_rounds(makeNumberField(QStringLiteral("benchmarkRounds"), tr("rounds"), QStringLiteral("5"), 40, tr("Each round times every line, beginning with another one"))),
      m_run(new QPushButton(tr("Measure"))) {
    setObjectName(QStringLiteral("benchmarkSettings"));
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    for (QComboBox* box : {m_work, m_order, m_cache, m_threads}) {
        line->addWidget(box);
        connect(box, &QComboBox::activated, this, &BenchmarkSettings::changed);
    }
    for (QLineEdit* field : {m_batch, m_rounds}) {
        auto* caption = new TextLabel(TextLabel::Style::Body, field->accessibleName());
        caption->setTone(Tone::Dim);
        caption->setBuddy(field);
        line->addWidget(caption);
        line->addWidget(field);
        connect(field, &QLineEdit::textEdited, this, &BenchmarkSettings::changed);
        connect(field, &QLineEdit::returnPressed, this, &BenchmarkSettings::runRequested);
    }
    line->addStretch(1);
    m_run->setObjectName(QStringLiteral("benchmarkRun"));
    m_run->setProperty("primary", true);
    line->addWidget(m_run);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_running)
            Q_EMIT cancelRequested();
        else
            Q_EMIT runRequested();
    });
}

std::optional<BenchmarkOptions> BenchmarkSettings::options() const {
    const auto batch = numberIn(*m_batch, 1, kMostBatch);
    const auto rounds = numberIn(*m_rounds, 1, kMostRounds);
    if (!batch || !rounds)
        return std::nullopt;
    BenchmarkOptions options;
    options.work = static_cast<BenchmarkWork>(m_work->currentIndex());
    options.batch = *batch;
    options.rounds = *rounds;
    options.random = m_order->currentIndex() == 0;
    options.cold = m_cache->currentIndex() == 1;
    options.threads = m_threads->currentIndex() == 1 ? 1 : 0;
    return options;
}

void BenchmarkSettings::setRunning(bool running) {
    m_running = running;
    m_run->setText(running ? tr("Cancel") : tr("Measure"));
    m_run->setProperty("primary", !running);
    m_run->style()->unpolish(m_run);
    m_run->style()->polish(m_run);
}

}  // namespace zrecord::widgets
