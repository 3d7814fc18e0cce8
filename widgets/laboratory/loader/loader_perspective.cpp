#include "widgets/laboratory/loader/loader_perspective.h"

#include <chrono>
#include <utility>

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>

#include "widgets/actions/action_registry.h"
#include "widgets/common/key_value_list.h"
#include "widgets/common/text_label.h"
#include "widgets/laboratory/command_card.h"
#include "widgets/laboratory/failure_text.h"
#include "widgets/laboratory/loader/batch_table.h"
#include "widgets/laboratory/loader/loader_settings.h"
#include "widgets/laboratory/loader/loader_texts.h"
#include "widgets/laboratory/panel_parts.h"
#include "widgets/plots/plot_card.h"
#include "workbench/document/document_session.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {

constexpr int kPlotHeight = 170;

using Value = double (*)(const workbench::LoaderStep&);

PlotSeries stepLine(const std::vector<workbench::LoaderStep>& steps, const QString& name, int color, Value value) {
    PlotSeries series;
    series.name = name;
    series.color = color;
    for (const workbench::LoaderStep& step : steps) {
        series.x.push_back(static_cast<double>(step.step));
        series.y.push_back(value(step));
    }
    return series;
}

PlotContent stepPlot(const QString& title) {
    PlotContent content;
    content.x.title = LoaderPerspective::tr("step");
    content.y.title = title;
    content.y.from = 0;
    return content;
}

}  // namespace

LoaderPerspective::LoaderPerspective(workbench::TaskRunner& runner, QWidget* parent)
    : Perspective(parent), m_loader(new workbench::LoaderSession(runner, this)), m_settings(new LoaderSettings), m_heading(new TextLabel(TextLabel::Style::Heading)),
      m_caption(new TextLabel), m_table(new BatchTable), m_queue(new PlotCard(QStringLiteral("loaderQueue"), tr("Queue"))),
      m_waits(new PlotCard(QStringLiteral("loaderWaits"), tr("Time"))), m_figures(new KeyValueList), m_command(new CommandCard(QStringLiteral("loader"))),
      m_python(new QPushButton(tr("Copy as Python"))), m_export(new QPushButton(tr("Export batch…"))) {
    setObjectName(QStringLiteral("loaderPerspective"));
    m_heading->setObjectName(QStringLiteral("loaderHeading"));
    m_caption->setObjectName(QStringLiteral("loaderCaption"));
    m_caption->setTone(Tone::Dim);
    m_caption->setWordWrap(true);
    m_python->setObjectName(QStringLiteral("loaderPython"));
    m_export->setObjectName(QStringLiteral("loaderExport"));
    m_export->setToolTip(tr("Writes the whole batch to an .npz file, as a fixture for tests"));
    auto* left = new QVBoxLayout;
    left->setSpacing(6);
    left->addWidget(m_heading);
    left->addWidget(m_caption);
    left->addWidget(m_table, 1);
    auto* body = new QHBoxLayout;
    body->setContentsMargins(12, 12, 12, 12);
    body->setSpacing(8);
    body->addLayout(left, 1);
    body->addWidget(buildSide());
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_settings);
    rows->addLayout(body, 1);
    connectParts();
    close(tr("Step shows the batch that a trainer would get."));
}

QWidget* LoaderPerspective::buildSide() {
    auto [totalsCard, totals] = makeCard(tr("Since the loader was opened"));
    totals->addWidget(m_figures);
    auto [batchCard, batch] = makeCard(tr("This batch elsewhere"));
    batch->addWidget(m_python);
    batch->addWidget(m_export);
    for (PlotCard* card : {m_queue, m_waits})
        card->setMinimumHeight(kPlotHeight);
    return makeSide({m_queue, m_waits, totalsCard, batchCard, m_command});
}

void LoaderPerspective::connectParts() {
    using workbench::LoaderSession;
    connect(m_settings, &LoaderSettings::stepRequested, this, &LoaderPerspective::step);
    connect(m_settings, &LoaderSettings::runRequested, this, &LoaderPerspective::run);
    connect(m_settings, &LoaderSettings::pauseRequested, m_loader, &LoaderSession::pause);
    connect(m_settings, &LoaderSettings::jumpRequested, this, &LoaderPerspective::open);
    connect(m_settings, &LoaderSettings::changed, this, [this] { close(tr("The settings have changed. Step begins anew at the step in the field.")); });
    connect(m_loader, &LoaderSession::stepped, this, &LoaderPerspective::showSteps);
    connect(m_loader, &LoaderSession::runningChanged, m_settings, &LoaderSettings::setRunning);
    connect(m_loader, &LoaderSession::failed, this, [this](const Status& status) {
        close(failureText(status));
    });
    connect(m_table, &BatchTable::recordChosen, this, [this](std::uint64_t record) {
        if (m_session && record < m_session->document().recordCount())
            m_session->selection().select(record);
    });
    connect(m_python, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(loaderScript(m_session->document().path(), m_session->document().isAlignedSet(), m_options, m_loader->batch().step));
        Q_EMIT message(tr("The script was copied."));
    });
    connect(m_export, &QPushButton::clicked, this, &LoaderPerspective::chooseFile);
    connect(m_loader, &LoaderSession::exported, this, [this](const QString& file, std::uint64_t bytes) {
        Q_EMIT message(tr("%1 written to %2.").arg(workbench::bytesText(bytes), QDir::toNativeSeparators(file)));
    });
    connect(m_loader, &LoaderSession::exportFailed, this, [this](const Status& status) { m_caption->setText(tr("The batch was not exported. %1").arg(failureText(status))); });
    connect(m_command, &CommandCard::message, this, &Perspective::message);
    for (PlotCard* card : {m_queue, m_waits})
        connect(card, &PlotCard::message, this, &Perspective::message);
}

QString LoaderPerspective::id() const { return QStringLiteral("loader"); }
QString LoaderPerspective::title() const { return tr("Loader"); }

void LoaderPerspective::contributeActions(ActionRegistry& registry) {
    const auto enabled = [](const WorkbenchState& state) { return state.records > 0; };
    registry.add({QStringLiteral("loader.step"), tr("&Next batch of the loader"), tr("Loader"), QStringLiteral("forward"), {QKeySequence(Qt::Key_F9)},
                  tr("Takes one batch from the data loader."), QStringLiteral("zr load STORE --steps 1 --indices"), enabled},
                 this, [this](bool) { step(); });
    registry.add({QStringLiteral("loader.run"), tr("Run or &pause the loader"), tr("Loader"), QStringLiteral("play"), {QKeySequence(Qt::Key_F8)},
                  tr("Takes batches one after the other, or stops doing so."), QStringLiteral("zr load STORE"), enabled},
                 this, [this](bool) {
                     if (m_loader->isRunning())
                         m_loader->pause();
                     else
                         run();
                 });
}

QStringList LoaderPerspective::menuActions(const QString& menu) const {
    return menu == u"measure" ? QStringList{QStringLiteral("loader.step"), QStringLiteral("loader.run")} : QStringList();
}

void LoaderPerspective::setDocument(workbench::DocumentSession* session) {
    if (session == m_session)
        return;
    m_session = session;
    close(tr("Step shows the batch that a trainer would get."));
    m_wanted = session != nullptr;
    if (m_wanted && isVisible())
        open();
}

void LoaderPerspective::setStream(std::size_t) {}
void LoaderPerspective::goToRecord(std::uint64_t) {}

QList<QWidget*> LoaderPerspective::panes() const { return {m_table, m_settings, &m_queue->plot(), &m_waits->plot()}; }

void LoaderPerspective::showEvent(QShowEvent* event) {
    Perspective::showEvent(event);
    if (m_wanted)
        open();
}

void LoaderPerspective::open() {
    const auto options = m_settings->options();
    if (!options) {
        close(tr("A field holds no number that can be used; it is framed in red."));
        return;
    }
    if (!m_session || !m_session->document().isOpen() || m_session->document().recordCount() == 0)
        return;
    m_wanted = false;
    m_options = *options;
    m_steps.clear();
    m_caption->setText(tr("Opening the loader…"));
    m_loader->open(m_session->document().path(), m_options);
}

void LoaderPerspective::step() {
    if (m_loader->isOpen())
        m_loader->step();
    else
        open();
}

void LoaderPerspective::run() {
    if (m_loader->isOpen()) {
        m_loader->run();
        return;
    }
    m_runAfterOpen = true;
    open();
}

void LoaderPerspective::close(const QString& why) {
    m_loader->close();
    m_runAfterOpen = false;
    m_steps.clear();
    m_heading->setText(tr("No batch"));
    m_caption->setText(why);
    m_table->setBatch({});
    m_queue->setContent({});
    m_waits->setContent({});
    m_queue->setMessage(tr("Batches ready when each was asked for."));
    m_waits->setMessage(tr("How long the trainer waited for each batch."));
    m_figures->setRows({});
    m_command->setCommand(QStringLiteral("zr load STORE"));
    for (QPushButton* button : {m_python, m_export})
        button->setEnabled(false);
}

void LoaderPerspective::showSteps(const std::vector<workbench::LoaderStep>& steps) {
    m_steps.insert(m_steps.end(), steps.begin(), steps.end());
    if (m_steps.size() > kRemembered)
        m_steps.erase(m_steps.begin(), m_steps.end() - static_cast<std::ptrdiff_t>(kRemembered));
    const workbench::LoaderBatch& batch = m_loader->batch();
    const LoaderStats& stats = m_loader->stats();
    const std::uint64_t cycle = m_loader->stepsPerCycle();
    m_heading->setText(tr("Step %1").arg(workbench::countText(batch.step)));
    m_caption->setText(tr("%1 of cycle %2 (step %3 of %4); checksum %5.%6")
                           .arg(workbench::recordsText(batch.indices.size()), workbench::countText(batch.step / cycle), workbench::countText(batch.step % cycle),
                                workbench::countText(cycle), QStringLiteral("%1").arg(batch.checksum, 16, 16, QLatin1Char('0')),
                                batch.indices.size() > workbench::LoaderSession::kShownRecords ? tr(" The first %1 are shown.").arg(workbench::LoaderSession::kShownRecords)
                                                                                                : QString()));
    m_table->setBatch(batch);
    m_settings->setStep(batch.step + 1);
    showPlots();
    const double stalled = std::chrono::duration<double, std::milli>(stats.stalled).count();
    m_figures->setRows({{tr("batches"), workbench::countText(stats.delivered)},
                        {tr("records"), workbench::countText(stats.records)},
                        {tr("bytes"), workbench::bytesText(stats.bytes)},
                        {tr("stalls"), workbench::countText(stats.stalls), Tone::Plain, tr("Batches that were not ready when they were asked for.")},
                        {tr("stalled for"), tr("%1 ms").arg(QString::number(stalled, 'f', 1))},
                        {tr("ready now"), tr("%1 of %2").arg(workbench::countText(stats.ready), workbench::countText(m_options.prefetch))},
                        {tr("memory"), workbench::bytesText(stats.memoryBytes)}});
    m_command->setCommand(loaderCommand(m_session->document().path(), m_options, batch.step));
    for (QPushButton* button : {m_python, m_export})
        button->setEnabled(true);
    if (std::exchange(m_runAfterOpen, false))
        m_loader->run();
}

void LoaderPerspective::showPlots() {
    PlotContent queue = stepPlot(tr("batches ready"));
    queue.series.push_back(stepLine(m_steps, tr("ready when asked for"), 1, [](const workbench::LoaderStep& step) { return static_cast<double>(step.readyBefore); }));
    m_queue->setContent(queue, true);
    PlotContent times = stepPlot(tr("ms"));
    times.series.push_back(stepLine(m_steps, tr("waited"), 2, [](const workbench::LoaderStep& step) { return step.waited; }));
    times.series.push_back(stepLine(m_steps, tr("read and decoded"), 1, [](const workbench::LoaderStep& step) { return step.read; }));
    times.series.push_back(stepLine(m_steps, tr("sampled"), 3, [](const workbench::LoaderStep& step) { return step.sampled; }));
    m_waits->setContent(times, true);
}

void LoaderPerspective::chooseFile() {
    const QString name = QStringLiteral("%1-step-%2.npz").arg(m_session->document().name()).arg(m_loader->batch().step);
    QString file = QFileDialog::getSaveFileName(this, tr("Export the batch"), QDir::home().filePath(name), tr("NumPy archives (*.npz)"));
    if (file.isEmpty())
        return;
    if (!file.endsWith(QStringLiteral(".npz"), Qt::CaseInsensitive))
        file += QStringLiteral(".npz");
    m_loader->exportBatch(file);
}

}  // namespace zrecord::widgets
