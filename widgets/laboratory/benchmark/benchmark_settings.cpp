#include "widgets/laboratory/benchmark/benchmark_settings.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include "widgets/common/text_label.h"
#include "widgets/laboratory/number_field.h"

namespace zrecord::widgets {

namespace {

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
      m_data(makeChoice(QStringLiteral("benchmarkData"), tr("Records that are measured"), {tr("this stream"), tr("synthetic data")})), m_made(new QWidget),
      m_dtype(makeNumberField(QStringLiteral("benchmarkType"), tr("type"), QStringLiteral("uint8"), 72, tr("Type of the elements, as NumPy names it"))),
      m_shape(makeNumberField(QStringLiteral("benchmarkShape"), tr("shape"), QStringLiteral("28, 28"), 72, tr("Shape of a record; () for single values"))),
      m_share(makeNumberField(QStringLiteral("benchmarkCompressibility"), tr("compressible"), QStringLiteral("0.5"), 48,
                              tr("0 to 1: share of the 32-byte stretches of a record that are one of 64 which all records draw from; the others are random"))),
      m_codec(makeChoice(QStringLiteral("benchmarkCodec"), tr("How the records are stored"), {tr("raw"), tr("zstd"), tr("zstd_dict")})),
      m_peers(makeChoice(QStringLiteral("benchmarkPeers"), tr("loaderx, NumPy, HDF5 and LMDB read the same batches by turns, as far as Python has these packages; gather only"),
                         {tr("without other packages"), tr("with other packages")})), m_run(new QPushButton(tr("Measure"))) {
    setObjectName(QStringLiteral("benchmarkSettings"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(6);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    rows->addLayout(line);
    rows->addWidget(buildData());
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

QWidget* BenchmarkSettings::buildData() {
    auto* bar = new QWidget;
    auto* line = new QHBoxLayout(bar);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    auto* made = new QHBoxLayout(m_made);
    made->setContentsMargins(0, 0, 0, 0);
    made->setSpacing(8);
    for (QLineEdit* field : {m_dtype, m_shape, m_share}) {
        auto* caption = new TextLabel(TextLabel::Style::Body, field->accessibleName());
        caption->setTone(Tone::Dim);
        caption->setBuddy(field);
        made->addWidget(caption);
        made->addWidget(field);
        connect(field, &QLineEdit::returnPressed, this, &BenchmarkSettings::runRequested);
    }
    made->addWidget(m_codec);
    m_codec->setCurrentIndex(1);
    m_made->hide();
    line->addWidget(m_data);
    line->addWidget(m_made);
    line->addStretch(1);
    line->addWidget(m_peers);
    connect(m_data, &QComboBox::currentIndexChanged, m_made, [this](int index) { m_made->setVisible(index == 1); });
    connect(m_work, &QComboBox::currentIndexChanged, m_peers, [this](int index) { m_peers->setEnabled(static_cast<BenchmarkWork>(index) == BenchmarkWork::Gather); });
    return bar;
}

std::optional<std::optional<SyntheticData>> BenchmarkSettings::synthetic() const {
    if (m_data->currentIndex() == 0)
        return std::optional<SyntheticData>();
    const auto dtype = DType::parse(m_dtype->text().trimmed().toStdString());
    const auto shape = parseShape(m_shape->text().trimmed().toStdString());
    bool isNumber = false;
    const double share = m_share->text().trimmed().toDouble(&isNumber);
    const bool fits = isNumber && share >= 0 && share <= 1;
    markField(*m_dtype, dtype.ok());
    markField(*m_shape, shape.ok());
    markField(*m_share, fits);
    if (!dtype.ok() || !shape.ok() || !fits)
        return std::nullopt;
    SyntheticData made;
    made.dtype = *dtype;
    made.itemShape = *shape;
    made.compressibility = share;
    made.codec = static_cast<Codec>(m_codec->currentIndex());
    return made;
}

std::optional<BenchmarkOptions> BenchmarkSettings::options() const {
    const auto batch = numberIn(*m_batch, 1, kMostBenchmarkBatch);
    const auto rounds = numberIn(*m_rounds, 1, kMostRounds);
    if (!batch || !rounds)
        return std::nullopt;
    BenchmarkOptions options;
    options.work = static_cast<BenchmarkWork>(m_work->currentIndex());
    options.batch = *batch;
    options.rounds = *rounds;
    options.random = m_order->currentIndex() == 0;
    options.cold = m_cache->currentIndex() == 1;
    options.peers = m_peers->currentIndex() == 1 && m_peers->isEnabled();
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
