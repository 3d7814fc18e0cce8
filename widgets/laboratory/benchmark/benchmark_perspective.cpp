#include "widgets/laboratory/benchmark/benchmark_perspective.h"

#include <algorithm>
#include <utility>

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

#include <zrecord/laboratory/html_report.h>

#include "widgets/actions/action_registry.h"
#include "widgets/common/key_value_list.h"
#include "widgets/common/text_label.h"
#include "widgets/laboratory/benchmark/benchmark_results.h"
#include "widgets/laboratory/benchmark/benchmark_settings.h"
#include "widgets/laboratory/benchmark/benchmark_texts.h"
#include "widgets/laboratory/benchmark/split_bar.h"
#include "widgets/laboratory/command_card.h"
#include "widgets/laboratory/failure_text.h"
#include "widgets/laboratory/panel_parts.h"
#include "widgets/plots/plot_card.h"
#include "widgets/theme/icon_provider.h"
#include "workbench/document/document_session.h"
#include "workbench/jobs/workbench_runtime.h"

namespace zrecord::widgets {

namespace {

constexpr int kRunsShown = 5;  // the others scroll
constexpr int kRunsMargin = 4;
constexpr int kResultsHeight = 184;  // five lines and the head

QString whenText(const QDateTime& when) { return QLocale().toString(when, QLocale::ShortFormat); }

}  // namespace

BenchmarkPerspective::BenchmarkPerspective(workbench::WorkbenchRuntime& runtime, const QString& runsFile, QWidget* parent)
    : Perspective(parent), m_study(new workbench::BenchmarkStudy(runtime.jobs(), this)), m_runs(new workbench::BenchmarkRuns(runsFile, this)),
      m_heading(new TextLabel(TextLabel::Style::Heading)), m_caption(new TextLabel), m_settings(new BenchmarkSettings),
      m_plot(new PlotCard(QStringLiteral("benchmarkSpeed"), tr("Speed"))), m_results(new BenchmarkResults), m_verdictTitle(new TextLabel(TextLabel::Style::Strong)),
      m_verdict(new TextLabel), m_splitBar(new SplitBar), m_split(new KeyValueList), m_machine(new KeyValueList), m_runList(new QListWidget),
      m_warning(new TextLabel), m_anyway(new QPushButton(tr("Show it all the same"))), m_save(new QPushButton(tr("Keep this run"))),
      m_remove(makeIconButton(QStringLiteral("benchmarkRemove"), QStringLiteral("close"), tr("Forget the chosen run"))), m_command(new CommandCard(QStringLiteral("benchmark"))) {
    setObjectName(QStringLiteral("benchmarkPerspective"));
    m_results->setFixedHeight(kResultsHeight);
    QWidget* const side = buildSide();
    arrangePanel(*this, buildHead(), m_plot, m_results, side);
    connectStudy();
    clear({});
    showRuns();
}

QWidget* BenchmarkPerspective::buildHead() {
    m_caption->setObjectName(QStringLiteral("benchmarkCaption"));
    m_caption->setTone(Tone::Dim);
    m_caption->setWordWrap(true);
    auto* head = new QWidget;
    head->setProperty("panel", true);
    head->setAttribute(Qt::WA_StyledBackground);
    auto* rows = new QVBoxLayout(head);
    rows->setContentsMargins(12, 8, 12, 8);
    rows->setSpacing(6);
    rows->addWidget(m_settings);
    rows->addWidget(m_heading);
    rows->addWidget(m_caption);
    return head;
}

QWidget* BenchmarkPerspective::buildSide() {
    auto [verdictCard, verdict] = makeCard(tr("Verdict"));
    m_verdictTitle->setObjectName(QStringLiteral("benchmarkVerdictTitle"));
    m_verdictTitle->setTone(Tone::Accent);
    m_verdict->setObjectName(QStringLiteral("benchmarkVerdict"));
    for (TextLabel* label : {m_verdictTitle, m_verdict}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        verdict->addWidget(label);
    }
    verdict->addWidget(m_splitBar);
    verdict->addWidget(m_split);
    auto [machineCard, machine] = makeCard(tr("Machine and store"));
    machine->addWidget(m_machine);
    return makeSide({verdictCard, buildRuns(), machineCard, m_command});
}

QWidget* BenchmarkPerspective::buildRuns() {
    auto [card, rows] = makeCard(tr("Runs to lay over it"));
    m_runList->setObjectName(QStringLiteral("benchmarkRuns"));
    m_runList->setAccessibleName(tr("Kept runs"));
    m_warning->setObjectName(QStringLiteral("benchmarkWarning"));
    m_warning->setTone(Tone::Warning);
    m_warning->setWordWrap(true);
    m_anyway->setObjectName(QStringLiteral("benchmarkAnyway"));
    m_save->setObjectName(QStringLiteral("benchmarkKeep"));
    auto* open = makeIconButton(QStringLiteral("benchmarkImport"), QStringLiteral("open"), tr("Add the runs of a file that zr bench --json wrote"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_save, 1);
    buttons->addWidget(open);
    buttons->addWidget(m_remove);
    rows->addWidget(m_runList);
    rows->addWidget(m_warning);
    rows->addWidget(m_anyway);
    rows->addLayout(buttons);
    connect(m_save, &QPushButton::clicked, this, &BenchmarkPerspective::saveRun);
    connect(m_remove, &QToolButton::clicked, this, &BenchmarkPerspective::removeRun);
    connect(open, &QToolButton::clicked, this, &BenchmarkPerspective::importRuns);
    connect(m_runList, &QListWidget::currentRowChanged, this, &BenchmarkPerspective::chooseRun);
    connect(m_anyway, &QPushButton::clicked, this, [this] {
        if (const int row = m_runList->currentRow(); row > 0)
            overlay(static_cast<std::size_t>(row - 1));
    });
    connect(m_runs, &workbench::BenchmarkRuns::changed, this, &BenchmarkPerspective::showRuns);
    return card;
}

void BenchmarkPerspective::connectStudy() {
    using workbench::BenchmarkStudy;
    connect(m_settings, &BenchmarkSettings::runRequested, this, &BenchmarkPerspective::run);
    connect(m_settings, &BenchmarkSettings::cancelRequested, m_study, &BenchmarkStudy::cancel);
    connect(m_study, &BenchmarkStudy::grown, this, [this](const BenchmarkReport& soFar) { showReport(soFar, false); });
    connect(m_study, &BenchmarkStudy::finished, this, [this] {
        m_settings->setRunning(false);
        showReport(*m_study->report(), true);
    });
    connect(m_study, &BenchmarkStudy::cancelled, this, [this] {
        m_settings->setRunning(false);
        clear(tr("Cancelled; nothing was kept. Measure starts anew."));
    });
    connect(m_study, &BenchmarkStudy::failed, this, [this](const Status& status) {
        m_settings->setRunning(false);
        clear(failureText(status));
    });
    connect(m_plot, &PlotCard::message, this, &Perspective::message);
    connect(m_command, &CommandCard::message, this, &Perspective::message);
}

QString BenchmarkPerspective::id() const { return QStringLiteral("benchmark"); }
QString BenchmarkPerspective::title() const { return tr("Benchmark"); }

void BenchmarkPerspective::contributeActions(ActionRegistry& registry) {
    registry.add({QStringLiteral("benchmark.run"), tr("&Measure the speed"), tr("Benchmark"), QStringLiteral("play"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)},
                  tr("Times this stream beside what the machine could do."), QStringLiteral("zr bench STORE"), [](const WorkbenchState& state) { return state.records > 0; }},
                 this, [this](bool) { run(); });
}

QStringList BenchmarkPerspective::menuActions(const QString& menu) const {
    return menu == u"measure" ? QStringList{QStringLiteral("benchmark.run")} : QStringList();
}

void BenchmarkPerspective::setDocument(workbench::DocumentSession* session) {
    if (session == m_session)
        return;
    m_session = session;
    m_stream = 0;
    m_study->forget();
    m_settings->setRunning(false);
    clear({});
}

void BenchmarkPerspective::setStream(std::size_t stream) {
    if (stream == m_stream)
        return;
    m_stream = stream;
    m_study->forget();
    m_settings->setRunning(false);
    clear({});
}

void BenchmarkPerspective::goToRecord(std::uint64_t) {}

QList<QWidget*> BenchmarkPerspective::panes() const { return {m_settings, &m_plot->plot(), m_results, m_runList}; }

QString BenchmarkPerspective::storePath() const { return streamPath(m_session->document(), m_stream); }

void BenchmarkPerspective::run() {
    if (!m_session || m_stream >= m_session->document().streams().size())
        return;
    const auto options = m_settings->options();
    const auto made = m_settings->synthetic();
    if (!options || !made) {
        m_caption->setText(tr("A field holds nothing that can be used; it is framed in red."));
        return;
    }
    clear({});
    m_settings->setRunning(true);
    m_heading->setText(benchmarkTitle(options->work));
    m_study->start(storePath(), *options, tr("Measuring the speed"), *made);
    m_caption->setText(m_study->isWaiting() ? tr("Waiting for the other jobs to end: a measurement runs alone.")
                                            : tr("Checking that all lines read the same, then measuring. Other jobs wait, and the window draws twice a second at most."));
    m_plot->setMessage(tr("Measuring…"));
    m_command->setCommand(benchCommand(storePath(), *options, *made));
}

void BenchmarkPerspective::clear(const QString& caption) {
    m_shown.reset();
    m_other.reset();
    m_heading->setText(tr("How fast is this store here?"));
    m_caption->setText(caption.isEmpty() ? tr("Measure times this stream by turns with bare loops over the same records. It takes some ten seconds.") : caption);
    m_plot->setContent({});
    m_plot->setMessage(tr("Speed of the library beside what the machine could do at best."));
    m_results->setReport({});
    m_verdictTitle->setText({});
    m_verdict->setText(tr("None before something was measured."));
    m_splitBar->setSplit({});
    m_split->setRows({});
    m_machine->setRows({});
    m_command->setCommand(QStringLiteral("zr bench STORE"));
    m_save->setEnabled(false);
    showRuns();
}

void BenchmarkPerspective::showReport(const BenchmarkReport& report, bool complete) {
    m_shown = report;
    m_results->setReport(report);
    m_machine->setRows(machineRows(report));
    redraw();
    if (!complete) {
        m_caption->setText(tr("Round %1 of %2 is over. Other jobs wait, and the window draws twice a second at most.").arg(report.lines.back().seconds.size()).arg(report.options.rounds));
        return;
    }
    m_caption->setText(benchmarkCaption(report));
    const VerdictText verdict = verdictText(report);
    m_verdictTitle->setText(verdict.title);
    m_verdict->setText(verdict.text);
    const BenchmarkSplit split = splitBenchmark(report);
    m_splitBar->setSplit(split);
    m_split->setRows(splitRows(split));
    m_save->setEnabled(true);
    m_command->setCommand(m_command->command(), [report](const std::string& command) { return benchmarkPage(report, command); });
    showRuns();
}

void BenchmarkPerspective::redraw() {
    if (m_shown)
        m_plot->setContent(throughputPlot(*m_shown, m_other ? &m_other->report : nullptr, tr("this run"), m_other ? m_other->name : QString()), true);
}

void BenchmarkPerspective::showRuns() {
    const QSignalBlocker blocker(m_runList);
    m_runList->clear();
    m_runList->addItem(tr("nothing"));
    for (const workbench::BenchmarkRuns::Run& run : m_runs->runs()) {
        const QString work = QString::fromStdString(std::string(benchmarkWorkName(run.report.options.work)));
        auto* item = new QListWidgetItem(tr("%1 · %2 · %3").arg(run.name, work, whenText(run.when)), m_runList);
        if (m_shown)
            if (const QString different = differenceText(*m_shown, run.report); !different.isEmpty()) {
                item->setIcon(icon(QStringLiteral("warning"), IconColor::Warning));
                item->setToolTip(tr("Differs from this run: %1").arg(different));
            }
    }
    m_runList->setCurrentRow(0);
    m_runList->setFixedHeight(std::min(m_runList->count(), kRunsShown) * m_runList->sizeHintForRow(0) + 2 * m_runList->frameWidth() + kRunsMargin);
    m_other.reset();
    m_warning->hide();
    m_anyway->hide();
    m_remove->setEnabled(false);
    redraw();
    if (!m_runs->problem().ok()) {
        m_warning->setText(failureText(m_runs->problem()));
        m_warning->show();
    }
}

void BenchmarkPerspective::chooseRun(int row) {
    m_other.reset();
    m_warning->hide();
    m_anyway->hide();
    m_remove->setEnabled(row > 0);
    if (row > 0 && m_shown) {
        const auto index = static_cast<std::size_t>(row - 1);
        const QString different = differenceText(*m_shown, m_runs->runs()[index].report);
        if (different.isEmpty())
            return overlay(index);
        m_warning->setText(tr("These figures say nothing about each other: the runs differ in %1.").arg(different));
        m_warning->show();
        m_anyway->show();
    }
    redraw();
}

void BenchmarkPerspective::overlay(std::size_t run) {
    m_other = m_runs->runs()[run];
    m_anyway->hide();
    redraw();
}

void BenchmarkPerspective::saveRun() {
    if (!m_shown)
        return;
    const QString name = QDir(QString::fromStdString(m_shown->store.path.string())).dirName();
    if (const Status status = m_runs->add({name, QDateTime::currentDateTime(), *m_shown}); !status.ok())
        return complain(status);
    m_save->setEnabled(false);
    Q_EMIT message(tr("The run was kept."));
}

void BenchmarkPerspective::removeRun() {
    if (const int row = m_runList->currentRow(); row > 0)
        if (const Status status = m_runs->remove(static_cast<std::size_t>(row - 1)); !status.ok())
            complain(status);
}

void BenchmarkPerspective::importRuns() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Add runs"), QDir::homePath(), tr("Reports of zr bench (*.json)"));
    if (file.isEmpty())
        return;
    if (const Status status = m_runs->importFile(file); !status.ok())
        complain(status);
}

void BenchmarkPerspective::complain(const Status& status) {
    m_warning->setText(failureText(status));
    m_warning->show();
}

}  // namespace zrecord::widgets
