#include "workbench/compare/compare_reference.h"

#include "workbench/document/document_list.h"
#include "workbench/document/document_session.h"

namespace zrecord::workbench {

CompareReference::CompareReference(DocumentList& documents, QObject* parent) : QObject(parent) {
    connect(&documents, &DocumentList::sessionAboutToBeRemoved, this, [this](DocumentSession* session) {
        if (session == m_session) {
            Q_EMIT aboutToBeLost();
            reset();
        }
    });
}

void CompareReference::pin(DocumentSession& session, std::size_t stream, std::uint64_t index) {
    set(Kind::Pinned, &session, stream, index);
}

void CompareReference::followIndex(DocumentSession& session, std::size_t stream) {
    set(Kind::SameIndex, &session, stream, 0);
}

void CompareReference::reset() {
    set(Kind::None, nullptr, 0, 0);
}

std::optional<std::uint64_t> CompareReference::indexFor(std::uint64_t current) const {
    if (m_kind == Kind::None || m_stream >= m_session->document().streams().size())
        return std::nullopt;
    const std::uint64_t index = m_kind == Kind::Pinned ? m_index : current;
    return index < m_session->document().recordCount() ? std::optional(index) : std::nullopt;
}

void CompareReference::set(Kind kind, DocumentSession* session, std::size_t stream, std::uint64_t index) {
    if (m_session)
        m_session->disconnect(this);
    m_kind = kind;
    m_session = session;
    m_stream = stream;
    m_index = index;
    if (m_session) {
        connect(m_session, &DocumentSession::recordsRemapped, this, &CompareReference::takeRemap);
        connect(m_session, &DocumentSession::sourceReplaced, this, &CompareReference::changed);
    }
    Q_EMIT changed();
}

void CompareReference::takeRemap(const IndexRemap& remap) {
    if (m_kind == Kind::Pinned) {
        const auto moved = remap.map(m_index);
        if (!moved) {
            reset();
            return;
        }
        m_index = *moved;
    }
    Q_EMIT changed();
}

}  // namespace zrecord::workbench
