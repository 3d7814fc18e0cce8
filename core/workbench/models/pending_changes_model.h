#pragma once

#include <cstdint>

#include <QAbstractTableModel>

#include "workbench/document/index_remap.h"

namespace zrecord::workbench {

class PendingChanges;
class RecordSearch;
class StoreDocument;

/// Rows of the review before Apply, ascending by record: record, reason, effect on its slot. Shows the first 65,536 marks;
/// hiddenCount() says how many more there are.
class PendingChangesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { RecordColumn, ReasonColumn, EffectColumn, ColumnCount };
    enum Role { RecordIndexRole = Qt::UserRole + 1 };
    static constexpr int kMaximumRows = 65'536;

    /// All outlive the model. With `search` the reason of a duplicate names the record that it repeats.
    PendingChangesModel(const PendingChanges& changes, const StoreDocument& document, const RecordSearch* search = nullptr, QObject* parent = nullptr);

    [[nodiscard]] std::uint64_t recordAt(int row) const;
    [[nodiscard]] std::uint64_t hiddenCount() const noexcept;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void reload();
    QString reasonText(std::uint64_t record) const;
    QString effectText(std::uint64_t record) const;

    const PendingChanges& m_changes;
    const StoreDocument& m_document;
    const RecordSearch* m_search;
    int m_rows = 0;
    bool m_planned = false;
    IndexRemap m_plan;
};

}  // namespace zrecord::workbench
