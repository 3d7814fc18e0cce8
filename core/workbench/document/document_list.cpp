#include "workbench/document/document_list.h"

#include <algorithm>

#include <QUndoGroup>
#include <QUndoStack>

namespace zrecord::workbench {

DocumentList::DocumentList(WorkbenchRuntime& runtime, QObject* parent)
    : QObject(parent), m_runtime(runtime), m_undoGroup(new QUndoGroup(this)) {}

DocumentList::~DocumentList() {
    closeAll();
}

DocumentSession* DocumentList::find(const QString& path) const {
    const QString clean = StoreDocument::documentPath(path);
    const auto it = std::find_if(m_sessions.begin(), m_sessions.end(),
                                 [&clean](DocumentSession* session) { return session->document().path() == clean; });
    return it == m_sessions.end() ? nullptr : *it;
}

DocumentSession* DocumentList::open(const QString& path) {
    if (DocumentSession* known = find(path)) {
        setCurrent(known);
        return known;
    }
    auto* session = new DocumentSession(path, m_runtime, this);
    m_sessions.push_back(session);
    m_undoGroup->addStack(session->pending().undoStack());
    connect(&session->document(), &StoreDocument::opened, this, [this, session] {
        setCurrent(session);
        Q_EMIT documentOpened(session);
    });
    connect(&session->document(), &StoreDocument::failed, this, [this, session](const Status& status) {
        // Only a document that never opened goes away; later failures are shown where they happened.
        if (session->document().generation() > 0)
            return;
        const QString failedPath = session->document().path();
        close(session);
        Q_EMIT openFailed(failedPath, status);
    });
    Q_EMIT sessionAdded(session);
    session->document().open();
    return session;
}

void DocumentList::close(DocumentSession* session) {
    const auto it = std::find(m_sessions.begin(), m_sessions.end(), session);
    if (it == m_sessions.end())
        return;
    if (m_current == session) {
        // The neighbour takes over.
        const auto next = it + 1 != m_sessions.end() ? it + 1 : it;
        setCurrent(next != it ? *next : it != m_sessions.begin() ? *(it - 1) : nullptr);
    }
    Q_EMIT sessionAboutToBeRemoved(session);
    m_undoGroup->removeStack(session->pending().undoStack());
    m_sessions.erase(std::find(m_sessions.begin(), m_sessions.end(), session));
    Q_EMIT sessionRemoved();
    session->deleteLater();
}

void DocumentList::closeAll() {
    while (!m_sessions.empty())
        close(m_sessions.back());
}

void DocumentList::setCurrent(DocumentSession* session) {
    if (session == m_current)
        return;
    m_current = session;
    m_undoGroup->setActiveStack(session ? session->pending().undoStack() : nullptr);
    Q_EMIT currentChanged(session);
}

}  // namespace zrecord::workbench
