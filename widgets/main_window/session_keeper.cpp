#include "widgets/main_window/session_keeper.h"

#include <QFileInfo>

#include "widgets/main_window/center_area.h"
#include "widgets/main_window/main_window.h"
#include "widgets/main_window/perspective.h"
#include "workbench/document/document_list.h"
#include "workbench/settings/workbench_settings.h"

namespace zrecord::widgets {

using workbench::DocumentSession;

namespace {

constexpr int kInterval = 30'000;  // milliseconds: what a crash may cost

}  // namespace

SessionKeeper::SessionKeeper(MainWindow& window, workbench::DocumentList& documents, workbench::WorkbenchSettings& settings)
    : QObject(&window), m_window(window), m_documents(documents), m_settings(settings) {
    connect(&documents, &workbench::DocumentList::documentOpened, this, &SessionKeeper::takeOpened);
    connect(&documents, &workbench::DocumentList::openFailed, this, &SessionKeeper::takeFailed);
    m_timer.setInterval(kInterval);
    connect(&m_timer, &QTimer::timeout, this, &SessionKeeper::save);
}

SessionKeeper::~SessionKeeper() = default;

void SessionKeeper::begin() {
    m_keeping = true;
    m_timer.start();
}

void SessionKeeper::restore() {
    m_saved = workbench::decodeSession(m_settings.session()).value_or(workbench::SavedSession());
    QStringList missing;
    for (const workbench::SavedDocument& document : m_saved.documents) {
        if (QFileInfo(document.path).isDir())
            m_awaited.insert(document.path, document);
        else
            missing << document.path;
    }
    if (!missing.isEmpty())
        Q_EMIT message(tr("Not there any more and left out: %1").arg(missing.join(QStringLiteral(", "))));
    for (const workbench::SavedDocument& document : m_saved.documents)
        if (m_awaited.contains(document.path))
            m_documents.open(document.path);
    if (m_awaited.isEmpty())
        finish();
}

void SessionKeeper::takeOpened(DocumentSession* session) {
    const auto saved = m_awaited.constFind(session->document().path());
    if (saved == m_awaited.constEnd())
        return;
    const workbench::SavedDocument document = m_awaited.take(saved.key());
    m_documents.setCurrent(session);
    m_window.setStream(document.stream);
    workbench::restoreDocument(*session, document);
    for (Perspective* perspective : m_window.center().perspectives())
        if (const auto view = document.views.find(perspective->id()); view != document.views.end())
            perspective->restoreView(view->second);
    if (m_awaited.isEmpty())
        finish();
}

void SessionKeeper::takeFailed(const QString& path) {
    if (m_awaited.remove(path) > 0 && m_awaited.isEmpty())
        finish();  // the banner says why
}

void SessionKeeper::finish() {
    for (Perspective* perspective : m_window.center().perspectives())
        if (perspective->id() == m_saved.perspective)
            m_window.center().setCurrentPerspective(perspective);
    if (DocumentSession* current = m_documents.find(m_saved.currentPath))
        m_documents.setCurrent(current);
    m_saved = {};
    begin();
}

void SessionKeeper::save() {
    if (!m_keeping)
        return;
    workbench::SavedSession session;
    for (DocumentSession* document : m_documents.sessions()) {
        if (!document->document().isOpen())
            continue;
        workbench::SavedDocument saved = workbench::savedDocument(*document);
        saved.stream = m_window.streamOf(document);
        for (const Perspective* perspective : m_window.center().perspectives())
            if (const QString view = perspective->savedView(document); !view.isEmpty())
                saved.views.emplace(perspective->id(), view);
        session.documents.push_back(std::move(saved));
    }
    if (const DocumentSession* current = m_documents.current())
        session.currentPath = current->document().path();
    if (const Perspective* perspective = m_window.center().currentPerspective())
        session.perspective = perspective->id();
    m_settings.setSession(workbench::encodeSession(session));
}

}  // namespace zrecord::widgets
