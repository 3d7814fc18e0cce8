#include "widgets/main_window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMimeData>
#include <QScreen>
#include <QTimer>
#include <QVBoxLayout>

#include "widgets/actions/action_registry.h"
#include "widgets/actions/key_bindings.h"
#include "widgets/common/error_banner.h"
#include "widgets/dialogs/about_dialog.h"
#include "widgets/dialogs/diagnostics.h"
#include "widgets/docks/facets_dock.h"
#include "widgets/docks/inspector_dock.h"
#include "widgets/docks/jobs_dock.h"
#include "widgets/docks/log_dock.h"
#include "widgets/docks/stores_dock.h"
#include "widgets/find/filter_bar.h"
#include "widgets/main_window/center_area.h"
#include "widgets/main_window/document_controller.h"
#include "widgets/main_window/drop_overlay.h"
#include "widgets/main_window/empty_page.h"
#include "widgets/strips/jobs_strip.h"
#include "widgets/main_window/menu_builder.h"
#include "widgets/main_window/pane_cycler.h"
#include "widgets/strips/pending_strip.h"
#include "widgets/main_window/perspective.h"
#include "widgets/main_window/recovery_banner.h"
#include "widgets/main_window/session_keeper.h"
#include "widgets/strips/status_strip.h"
#include "widgets/strips/tool_strip.h"
#include "widgets/main_window/window_actions.h"
#include "widgets/strips/window_header.h"
#include "widgets/theme/theme_manager.h"
#include "workbench/document/document_list.h"
#include "workbench/document/session_history.h"

namespace zrecord::widgets {

namespace {
constexpr int kStoresWidth = 232;
constexpr int kInspectorWidth = 288;
constexpr int kStoresHeight = 180;
constexpr int kFacetsHeight = 460;
constexpr QSize kSmallestSize(1024, 680);
constexpr QSize kUsualSize(1280, 800);
constexpr QSize kFrameRoom(4, 40);  ///< what a window manager puts around a window, known only once it has

/// The status bar belongs on the screen too.
QSize suitableSize(const QScreen& screen) {
    return kUsualSize.boundedTo(screen.availableSize() - kFrameRoom).expandedTo(kSmallestSize);
}
}

using workbench::DocumentSession;

MainWindow::MainWindow(const WorkbenchContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_actions(new ActionRegistry(this)), m_controller(new DocumentController(context, this)),
      m_header(new WindowHeader(this)), m_frame(new QMainWindow(this)), m_stateTimer(new QTimer(this)) {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("Zrecord Workbench"));
    setWindowIcon(QIcon(QStringLiteral(":/zrecord/app/zrecord-workbench.svg")));
    setAcceptDrops(true);
    setMinimumSize(kSmallestSize);
    addWindowActions(*m_actions, *this);
    buildLayout();
    connectParts();
    resize(suitableSize(*screen()));
}

MainWindow::~MainWindow() {
    setSession(nullptr);
    disconnect(&m_context.documents, nullptr, this, nullptr);
}

void MainWindow::buildLayout() {
    m_tools = new ToolStrip(*m_actions, this);
    auto* empty = new EmptyPage(*m_actions, m_context.settings);
    connect(empty, &EmptyPage::openRequested, m_controller, &DocumentController::open);
    m_center = new CenterArea(empty, m_frame);
    m_stores = new StoresDock(m_context.documents, m_frame);
    m_facets = new FacetsDock(m_context.documents.runtime().loader(), m_frame);
    m_log = new LogDock(m_context.documents.log(), m_frame);
    m_jobsList = new JobsDock(m_context.documents.runtime().jobs(), m_frame);
    m_inspector = new InspectorDock(*m_actions, m_context.documents.runtime().loader(), m_frame);
    m_pending = new PendingStrip(*m_actions, this);
    m_jobs = new JobsStrip(m_context.documents.runtime().jobs(), this);
    m_status = new StatusStrip(*m_actions, this);
    m_keeper = new SessionKeeper(*this, m_context.documents, m_context.settings);
    m_overlay = new DropOverlay(m_context.documents.runtime().loader(), this);

    m_frame->setWindowFlags(Qt::Widget);
    m_frame->setObjectName(QStringLiteral("frame"));
    m_frame->setDockOptions(QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks);
    m_frame->setContextMenuPolicy(Qt::NoContextMenu);
    m_frame->setCentralWidget(m_center);
    m_frame->addDockWidget(Qt::LeftDockWidgetArea, m_stores);
    m_frame->addDockWidget(Qt::LeftDockWidgetArea, m_facets);
    m_frame->addDockWidget(Qt::RightDockWidgetArea, m_inspector);
    m_frame->addDockWidget(Qt::BottomDockWidgetArea, m_log);
    m_frame->tabifyDockWidget(m_log, m_jobsList);
    m_log->hide();
    m_jobsList->hide();
    m_frame->resizeDocks({m_stores, m_inspector}, {kStoresWidth, kInspectorWidth}, Qt::Horizontal);
    m_frame->resizeDocks({m_stores, m_facets}, {kStoresHeight, kFacetsHeight}, Qt::Vertical);

    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    for (QWidget* part : {static_cast<QWidget*>(m_header), static_cast<QWidget*>(m_tools)})
        rows->addWidget(part);
    rows->addWidget(m_frame, 1);
    for (QWidget* part : {static_cast<QWidget*>(m_pending), static_cast<QWidget*>(m_jobs), static_cast<QWidget*>(m_status)})
        rows->addWidget(part);
    m_panes = new PaneCycler([this] {
        QList<QWidget*> panes{m_tools, m_stores};
        if (Perspective* perspective = m_center->showsPerspective() ? m_center->currentPerspective() : nullptr)
            panes << perspective->panes();
        else
            panes << m_center;
        return panes << m_facets << m_inspector << m_log << m_jobsList << m_pending << m_jobs << m_status;
    }, this);
    m_stateTimer->setSingleShot(true);
    m_stateTimer->setInterval(0);  // many changes within one event become one update
}

void MainWindow::connectParts() {
    workbench::DocumentList& documents = m_context.documents;
    connect(&documents, &workbench::DocumentList::sessionAdded, this, &MainWindow::followSession);
    connect(&documents, &workbench::DocumentList::currentChanged, this, &MainWindow::setSession);
    connect(&documents, &workbench::DocumentList::sessionAboutToBeRemoved, this, [this](DocumentSession* session) {
        if (session == m_session)
            setSession(nullptr);
        m_places.erase(session);
        m_jobs->forget(session->document().path());
    });
    connect(&documents, &workbench::DocumentList::sessionRemoved, this, &MainWindow::updatePage);
    for (DocumentSession* session : documents.sessions())
        followSession(session);

    connect(m_stores, &StoresDock::streamChosen, this, [this](DocumentSession* session, std::size_t stream) {
        m_context.documents.setCurrent(session);
        setStream(stream);
    });
    connect(m_stores, &StoresDock::closeRequested, m_controller, &DocumentController::close);
    connect(m_tools, &ToolStrip::goToRequested, this, [this](quint64 record) {
        goToRecord(record);
        focusPerspective();
    });
    connect(m_tools, &ToolStrip::goToLeft, this, &MainWindow::focusPerspective);
    // A click has flipped the sign already; it says what is, also while a question is open.
    connect(m_actions->action(QStringLiteral("store.editing")), &QAction::triggered, m_stateTimer, qOverload<>(&QTimer::start));
    connect(&m_tools->filter(), &FilterBar::done, this, &MainWindow::focusPerspective);
    connect(m_controller, &DocumentController::message, m_status, &StatusStrip::showMessage);
    connect(m_controller, &DocumentController::failed, this, [this](const ErrorBanner::Content& content, const std::function<void()>& retry) {
        m_center->banner().showError(content, retry);
        updatePage();
    });
    connect(m_controller, &DocumentController::notice, this, [this](const QString& title, const QString& text) { m_center->banner().showNotice(title, text); });
    connect(m_controller, &DocumentController::recoveryNeeded, this, [this](const workbench::RecoveryMessage& message, const std::function<void()>& retry) {
        m_center->recovery().showNeeded(message, retry);
        updatePage();
    });
    connect(&m_center->recovery(), &RecoveryBanner::finishRequested, m_controller, [this] { m_controller->setEditing(true); });
    connect(&m_center->recovery(), &RecoveryBanner::verifyRequested, m_controller, &DocumentController::verify);
    connect(m_controller, &DocumentController::noticesOutdated, &m_center->banner(), &ErrorBanner::dismiss);
    connect(m_keeper, &SessionKeeper::message, m_status, &StatusStrip::showMessage);
    connect(m_log, &LogDock::message, m_status, &StatusStrip::showMessage);
    connect(m_jobsList, &JobsDock::message, m_status, &StatusStrip::showMessage);
    connect(m_overlay, &DropOverlay::dropped, this, &MainWindow::takeDrop);
    connect(m_stateTimer, &QTimer::timeout, this, &MainWindow::updateState);
    const auto later = qOverload<>(&QTimer::start);
    connect(&documents.runtime().jobs(), &workbench::JobQueue::activeCountChanged, m_stateTimer, later);
    connect(&m_context.theme, &ThemeManager::changed, this, &MainWindow::updateThemeActions);
    updateThemeActions();
    updateState();
}

void MainWindow::addPerspective(std::unique_ptr<Perspective> perspective) {
    Perspective* added = perspective.release();
    m_center->addPerspective(added);
    added->contributeActions(*m_actions);
    connect(added, &Perspective::message, m_status, &StatusStrip::showMessage);
    connect(added, &Perspective::streamChanged, this, &MainWindow::setStream);
    const qsizetype number = m_center->perspectives().size();
    m_actions->add({QStringLiteral("perspective.") + added->id(), added->title(), tr("View"), {}, {QKeySequence(QStringLiteral("Ctrl+%1").arg(number))},
                    tr("Shows this part of the window for the current store."), {}, [](const WorkbenchState& state) { return state.hasDocument; }},
                   this, [this, added](bool) { showPerspective(added); });
    added->setDocument(m_session);
}

void MainWindow::finish() {
    m_menus = std::make_unique<MenuBuilder>(m_header->menuBar(), *m_actions);
    m_menus->build(m_center->perspectives());
    if (QMenu* recent = m_menus->recentMenu())
        connect(recent, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    if (QMenu* panels = m_menus->panelsMenu())
        for (QDockWidget* dock : docks())
            panels->addAction(dock->toggleViewAction());
    fillRecentMenu();
    if (const QStringList refused = restoreKeys(*m_actions, m_context.settings); !refused.isEmpty())
        m_status->showMessage(tr("The keys chosen for %1 are taken by now; the usual ones hold.").arg(refused.join(QStringLiteral(", "))));
    m_actions->action(QStringLiteral("file.restoreSession"))->setChecked(m_context.settings.restoresSession());
    m_firstLayout = m_frame->saveState(kLayoutVersion);
    restoreGeometry(m_context.settings.windowGeometry());
    m_frame->restoreState(m_context.settings.windowState(kLayoutVersion), kLayoutVersion);
    updatePage();
    updateState();
    m_center->setFocus();  // the start page hands it on to its first button
}

void MainWindow::followSession(DocumentSession* session) {
    connect(&session->document(), &workbench::StoreDocument::changed, this, [this, session] {
        if (session == m_session || m_session == nullptr)
            updatePage();
        m_stateTimer->start();
    });
    connect(&session->document(), &workbench::StoreDocument::editableChanged, m_stateTimer, qOverload<>(&QTimer::start));
    connect(&session->document(), &workbench::StoreDocument::editableChanged, m_status, &StatusStrip::clearMessage);
    connect(&session->history(), &workbench::SessionHistory::changed, m_stateTimer, qOverload<>(&QTimer::start));
    connect(&session->document(), &workbench::StoreDocument::statisticsChanged, m_stateTimer, qOverload<>(&QTimer::start));
    connect(&session->pending(), &workbench::PendingChanges::changed, m_stateTimer, qOverload<>(&QTimer::start));
    connect(&session->selection(), &workbench::RecordSelection::selectionChanged, m_stateTimer, qOverload<>(&QTimer::start));
    connect(&session->selection(), &workbench::RecordSelection::currentChanged, this, [this, session] {
        const auto current = session->selection().current();
        if (!current)
            return;
        if (!m_travelling)
            m_places[session].history.visit(*current);
        if (session == m_session)
            m_tools->showCurrent(*current);
        m_stateTimer->start();
    });
    updatePage();
}

void MainWindow::setSession(DocumentSession* session) {
    m_session = session;
    for (Perspective* perspective : m_center->perspectives())
        perspective->setDocument(session);
    m_tools->setDocument(session);
    m_inspector->setDocument(session);
    m_facets->setDocument(session);
    m_center->recovery().setDocument(session != nullptr ? &session->document() : nullptr);
    m_pending->setDocument(session);
    m_status->setDocument(session);
    if (session != nullptr) {
        setStream(m_places[session].stream);
        if (const auto current = session->selection().current())
            m_tools->showCurrent(*current);
    } else {
        m_stores->showCurrent(nullptr, 0);
    }
    updatePage();
    updateState();
    // Work goes on in the middle, unless somebody is choosing among the stores or typing.
    const QWidget* focused = QApplication::focusWidget();
    if (session != nullptr && !m_stores->isAncestorOf(focused) && qobject_cast<const QLineEdit*>(focused) == nullptr)
        focusPerspective();
}

void MainWindow::focusPerspective() {
    const Perspective* perspective = m_center->showsPerspective() ? m_center->currentPerspective() : nullptr;
    if (perspective != nullptr && !perspective->panes().isEmpty())
        PaneCycler::focus(perspective->panes().constFirst());
}

void MainWindow::setStream(std::size_t stream) {
    if (m_session == nullptr || stream >= m_session->document().streams().size())
        return;
    m_places[m_session].stream = stream;
    for (Perspective* perspective : m_center->perspectives())
        perspective->setStream(stream);
    m_inspector->setStream(stream);
    m_status->setStream(stream);
    m_stores->showCurrent(m_session, stream);
}

void MainWindow::updatePage() {
    const auto& sessions = m_context.documents.sessions();
    if (m_session != nullptr && (m_session->document().isOpen() || m_session->document().isBusy())) {
        m_center->showPerspective();
    } else if (m_session != nullptr) {
        m_center->showFailed(tr("%1 cannot be read at the moment.").arg(m_session->document().name()));
    } else if (!sessions.empty() && sessions.back()->document().isBusy()) {
        m_center->showLoading(tr("Opening %1…").arg(sessions.back()->document().name()));
    } else {
        m_center->showEmpty();
    }
    m_tools->setReadable(m_session != nullptr && m_session->document().isOpen());
    updateTitle();
}

void MainWindow::updateTitle() {
    QString text;
    QString path;
    if (m_session != nullptr) {
        path = m_session->document().path();
        const QString parent = path.section(u'/', -2, -2);
        text = parent.isEmpty() ? m_session->document().name() : tr("%1 — %2").arg(m_session->document().name(), parent);
    }
    m_header->setDocumentText(text, path);
    setWindowTitle(text.isEmpty() ? tr("Zrecord Workbench") : tr("%1 — Zrecord Workbench").arg(m_session->document().name()));
}

void MainWindow::updateState() {
    WorkbenchState state;
    QString undoText;
    QString redoText;
    state.jobRunning = m_context.documents.runtime().jobs().activeCount() > 0;
    if (m_session != nullptr) {
        const workbench::StoreDocument& document = m_session->document();
        const RecordHistory& history = m_places[m_session].history;
        const workbench::SessionHistory& done = m_session->history();
        state.canUndo = done.canUndo();
        state.canRedo = done.canRedo();
        undoText = done.undoText();
        redoText = done.redoText();
        state.hasSession = true;
        state.hasDocument = document.isOpen();
        state.editing = document.isEditable();
        state.canEdit = !document.alignmentFault().has_value();
        state.busy = document.isBusy();
        state.canGoBack = history.canGoBack();
        state.canGoForward = history.canGoForward();
        state.streams = document.streams().size();
        state.records = document.recordCount();
        state.selected = m_session->selection().count();
        state.marked = m_session->pending().count();
        for (const workbench::StreamInfo& stream : document.streams())
            state.deadBytes += stream.stats ? stream.stats->reclaimable : 0;
    }
    m_actions->setState(state);
    m_actions->action(QStringLiteral("store.editing"))->setChecked(state.editing);
    const auto label = [this](const char* id, const QString& plain, const QString& what) {
        m_actions->action(QLatin1String(id))->setText(what.isEmpty() ? plain : plain + u' ' + what);
    };
    label("edit.undo", tr("&Undo"), undoText);
    label("edit.redo", tr("&Redo"), redoText);
}

void MainWindow::takeDrop(const DropIntent& intent) {
    if (intent.kind == DropIntent::Kind::Import)
        m_controller->importFile(intent.path);
    else
        m_controller->open(intent.path);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_controller->confirmQuit([this] { close(); })) {
        event->ignore();
        return;
    }
    m_keeper->save();
    m_context.settings.setWindowGeometry(saveGeometry());
    m_context.settings.setWindowState(m_frame->saveState(kLayoutVersion), kLayoutVersion);
    m_context.settings.sync();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!event->mimeData()->hasUrls())
        return;
    event->setDropAction(Qt::CopyAction);
    event->accept();
    m_overlay->begin(event->mimeData()->urls());
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) { m_overlay->end(); }

void MainWindow::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    m_overlay->drop(event->mimeData()->urls());
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_overlay->setGeometry(rect());
}

}  // namespace zrecord::widgets
