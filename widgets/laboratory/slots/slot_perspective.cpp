#include "widgets/laboratory/slots/slot_perspective.h"

#include <algorithm>
#include <cstddef>

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>

#include <zrecord/laboratory/html_report.h>

#include "widgets/actions/action_registry.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/key_value_list.h"
#include "widgets/common/text_label.h"
#include "widgets/laboratory/command_card.h"
#include "widgets/laboratory/failure_text.h"
#include "widgets/laboratory/panel_parts.h"
#include "widgets/laboratory/slots/slot_map_view.h"
#include "widgets/laboratory/slots/slot_table.h"
#include "widgets/laboratory/slots/slot_texts.h"
#include "widgets/plots/plot_card.h"
#include "widgets/plots/plot_export.h"
#include "workbench/document/document_session.h"
#include "workbench/jobs/workbench_runtime.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {

constexpr int kMapHeight = 240;
constexpr int kShapesHeight = 200;

QString rateText(const workbench::Job& job) {
    const auto rate = job.rate();
    if (!rate || job.state() != workbench::Job::State::Running)
        return SlotPerspective::tr("waiting");
    const auto amount = static_cast<std::uint64_t>(*rate);
    switch (job.unit()) {
    case ProgressUnit::Bytes:
        return SlotPerspective::tr("%1/s").arg(workbench::bytesText(amount));
    case ProgressUnit::Records:
        return SlotPerspective::tr("%1 records/s").arg(workbench::countText(amount));
    default:
        return SlotPerspective::tr("%1 steps/s").arg(workbench::countText(amount));
    }
}

}  // namespace

SlotPerspective::SlotPerspective(workbench::WorkbenchRuntime& runtime, QWidget* parent)
    : Perspective(parent), m_study(new workbench::SlotStudy(runtime, this)), m_jobs(runtime.jobs()), m_caption(new TextLabel), m_shade(new QComboBox),
      m_run(new QPushButton(tr("Map again"))), m_strip(new SlotMapView), m_table(new SlotTable), m_mapPages(new QStackedWidget),
      m_readout(new ElidedLabel({}, Qt::ElideRight)),
      m_sizes(new PlotCard(QStringLiteral("slotSizes"), tr("Sizes"))), m_ratios(new PlotCard(QStringLiteral("slotRatios"), tr("Compression"))),
      m_shapes(new PlotCard(QStringLiteral("slotShapes"), tr("Shapes"))), m_space(new KeyValueList), m_forecast(new TextLabel), m_activity(new KeyValueList),
      m_command(new CommandCard(QStringLiteral("slot"))) {
    setObjectName(QStringLiteral("slotPerspective"));
    auto* plots = new QHBoxLayout;
    plots->setSpacing(8);
    for (PlotCard* card : {m_sizes, m_ratios})
        plots->addWidget(card, 1);
    m_shapes->setMinimumHeight(kShapesHeight);
    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    left->addWidget(buildMap(), 3);
    left->addLayout(plots, 2);
    auto* body = new QHBoxLayout(this);
    body->setContentsMargins(12, 12, 12, 12);
    body->setSpacing(8);
    body->addLayout(left, 1);
    body->addWidget(buildSide());
    connectStudy();
    clear({});
}

QWidget* SlotPerspective::buildMap() {
    auto [card, rows] = makeCard({});
    m_caption->setObjectName(QStringLiteral("slotCaption"));
    m_caption->setTone(Tone::Dim);
    m_caption->setWordWrap(true);
    m_shade->setObjectName(QStringLiteral("slotShade"));
    m_shade->setAccessibleName(tr("What the colour says"));
    m_shade->setToolTip(tr("What the colour says; compression: the darker, the better it compresses"));
    m_shade->addItems({tr("live and dead"), tr("compression")});
    m_run->setObjectName(QStringLiteral("slotRun"));
    m_readout->setObjectName(QStringLiteral("slotReadout"));
    m_readout->setTone(Tone::Dim);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(new TextLabel(TextLabel::Style::Heading, tr("Map of the files")), 1);
    head->addWidget(m_shade);
    addMapTools(*head);
    head->addWidget(m_run);
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(m_strip);
    area->setMinimumHeight(kMapHeight / 2);
    rows->addLayout(head);
    rows->addWidget(m_caption);
    m_mapPages->addWidget(area);
    m_mapPages->addWidget(m_table);
    rows->addWidget(m_mapPages, 1);
    rows->addWidget(m_readout);
    return card;
}

/// The same numbers as rows, and the exports that every plot has.
void SlotPerspective::addMapTools(QHBoxLayout& head) {
    auto* asTable = makeIconButton(QStringLiteral("slotMapTable"), QStringLiteral("table"), tr("Show the map as a table"));
    asTable->setCheckable(true);
    auto* exporting = makeIconButton(QStringLiteral("slotMapExport"), QStringLiteral("import"), tr("Export the map"));
    exporting->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(exporting);
    for (const QString& ending : {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("csv")})
        connect(menu->addAction(tr("Export as %1…").arg(ending.toUpper())), &QAction::triggered, this, [this, ending] { exportMap(ending); });
    exporting->setMenu(menu);
    head.addWidget(asTable);
    head.addWidget(exporting);
    connect(asTable, &QToolButton::toggled, m_mapPages, [this](bool on) { m_mapPages->setCurrentIndex(on ? 1 : 0); });
}

void SlotPerspective::exportMap(const QString& ending) {
    QString path = QFileDialog::getSaveFileName(this, tr("Export the map"), QDir::home().filePath(QStringLiteral("slots.") + ending),
                                                tr("%1 files (*.%2)").arg(ending.toUpper(), ending));
    if (path.isEmpty())
        return;
    if (!path.endsWith(u'.' + ending, Qt::CaseInsensitive))
        path += u'.' + ending;
    const QString problem = exportView({m_strip->accessibleName(), m_strip->size(), [this](QPaintDevice& device) { m_strip->render(&device); }, [this] { return m_table->csv(); }}, path);
    Q_EMIT message(problem.isEmpty() ? tr("Written to %1.").arg(QDir::toNativeSeparators(path)) : problem);
}

void SlotPerspective::chooseRecord(std::uint64_t record) {
    if (!m_session || record >= m_session->document().recordCount())
        return;
    m_session->selection().select(record);
    Q_EMIT message(tr("Record %1 is the current one.").arg(workbench::countText(record)));
}

QWidget* SlotPerspective::buildSide() {
    auto [spaceCard, space] = makeCard(tr("Space"));
    space->addWidget(m_space);
    auto [forecastCard, forecast] = makeCard(tr("Compacting"));
    m_forecast->setObjectName(QStringLiteral("slotForecast"));
    m_forecast->setWordWrap(true);
    m_forecast->setTextInteractionFlags(Qt::TextSelectableByMouse);
    forecast->addWidget(m_forecast);
    auto [activityCard, activity] = makeCard(tr("Going on now"));
    activity->addWidget(m_activity);
    return makeSide({spaceCard, forecastCard, m_shapes, activityCard, m_command});
}

void SlotPerspective::connectStudy() {
    using workbench::SlotStudy;
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_study->isRunning())
            m_study->cancel();
        else
            run();
    });
    connect(m_shade, &QComboBox::activated, this, [this](int index) { m_strip->setShade(static_cast<SlotMapView::Shade>(index)); });
    connect(m_strip, &SlotMapView::currentChanged, this, [this] { m_readout->setText(m_strip->current() ? m_strip->cellText(*m_strip->current()) : QString()); });
    connect(m_strip, &SlotMapView::recordChosen, this, &SlotPerspective::chooseRecord);
    connect(m_table, &SlotTable::recordChosen, this, &SlotPerspective::chooseRecord);
    connect(m_study, &SlotStudy::finished, this, [this] {
        m_run->setText(tr("Map again"));
        showMap();
    });
    connect(m_study, &SlotStudy::marked, this, &SlotPerspective::showMarks);
    connect(m_study, &SlotStudy::cancelled, this, [this] { clear(tr("Cancelled. Map again starts anew.")); });
    connect(m_study, &SlotStudy::failed, this, [this](const Status& status) { clear(failureText(status)); });
    const auto activity = [this] {
        if (isVisible())
            showActivity();
    };
    connect(&m_jobs, &workbench::JobQueue::jobChanged, this, activity);
    connect(&m_jobs, &workbench::JobQueue::activeCountChanged, this, activity);
    for (PlotCard* card : {m_sizes, m_ratios, m_shapes})
        connect(card, &PlotCard::message, this, &Perspective::message);
    connect(m_command, &CommandCard::message, this, &Perspective::message);
}

QString SlotPerspective::id() const { return QStringLiteral("statistics"); }
QString SlotPerspective::title() const { return tr("Space"); }

void SlotPerspective::contributeActions(ActionRegistry& registry) {
    registry.add({QStringLiteral("statistics.map"), tr("&Map the files"), tr("Space"), QStringLiteral("reload"), {}, tr("Looks up where every record lies, and counts what is dead."),
                  QStringLiteral("zr stats STORE --slots 2048"), [](const WorkbenchState& state) { return state.records > 0; }},
                 this, [this](bool) { run(); });
}

QStringList SlotPerspective::menuActions(const QString& menu) const {
    return menu == u"measure" ? QStringList{QStringLiteral("statistics.map")} : QStringList();
}

void SlotPerspective::setDocument(workbench::DocumentSession* session) {
    if (session == m_session)
        return;
    if (m_session != nullptr) {
        disconnect(&m_session->pending(), nullptr, this, nullptr);
        disconnect(m_session, nullptr, this, nullptr);
        disconnect(&m_session->document(), nullptr, this, nullptr);
    }
    m_session = session;
    m_stream = 0;
    m_study->forget();
    clear({});
    m_wanted = session != nullptr;
    if (session == nullptr)
        return;
    connect(&session->pending(), &workbench::PendingChanges::changed, this, [this] { m_study->setMarks(m_session->pending().marked()); });
    connect(session, &workbench::DocumentSession::recordsRemapped, this, &SlotPerspective::outdate);
    connect(session, &workbench::DocumentSession::sourceReplaced, this, &SlotPerspective::outdate);
    connect(&session->document(), &workbench::StoreDocument::compacted, this, &SlotPerspective::outdate);
    outdate();
}

void SlotPerspective::setStream(std::size_t stream) {
    if (stream == m_stream)
        return;
    m_stream = stream;
    outdate();
}

void SlotPerspective::goToRecord(std::uint64_t) {}

QList<QWidget*> SlotPerspective::panes() const { return {m_strip, &m_sizes->plot(), &m_ratios->plot(), &m_shapes->plot()}; }

void SlotPerspective::showEvent(QShowEvent* event) {
    Perspective::showEvent(event);
    showActivity();
    if (m_wanted)
        run();
}

void SlotPerspective::outdate() {
    m_study->forget();
    m_wanted = true;
    if (isVisible())
        run();
    else
        clear({});
}

void SlotPerspective::run() {
    if (!m_session || !m_session->document().isOpen() || m_stream >= m_session->document().streams().size())
        return;
    m_wanted = false;
    clear(tr("Looking up where the records lie…"));
    m_run->setText(tr("Cancel"));
    m_command->setCommand(slotCommand(streamPath(m_session->document(), m_stream)));
    m_study->start(m_session->document().streamSet(), m_stream, m_session->pending().marked(), tr("Mapping the files"), m_session->document().path(), streamPath(m_session->document(), m_stream));
}

void SlotPerspective::clear(const QString& caption) {
    m_run->setText(tr("Map again"));
    m_caption->setText(caption.isEmpty() ? tr("One look at the location table shows what of the files is live and what is dead.") : caption);
    m_strip->setMap(nullptr);
    m_table->setMap(nullptr);
    m_readout->setText({});
    for (PlotCard* card : {m_sizes, m_ratios, m_shapes})
        card->setContent({});
    m_shapes->hide();
    m_sizes->setMessage(tr("How many bytes the records take."));
    m_ratios->setMessage(tr("How well they compress."));
    m_shapes->setMessage(tr("Which shapes there are."));
    m_space->setRows({});
    m_forecast->setText(tr("Not known before the files were mapped."));
    m_command->setCommand(QStringLiteral("zr stats STORE --slots 2048"));
}

void SlotPerspective::showMap() {
    const SlotMap& map = *m_study->map();
    if (map.records == 0) {
        m_caption->setText(tr("The store has no records."));
    } else {
        m_caption->setText(tr("%1 in %2 of chunk files; a cell is %3. Grey is dead, a stroke is marked. A click opens a cell’s first record.")
                               .arg(workbench::recordsText(map.records), workbench::bytesText(map.live + map.dead), workbench::bytesText(map.cellBytes)));
    }
    // One bar says nothing: records of a dense store are of one shape, and raw ones are stored as they are.
    m_shapes->setVisible(map.shapes.size() > 1);
    m_ratios->setVisible(std::count(map.ratios.begin(), map.ratios.end(), 0) + 1 < static_cast<std::ptrdiff_t>(map.ratios.size()));
    m_sizes->setContent(sizePlot(map));
    m_ratios->setContent(ratioHistogram(map));
    m_shapes->setContent(shapePlot(map));
    showMarks();
}

void SlotPerspective::showMarks() {
    const SlotMap& map = *m_study->map();
    m_strip->setMap(m_study->map());
    m_table->setMap(m_study->map());
    m_space->setRows(spaceRows(map));
    m_forecast->setText(forecastText(map, foresee(map, m_study->rates())));
    const std::string store = streamPath(m_session->document(), m_stream).toStdString();
    m_command->setCommand(m_command->command(), [shown = m_study->map(), rates = m_study->rates(), store](const std::string& command) { return slotPage(*shown, rates, store, command); });
}

void SlotPerspective::showActivity() {
    std::vector<KeyValueList::Row> rows;
    for (const workbench::Job* job : m_jobs.jobs())
        if (!job->isFinished()) {
            // Below each other: title and rate do not fit beside each other.
            rows.push_back({job->title(), {}});
            rows.push_back({{}, rateText(*job)});
        }
    if (rows.empty())
        rows.push_back({tr("nothing"), QStringLiteral("—")});
    m_activity->setRows(rows);
}

}  // namespace zrecord::widgets
