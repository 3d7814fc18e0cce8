#pragma once

#include <vector>

#include <QAbstractItemModel>

namespace zrecord::workbench {

class DocumentList;
class DocumentSession;

/// Tree of the opened documents and, below an aligned set, its streams.
class StoreListModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Role {
        PathRole = Qt::UserRole + 1,  ///< QString, absolute
        StreamRole,                   ///< int, −1 for a document
        RecordsRole,                  ///< qulonglong
        DescriptionRole,              ///< QString: "uint8 (28, 28) · zstd"
        EditableRole,                 ///< bool
        BusyRole,                     ///< bool: opening or changing
        PendingRole,                  ///< qulonglong: marked records
        CurrentRole,                  ///< bool
        SessionRole                   ///< DocumentSession* (as QObject*)
    };

    explicit StoreListModel(DocumentList& documents, QObject* parent = nullptr);

    [[nodiscard]] DocumentSession* sessionAt(const QModelIndex& index) const;
    [[nodiscard]] int streamAt(const QModelIndex& index) const;  ///< −1 for a document
    [[nodiscard]] QModelIndex indexOf(const DocumentSession* session, int stream = -1) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    using QObject::parent;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

private:
    void follow(DocumentSession* session);
    void add(DocumentSession* session);
    void remove(DocumentSession* session);
    void updateStreams(DocumentSession* session);
    void emitChanged(DocumentSession* session);
    int rowOf(const DocumentSession* session) const;
    QVariant documentData(DocumentSession& session, int role) const;
    QVariant streamData(DocumentSession& session, int stream, int role) const;

    struct Node {
        DocumentSession* session;
        int streams;  ///< rows shown below it
    };
    DocumentList& m_documents;
    std::vector<Node> m_nodes;
};

}  // namespace zrecord::workbench
