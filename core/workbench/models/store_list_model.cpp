#include "workbench/models/store_list_model.h"

#include <algorithm>

#include "workbench/document/document_list.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/result_text.h"

namespace zrecord::workbench {
namespace {

// The internal id of a stream's index is its document's row plus one; 0 marks a document.
constexpr quintptr kDocumentId = 0;

}  // namespace

StoreListModel::StoreListModel(DocumentList& documents, QObject* parent) : QAbstractItemModel(parent), m_documents(documents) {
    for (DocumentSession* session : documents.sessions())
        add(session);
    connect(&documents, &DocumentList::sessionAdded, this, &StoreListModel::add);
    connect(&documents, &DocumentList::sessionAboutToBeRemoved, this, &StoreListModel::remove);
    connect(&documents, &DocumentList::currentChanged, this, [this] {
        if (!m_nodes.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0), {CurrentRole});
    });
}

int StoreListModel::rowOf(const DocumentSession* session) const {
    const auto it = std::find_if(m_nodes.begin(), m_nodes.end(), [session](const Node& node) { return node.session == session; });
    return it == m_nodes.end() ? -1 : static_cast<int>(it - m_nodes.begin());
}

void StoreListModel::add(DocumentSession* session) {
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_nodes.push_back({session, 0});
    endInsertRows();
    follow(session);
    updateStreams(session);
}

void StoreListModel::follow(DocumentSession* session) {
    connect(&session->document(), &StoreDocument::changed, this, [this, session] {
        updateStreams(session);
        emitChanged(session);
    });
    connect(&session->document(), &StoreDocument::editableChanged, this, [this, session] { emitChanged(session); });
    connect(&session->pending(), &PendingChanges::changed, this, [this, session] { emitChanged(session); });
}

void StoreListModel::remove(DocumentSession* session) {
    const int row = rowOf(session);
    if (row < 0)
        return;
    disconnect(&session->document(), nullptr, this, nullptr);
    disconnect(&session->pending(), nullptr, this, nullptr);
    beginRemoveRows({}, row, row);
    m_nodes.erase(m_nodes.begin() + row);
    endRemoveRows();
}

void StoreListModel::updateStreams(DocumentSession* session) {
    const int row = rowOf(session);
    if (row < 0)
        return;
    int& shown = m_nodes[static_cast<std::size_t>(row)].streams;
    // A single store is one line; only a set has streams below it.
    const int wanted = session->document().isAlignedSet() ? static_cast<int>(session->document().streams().size()) : 0;
    if (wanted > shown) {
        beginInsertRows(index(row, 0), shown, wanted - 1);
        shown = wanted;
        endInsertRows();
    } else if (wanted < shown) {
        beginRemoveRows(index(row, 0), wanted, shown - 1);
        shown = wanted;
        endRemoveRows();
    }
}

void StoreListModel::emitChanged(DocumentSession* session) {
    const int row = rowOf(session);
    if (row < 0)
        return;
    const QModelIndex document = index(row, 0);
    Q_EMIT dataChanged(document, document);
    if (const int streams = rowCount(document); streams > 0)
        Q_EMIT dataChanged(index(0, 0, document), index(streams - 1, 0, document));
}

DocumentSession* StoreListModel::sessionAt(const QModelIndex& index) const {
    if (!index.isValid())
        return nullptr;
    const auto row = index.internalId() == kDocumentId ? static_cast<std::size_t>(index.row())
                                                       : static_cast<std::size_t>(index.internalId() - 1);
    return row < m_nodes.size() ? m_nodes[row].session : nullptr;
}

int StoreListModel::streamAt(const QModelIndex& index) const {
    return index.isValid() && index.internalId() != kDocumentId ? index.row() : -1;
}

QModelIndex StoreListModel::indexOf(const DocumentSession* session, int stream) const {
    const int row = rowOf(session);
    if (row < 0)
        return {};
    const QModelIndex document = index(row, 0);
    return stream < 0 ? document : index(stream, 0, document);
}

QModelIndex StoreListModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kDocumentId);
}

QModelIndex StoreListModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || child.internalId() == kDocumentId)
        return {};
    return createIndex(static_cast<int>(child.internalId()) - 1, 0, kDocumentId);
}

int StoreListModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid())
        return static_cast<int>(m_nodes.size());
    if (parent.internalId() != kDocumentId || parent.column() != 0)
        return 0;
    return m_nodes[static_cast<std::size_t>(parent.row())].streams;
}

int StoreListModel::columnCount(const QModelIndex& /*parent*/) const {
    return 1;
}

QVariant StoreListModel::data(const QModelIndex& index, int role) const {
    DocumentSession* session = sessionAt(index);
    if (!session)
        return {};
    const int stream = streamAt(index);
    if (role == StreamRole)
        return stream;
    if (role == SessionRole)
        return QVariant::fromValue<QObject*>(session);
    if (role == PathRole)
        return session->document().path();
    return stream < 0 ? documentData(*session, role) : streamData(*session, stream, role);
}

QVariant StoreListModel::documentData(DocumentSession& session, int role) const {
    const StoreDocument& document = session.document();
    switch (role) {
    case Qt::DisplayRole: return document.name();
    case Qt::ToolTipRole: return document.path();
    case RecordsRole: return QVariant::fromValue<qulonglong>(document.recordCount());
    case DescriptionRole:
        if (!document.isAlignedSet() && !document.streams().empty())
            return streamText(document.streams().front());
        return document.isOpen() ? recordsText(document.recordCount()) : QString();
    case EditableRole: return document.isEditable();
    case BusyRole: return document.isBusy();
    case PendingRole: return QVariant::fromValue<qulonglong>(session.pending().count());
    case CurrentRole: return m_documents.current() == &session;
    default: return {};
    }
}

QVariant StoreListModel::streamData(DocumentSession& session, int stream, int role) const {
    const std::vector<StreamInfo>& streams = session.document().streams();
    if (static_cast<std::size_t>(stream) >= streams.size())
        return {};
    const StreamInfo& info = streams[static_cast<std::size_t>(stream)];
    switch (role) {
    case Qt::DisplayRole: return info.name;
    case Qt::ToolTipRole:
    case DescriptionRole: return streamText(info);
    case RecordsRole: return QVariant::fromValue<qulonglong>(info.summary.records);
    case EditableRole: return session.document().isEditable();
    case BusyRole: return session.document().isBusy();
    case CurrentRole: return false;
    default: return {};
    }
}

QHash<int, QByteArray> StoreListModel::roleNames() const {
    QHash<int, QByteArray> names = QAbstractItemModel::roleNames();
    names.insert(PathRole, "path");
    names.insert(StreamRole, "stream");
    names.insert(RecordsRole, "records");
    names.insert(DescriptionRole, "description");
    names.insert(EditableRole, "editable");
    names.insert(BusyRole, "busy");
    names.insert(PendingRole, "pending");
    names.insert(CurrentRole, "current");
    names.insert(SessionRole, "session");
    return names;
}

}  // namespace zrecord::workbench
