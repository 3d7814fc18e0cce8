#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <QAbstractTableModel>
#include <QStringList>

#include "workbench/document/stream_set.h"

namespace zrecord::workbench {

class PendingChanges;
class RecordCache;
class RecordSelection;
class StoreDocument;
class RecordOrder;
class RecordSearch;
class RecordTags;

/// A window of at most 65,536 rows that slides over the 64-bit rows of a document's order, because Qt's header keeps pixels in
/// 32 bits and memory per row. Moving the window changes data, never the number of rows: dataChanged and
/// headerDataChanged, no reset. data() is constant time, reads the cache only, and requests nothing.
class RecordTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class ColumnKind { Index, Value, Shape, Fact, Tags };
    Q_ENUM(ColumnKind)
    static constexpr int kWindowRows = 65'536;

    /// All outlive the model. `windowRows` smaller in tests.
    RecordTableModel(const StoreDocument& document, RecordCache& cache, RecordSelection& selection, PendingChanges& pending,
                     int windowRows = kWindowRows, QObject* parent = nullptr);
    ~RecordTableModel() override;

    // The window
    [[nodiscard]] std::uint64_t recordCount() const noexcept { return m_recordCount; }  ///< that are shown
    [[nodiscard]] std::uint64_t base() const noexcept { return m_base; }  ///< place of row 0 in the order
    [[nodiscard]] std::uint64_t recordAt(int row) const;
    /// Row of a record; nothing when it is outside the window.
    [[nodiscard]] std::optional<int> rowOf(std::uint64_t record) const;
    /// Row of a place in the order; nothing when it is outside the window.
    [[nodiscard]] std::optional<int> rowAt(std::uint64_t place) const noexcept;
    /// Moves the window so that places first … first + count − 1 are inside, with a quarter of it to spare on both sides
    /// where the store reaches that far. True when it moved. Call before using rowOf() or rowAt() for a far one.
    bool ensureWindow(std::uint64_t first, std::uint64_t count = 1);

    // Columns
    [[nodiscard]] ColumnKind columnKind(int column) const;
    [[nodiscard]] int columnStream(int column) const;  ///< −1 for the index column
    [[nodiscard]] int valueColumn(int stream) const;
    /// Facts of the main stream that have a column behind those of the streams: "std", "stored", … The search knows them, and
    /// which columns are sorted by; it outlives the model.
    void setSearch(const RecordSearch* search);
    /// A column for them appears with the first tag; they outlive the model.
    void setTags(const RecordTags* tags);
    void setFactColumns(const QStringList& facts);
    [[nodiscard]] const QStringList& factColumns() const noexcept { return m_facts; }
    /// What to sort by for the order of a column; empty for columns that have none, such as lists.
    [[nodiscard]] QString sortKey(int column) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    void multiData(const QModelIndex& index, QModelRoleDataSpan roles) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

    /// Takes streams and count anew: columns of the same streams keep the rows, otherwise a reset. DocumentSession calls it.
    void refresh();
    /// Other records, or the same in another order; refreshes as well.
    void setOrder(std::shared_ptr<const RecordOrder> order);

Q_SIGNALS:
    /// The window moved: row r showed place oldBase + r and now shows newBase + r.
    void baseChanged(std::uint64_t oldBase, std::uint64_t newBase);

private:
    struct Column {
        ColumnKind kind;
        int stream;
        QString title;
        QString toolTip;
        QString fact = {};
        friend bool operator==(const Column&, const Column&) = default;
    };
    std::vector<Column> makeColumns() const;
    /// Single numbers stand right so that digits line up; lists of them, texts and shapes start left.
    [[nodiscard]] Qt::Alignment alignment(const Column& column) const;
    [[nodiscard]] int windowFor(std::uint64_t count) const noexcept;
    void setRecordCount(std::uint64_t count);
    void setColumns(std::vector<Column> columns);
    void setBase(std::uint64_t base);
    void emitRecords(std::uint64_t first, std::uint64_t count, int firstColumn, int lastColumn, const QList<int>& roles = {});
    void emitEverything();
    QVariant cell(std::uint64_t record, const Column& column, int role) const;
    QVariant factCell(std::uint64_t record, const Column& column, int role) const;
    [[nodiscard]] QString title(int column) const;
    QVariant valueText(std::uint64_t record, const Column& column) const;
    QVariant wholeText(std::uint64_t record, const Column& column) const;

    const StoreDocument& m_document;
    RecordCache& m_cache;
    RecordSelection& m_selection;
    PendingChanges& m_pending;
    const RecordSearch* m_search = nullptr;
    const RecordTags* m_tags = nullptr;
    QStringList m_facts;
    int m_window;
    std::shared_ptr<const RecordOrder> m_order;
    std::vector<Column> m_columns;
    std::uint64_t m_recordCount = 0;
    std::uint64_t m_base = 0;
};

}  // namespace zrecord::workbench
