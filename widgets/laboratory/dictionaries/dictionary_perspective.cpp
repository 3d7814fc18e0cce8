#include "widgets/laboratory/dictionaries/dictionary_perspective.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QStyle>

#include <zrecord/laboratory/html_report.h>

#include "widgets/actions/action_registry.h"
#include "widgets/common/key_value_list.h"
#include "widgets/common/text_label.h"
#include "widgets/laboratory/command_card.h"
#include "widgets/laboratory/dictionaries/dictionary_results.h"
#include "widgets/laboratory/dictionaries/dictionary_texts.h"
#include "widgets/laboratory/failure_text.h"
#include "widgets/laboratory/number_field.h"
#include "widgets/laboratory/panel_parts.h"
#include "widgets/plots/plot_card.h"
#include "workbench/document/document_session.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {

constexpr int kHistogramHeight = 200;
constexpr int kTableHeight = 184;  // five candidates and the head; the others scroll

}  // namespace

DictionaryPerspective::DictionaryPerspective(workbench::WorkbenchRuntime& runtime, QWidget* parent)
    : Perspective(parent), m_study(new workbench::DictionaryStudy(runtime.jobs(), this)), m_caption(new TextLabel), m_candidates(new QLineEdit),
      m_seed(makeNumberField(QStringLiteral("dictionarySeed"), tr("Seed"), QStringLiteral("42"), 64, tr("Draws the records to train and to measure on; the same seed gives the same dictionaries"))),
      m_sample(new QComboBox), m_run(new QPushButton(tr("Compare"))), m_plot(new PlotCard(QStringLiteral("dictionaryRatio"), tr("Ratio against gather speed"))),
      m_results(new DictionaryResults), m_adviceTitle(new TextLabel(TextLabel::Style::Strong)), m_advice(new TextLabel), m_consequences(new KeyValueList),
      m_write(new QPushButton(tr("Write a store with it…"))), m_against(new PlotCard(QStringLiteral("dictionaryAgainst"), tr("Per record"))),
      m_command(new CommandCard(QStringLiteral("dictionary"))) {
    setObjectName(QStringLiteral("dictionaryPerspective"));
    m_results->setFixedHeight(kTableHeight);
    QWidget* const side = buildSide();
    arrangePanel(*this, buildHead(), m_plot, m_results, side);
    connectStudy();
    clear();
}

QWidget* DictionaryPerspective::buildHead() {
    auto* head = new QWidget;
    head->setProperty("panel", true);
    head->setAttribute(Qt::WA_StyledBackground);
    m_caption->setObjectName(QStringLiteral("dictionaryCaption"));
    m_caption->setTone(Tone::Dim);
    m_caption->setWordWrap(true);
    m_candidates->setObjectName(QStringLiteral("dictionaryCandidates"));
    m_candidates->setAccessibleName(tr("Candidates"));
    m_candidates->setPlaceholderText(tr("candidates: raw zstd 16K:9 128K:9 fast balanced max"));
    m_candidates->setToolTip(tr("raw, zstd, zstd:LEVEL, a tier, TIER:LEVEL, or SIZE:LEVEL such as 64K:9; empty: the usual seven"));
    m_candidates->setClearButtonEnabled(true);
    m_candidates->setMinimumWidth(200);
    m_seed->setFixedWidth(64);
    m_sample->setObjectName(QStringLiteral("dictionarySample"));
    m_sample->setAccessibleName(tr("Sample"));
    m_sample->setToolTip(tr("How much is trained on"));
    m_sample->addItem(tr("sample of 4 MiB"), QVariant::fromValue<qulonglong>(UINT64_C(4) << 20));
    m_sample->addItem(tr("sample of 16 MiB"), QVariant::fromValue<qulonglong>(UINT64_C(16) << 20));
    m_sample->addItem(tr("sample of 64 MiB"), QVariant::fromValue<qulonglong>(UINT64_C(64) << 20));
    m_sample->addItem(tr("spread as loaderx does"), QVariant::fromValue<qulonglong>(0));
    m_sample->setCurrentIndex(0);
    m_run->setObjectName(QStringLiteral("dictionaryRun"));
    m_run->setProperty("primary", true);
    auto* seed = new TextLabel(TextLabel::Style::Body, tr("seed"));
    seed->setTone(Tone::Dim);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_candidates, 1);
    row->addWidget(seed);
    row->addWidget(m_seed);
    row->addWidget(m_sample);
    row->addWidget(m_run);
    auto* rows = new QVBoxLayout(head);
    rows->setContentsMargins(12, 8, 12, 8);
    rows->setSpacing(6);
    rows->addLayout(row);
    rows->addWidget(m_caption);
    return head;
}

QWidget* DictionaryPerspective::buildSide() {
    auto [adviceCard, advice] = makeCard(tr("Advice"));
    m_adviceTitle->setObjectName(QStringLiteral("dictionaryAdviceTitle"));
    m_adviceTitle->setTone(Tone::Accent);
    m_advice->setObjectName(QStringLiteral("dictionaryAdvice"));
    for (TextLabel* label : {m_adviceTitle, m_advice}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        advice->addWidget(label);
    }
    auto [chosenCard, chosen] = makeCard(tr("The chosen one here"));
    chosen->addWidget(m_consequences);
    m_write->setObjectName(QStringLiteral("dictionaryWrite"));
    chosen->addWidget(m_write);
    m_against->setMinimumHeight(kHistogramHeight);
    return makeSide({adviceCard, chosenCard, m_against, m_command});
}

void DictionaryPerspective::connectStudy() {
    using workbench::DictionaryStudy;
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_study->isRunning())
            m_study->cancel();
        else
            run();
    });
    for (const QLineEdit* field : {m_seed, m_candidates})
        connect(field, &QLineEdit::returnPressed, this, &DictionaryPerspective::run);
    connect(m_write, &QPushButton::clicked, this, &DictionaryPerspective::chooseTarget);
    connect(m_results, &DictionaryResults::chosenChanged, this, &DictionaryPerspective::showChosen);
    connect(&m_plot->plot(), &PlotWidget::activated, this, [this](std::size_t, std::size_t point) {
        const PlotSeries& shown = m_plot->plot().content().series.front();
        const std::string name = shown.labels[static_cast<qsizetype>(point)].toStdString();
        for (std::size_t row = 0; m_study->report() && row < m_study->report()->results.size(); ++row)
            if (m_study->report()->results[row].candidate.name == name)
                m_results->choose(static_cast<int>(row));
    });
    connect(m_study, &DictionaryStudy::grown, this, [this](const TuneReport& report) { showReport(report, false); });
    connect(m_study, &DictionaryStudy::finished, this, [this] {
        setRunning(false);
        showReport(*m_study->report(), true);
    });
    connect(m_study, &DictionaryStudy::cancelled, this, [this] {
        setRunning(false);
        clear();
        m_caption->setText(tr("Cancelled; nothing was kept. Compare starts anew."));
    });
    connect(m_study, &DictionaryStudy::failed, this, &DictionaryPerspective::showFailure);
    connect(m_study, &DictionaryStudy::written, this, [this](const QString& target, std::uint64_t records) {
        Q_EMIT message(tr("%1 written to %2.").arg(workbench::recordsText(records), QDir::toNativeSeparators(target)));
    });
    connect(m_command, &CommandCard::message, this, &Perspective::message);
    for (PlotCard* card : {m_plot, m_against})
        connect(card, &PlotCard::message, this, &Perspective::message);
}

QString DictionaryPerspective::id() const { return QStringLiteral("dictionaries"); }
QString DictionaryPerspective::title() const { return tr("Dictionaries"); }

void DictionaryPerspective::contributeActions(ActionRegistry& registry) {
    registry.add({QStringLiteral("dictionaries.run"), tr("&Compare dictionaries"), tr("Dictionaries"), QStringLiteral("play"), {QKeySequence(Qt::CTRL | Qt::Key_R)},
                  tr("Trains and measures on the records of this stream."), QStringLiteral("zr tune STORE"), [](const WorkbenchState& state) { return state.records > 0; }},
                 this, [this](bool) { run(); });
}

QStringList DictionaryPerspective::menuActions(const QString& menu) const {
    return menu == u"measure" ? QStringList{QStringLiteral("dictionaries.run")} : QStringList();
}

void DictionaryPerspective::setDocument(workbench::DocumentSession* session) {
    if (session == m_session)
        return;
    m_session = session;
    m_stream = 0;
    m_study->forget();
    setRunning(false);
    clear();
}

void DictionaryPerspective::setStream(std::size_t stream) {
    if (stream == m_stream)
        return;
    m_stream = stream;
    m_study->forget();
    setRunning(false);
    clear();
}

void DictionaryPerspective::goToRecord(std::uint64_t) {}

QList<QWidget*> DictionaryPerspective::panes() const { return {m_run, &m_plot->plot(), m_results, &m_against->plot()}; }

QString DictionaryPerspective::storePath() const { return streamPath(m_session->document(), m_stream); }

void DictionaryPerspective::run() {
    if (!m_session || m_stream >= m_session->document().streams().size())
        return;
    const auto seed = numberIn(*m_seed, 0, UINT64_MAX);
    if (!seed) {
        m_caption->setText(tr("The seed is no whole number."));
        return;
    }
    TuneOptions options;
    options.seed = *seed;
    if (m_sample->currentData().toULongLong() == 0)
        options.spread = true;
    else
        options.sampleBytes = m_sample->currentData().toULongLong();
    if (const Status status = readCandidates(options); !status.ok()) {
        m_caption->setText(failureText(status));
        return;
    }
    clear();
    setRunning(true);
    m_caption->setText(tr("Training…"));
    m_options = options;
    m_study->start(storePath(), options, tr("Comparing dictionaries"));
}

Status DictionaryPerspective::readCandidates(TuneOptions& options) const {
    const QStringList words = m_candidates->text().split(QRegularExpression(QStringLiteral("[\\s,]+")), Qt::SkipEmptyParts);
    if (words.isEmpty())
        return {};
    options.candidates.clear();
    for (const QString& word : words) {
        ZR_ASSIGN_OR_RETURN(TuneCandidate candidate, parseTuneCandidate(word.toStdString()));
        options.candidates.push_back(std::move(candidate));
    }
    return {};
}

void DictionaryPerspective::setRunning(bool running) {
    m_run->setText(running ? tr("Cancel") : tr("Compare"));
    m_run->setProperty("primary", !running);
    m_run->style()->unpolish(m_run);
    m_run->style()->polish(m_run);
}

void DictionaryPerspective::clear() {
    m_plot->setContent({});
    m_plot->setMessage(tr("Compare trains dictionaries on a sample of this stream, and measures them on records that were held out. It takes some seconds."));
    m_against->setContent({});
    m_against->setMessage(tr("Which records gain, and which lose."));
    m_results->setReport({});
    m_adviceTitle->setText({});
    m_advice->setText(tr("None before something was measured."));
    m_consequences->setRows({});
    m_command->setCommand(QStringLiteral("zr tune STORE"));
    m_write->setEnabled(false);
    m_caption->setText(tr("Which codec and dictionary suit these records?"));
}

void DictionaryPerspective::showReport(const TuneReport& report, bool complete) {
    m_plot->setContent(ratioPlot(report));
    m_results->setReport(report);
    if (!complete) {
        const bool training = report.rounds == 0;
        m_plot->setMessage(training ? tr("Training and writing: %1 candidates so far…").arg(report.results.size()) : QString());
        m_caption->setText(training ? tr("Training and writing…") : tr("Reading: %1 rounds done…").arg(report.rounds));
        return;
    }
    m_caption->setText(measuredText(report));
    const AdviceText advice = adviceText(report);
    QString failures;
    for (const TuneResult& result : report.results)
        if (!result.status.ok())
            failures += u'\n' + tr("“%1”: %2.").arg(QString::fromStdString(result.candidate.name), QString::fromStdString(std::string(result.status.what())));
    m_adviceTitle->setText(advice.title);
    m_advice->setText(advice.text + failures);
    m_results->choose(static_cast<int>(report.advice.choice));
    showChosen();
}

void DictionaryPerspective::showChosen() {
    const int row = m_results->chosen();
    if (!m_study->report() || row < 0 || static_cast<std::size_t>(row) >= m_study->report()->results.size())
        return;
    const TuneReport& report = *m_study->report();
    const auto index = static_cast<std::size_t>(row);
    const bool measured = report.results[index].status.ok();
    m_write->setEnabled(measured);
    if (!measured) {
        m_consequences->setRows({});
        m_against->setContent({});
        m_against->setMessage(QString::fromStdString(std::string(report.results[index].status.what())));
        return;
    }
    m_consequences->setRows(consequenceRows(report, index, m_session->document().streams()[m_stream].summary.chunkBytes));
    m_against->setContent(againstPlot(report.results[index]));
    m_command->setCommand(tuneCommand(m_study->path(), m_options, report.results[index]),
                          [report, store = m_study->path().toStdString()](const std::string& command) { return tunePage(report, store, command); });
}

void DictionaryPerspective::showFailure(const Status& status) {
    setRunning(false);
    m_caption->setText(failureText(status));
}

void DictionaryPerspective::chooseTarget() {
    const QFileInfo store(m_study->path());
    const QString target = QFileDialog::getSaveFileName(this, tr("Write a store with it"), store.dir().filePath(store.fileName() + QStringLiteral("-recoded")), tr("New stores (*)"));
    if (!target.isEmpty())
        writeStore(target);
}

void DictionaryPerspective::writeStore(const QString& target) {
    const int row = m_results->chosen();
    if (row < 0 || !m_study->writeStore(static_cast<std::size_t>(row), target, tr("Writing a store")))
        return;
    Q_EMIT message(tr("Writing %1; progress is in the list of jobs.").arg(QDir::toNativeSeparators(target)));
}

}  // namespace zrecord::widgets
