#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <QAbstractTableModel>

#include "workbench/document/stream_set.h"

namespace zrecord::workbench {

class PendingChanges;
class RecordCache;
class RecordSelection;
class StoreDocument;
class IndexRemap;

/// A window of at most 65,536 rows that slides over the 64-bit records of a document, because Qt's header keeps pixels in
/// 32 bits and memory per row. Moving the window changes data, never the number of rows: dataChanged and
/// headerDataChanged, no reset. data() is constant time, reads the cache only, and requests nothing.
class RecordTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class ColumnKind { Index, Value, Shape };
    Q_ENUM(ColumnKind)
    static constexpr int kWindowRows = 65'536;

    /// All outlive the model. `windowRows` smaller in tests.
    RecordTableModel(const StoreDocument& document, RecordCache& cache, RecordSelection& selection, PendingChanges& pending,
                     int windowRows = kWindowRows, QObject* parent = nullptr);

    // The window
    [[nodiscard]] std::uint64_t recordCount() const noexcept { return m_recordCount; }
    [[nodiscard]] std::uint64_t base() const noexcept { return m_base; }  ///< record of row 0
    [[nodiscard]] std::uint64_t recordAt(int row) const noexcept { return m_base + static_cast<std::uint64_t>(row); }
    /// Row of a record; nothing when it is outside the window.
    [[nodiscard]] std::optional<int> rowOf(std::uint64_t record) const noexcept;
    /// Moves the window so that rows first … first + count − 1 are inside, with a quarter of it to spare on both sides
    /// where the store reaches that far. True when it moved. Call before using rowOf() for a far record.
    bool ensureWindow(std::uint64_t first, std::uint64_t count = 1);

    // Columns
    [[nodiscard]] ColumnKind columnKind(int column) const;
    [[nodiscard]] int columnStream(int column) const;  ///< −1 for the index column
    [[nodiscard]] int valueColumn(int stream) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    void multiData(const QModelIndex& index, QModelRoleDataSpan roles) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

    /// Takes streams and count anew: same columns keep the rows, otherwise a reset. DocumentSession calls it.
    void refresh();

Q_SIGNALS:
    /// The window moved: row r showed record oldBase + r and now shows newBase + r.
    void baseChanged(std::uint64_t oldBase, std::uint64_t newBase);

private:
    struct Column {
        ColumnKind kind;
        int stream;
        QString title;
        QString toolTip;
        friend bool operator==(const Column&, const Column&) = default;
    };
    std::vector<Column> makeColumns() const;
    /// Single numbers stand right so that digits line up; lists of them, texts and shapes start left.
    [[nodiscard]] Qt::Alignment alignment(const Column& column) const;
    [[nodiscard]] int windowFor(std::uint64_t count) const noexcept;
    void setRecordCount(std::uint64_t count);
    void setBase(std::uint64_t base);
    void emitRecords(std::uint64_t first, std::uint64_t count, int firstColumn, int lastColumn, const QList<int>& roles = {});
    void emitEverything();
    QVariant cell(std::uint64_t record, const Column& column, int role) const;
    QVariant valueText(std::uint64_t record, const Column& column) const;

    const StoreDocument& m_document;
    RecordCache& m_cache;
    RecordSelection& m_selection;
    PendingChanges& m_pending;
    int m_window;
    std::vector<Column> m_columns;
    std::uint64_t m_recordCount = 0;
    std::uint64_t m_base = 0;
};

}  // namespace zrecord::workbench
