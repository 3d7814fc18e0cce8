#pragma once

#include <cstdint>
#include <deque>

#include <QAbstractListModel>
#include <QDateTime>
#include <QString>

#include "workbench/selection/record_ranges.h"

namespace zrecord::workbench {

/// What was done, newest last, each with the command of zr that does the same, so that a day's work can be read, repeated and
/// put into a script. Keeps the last kMostEntries. GUI thread.
class CurationLog : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        TimeRole = Qt::UserRole + 1,  ///< QDateTime
        TextRole,                     ///< QString: what happened (also DisplayRole)
        CommandRole,                  ///< QString: "zr delete '/data/train' 3 7"; may be empty
        StoreRole                     ///< QString: path
    };
    static constexpr std::size_t kMostEntries = 10'000;

    explicit CurationLog(QObject* parent = nullptr);
    ~CurationLog() override;

    void add(const QString& store, const QString& text, const QString& command = {});
    /// The commands of all entries as a script for a shell, each below what it did as a comment.
    [[nodiscard]] QString script() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

private:
    struct Entry {
        QDateTime time;
        QString store, text, command;
    };
    std::deque<Entry> m_entries;
};

/// Commands of zr as a shell reads them.
namespace command {

/// In single quotes where it has to be.
[[nodiscard]] QString quoted(const QString& argument);
/// Indices and slices as zr takes them: "3 7 10:20". Above kMostRanges a place holder for a file of indices, "--indices FILE".
[[nodiscard]] QString records(const RecordRanges& records);
constexpr std::size_t kMostRanges = 200;

[[nodiscard]] QString find(const QString& store, const QString& filter, const QString& stream, const QStringList& keys);
[[nodiscard]] QString duplicates(const QString& store, const QString& stream);
[[nodiscard]] QString remove(const QString& store, const RecordRanges& records);
/// The same without removing anything, with the table of old and new indices in `table`.
[[nodiscard]] QString planRemoval(const QString& store, const RecordRanges& records, const QString& table);
[[nodiscard]] QString undo(const QString& store);
[[nodiscard]] QString compact(const QString& store);

}  // namespace command

}  // namespace zrecord::workbench
