#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <QObject>

#include "workbench/selection/record_ranges.h"

namespace zrecord::workbench {

class IndexRemap;
class RecordOrder;

/// The one selection of a document: chosen records, the current record and the anchor of range gestures, all in 64-bit
/// record indices and counted from the store, never from visible rows; ranges and steps follow the order that is shown. Owned by DocumentSession, GUI thread.
class RecordSelection : public QObject {
    Q_OBJECT
public:
    /// What a click or key does to the set; the target always becomes the current record.
    enum class Gesture {
        Replace,      ///< plain click or arrow: only the target
        Toggle,       ///< Ctrl+click, Space or X: the target in or out
        Extend,       ///< Shift: exactly anchor … target
        ExtendAdd,    ///< Ctrl+Shift: anchor … target as well
        MoveCurrent   ///< Ctrl+arrow: the set stays as it is
    };
    Q_ENUM(Gesture)

    explicit RecordSelection(QObject* parent = nullptr);
    ~RecordSelection() override;

    [[nodiscard]] std::uint64_t recordCount() const noexcept { return m_recordCount; }
    /// A store that became shorter drops what is beyond; the current record moves to the last one.
    void setRecordCount(std::uint64_t count);
    /// The rows of the views, of the same store; every record in its own order at first and after setRecordCount().
    void setOrder(std::shared_ptr<const RecordOrder> order);
    [[nodiscard]] std::uint64_t rowCount() const noexcept;
    /// Row of the current record, or of the one nearest to it; 0 without.
    [[nodiscard]] std::uint64_t currentRow() const;

    [[nodiscard]] std::optional<std::uint64_t> current() const noexcept { return m_current; }
    [[nodiscard]] std::optional<std::uint64_t> anchor() const noexcept { return m_anchor; }
    [[nodiscard]] const RecordRanges& ranges() const noexcept { return m_ranges; }
    [[nodiscard]] std::uint64_t count() const noexcept { return m_ranges.count(); }
    [[nodiscard]] bool isSelected(std::uint64_t index) const noexcept { return m_ranges.contains(index); }

    /// Out-of-range targets are clipped to the last record; nothing happens in an empty store.
    void select(std::uint64_t target, Gesture gesture = Gesture::Replace);
    /// The record of a row, clipped to the last.
    void selectRow(std::uint64_t row, Gesture gesture = Gesture::Replace);
    /// From the current record by `delta` rows, stopping at the ends.
    void moveBy(std::int64_t delta, Gesture gesture = Gesture::Replace);
    /// Current record without touching the set or the anchor.
    void setCurrent(std::uint64_t index);
    /// All that is shown.
    void selectAll();
    void clearSelection();
    /// Exactly what is shown and not selected.
    void invert();
    void setRanges(RecordRanges ranges);
    /// Follows the records of a removal; a removed current record gives way to the one now in its slot.
    void applyRemap(const IndexRemap& remap);

Q_SIGNALS:
    void currentChanged();
    void selectionChanged();

private:
    void assign(RecordRanges ranges, std::optional<std::uint64_t> current, std::optional<std::uint64_t> anchor);

    [[nodiscard]] RecordRanges between(std::uint64_t a, std::uint64_t b) const;

    std::uint64_t m_recordCount = 0;
    std::shared_ptr<const RecordOrder> m_order;
    RecordRanges m_ranges;
    std::optional<std::uint64_t> m_current;
    std::optional<std::uint64_t> m_anchor;
};

}  // namespace zrecord::workbench
