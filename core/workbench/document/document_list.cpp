#include "workbench/document/document_list.h"

#include <algorithm>

#include "workbench/curate/curation_log.h"
#include "workbench/find/record_search.h"
#include "workbench/messages/find_text.h"
#include "workbench/messages/result_text.h"

namespace zrecord::workbench {

DocumentList::DocumentList(WorkbenchRuntime& runtime, QObject* parent)
    : QObject(parent), m_runtime(runtime), m_log(new CurationLog(this)) {}

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
    logActions(session);
    Q_EMIT sessionAdded(session);
    session->document().open();
    return session;
}

void DocumentList::logActions(DocumentSession* session) {
    StoreDocument& document = session->document();
    RecordSearch& search = session->search();
    const QString path = document.path();
    connect(&document, &StoreDocument::changesApplied, this, [this, path](const AppliedChanges& changes) {
        m_log->add(path, appliedText(changes), command::remove(path, changes.remap.removed()));
    });
    connect(&document, &StoreDocument::removalUndone, this, [this, path](const RestoredRecords& restored) { m_log->add(path, restoredText(restored), command::undo(path)); });
    connect(&document, &StoreDocument::compacted, this, [this, path](const CompactedStreams& result) { m_log->add(path, compactedText(result), command::compact(path)); });
    connect(&document, &StoreDocument::verified, this, [this, path](const std::vector<StreamVerification>& reports) {
        m_log->add(path, verifiedText(reports), QStringLiteral("zr verify ") + command::quoted(path));
    });
    connect(&search, &RecordSearch::searched, this, [this, session, path, &search] {
        const QString stream = session->document().isAlignedSet() ? session->document().streams()[search.mainStream()].name : QString();
        m_log->add(path, text::foundText(search.matches(), session->document().recordCount(), search.unreadable()),
                   command::find(path, search.filter(), stream, search.sortKeys()));
    });
    connect(&search, &RecordSearch::duplicatesFound, this, [this, session, path, &search] {
        const QString stream = session->document().isAlignedSet() ? session->document().streams()[search.mainStream()].name : QString();
        const DuplicateGroups& found = search.duplicates();
        m_log->add(path, text::duplicatesText(found.groups().size(), found.members() - found.groups().size()), command::duplicates(path, stream));
    });
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
    Q_EMIT currentChanged(session);
}

}  // namespace zrecord::workbench
