#pragma once

#include <QString>
#include <QWidget>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "workbench/fetch/decoded_record.h"

namespace zrecord::widgets {

/// One way to look at a record: as picture, values, text or bytes. Shows what it is given and reads nothing itself.
/// Zoom, slice and range survive showRecord(), so that stepping compares like with like; they are kept per stream.
/// Plain arrow keys are left to the record viewer around it. GUI thread only.
class RecordView : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// `record` has its bytes; `stream` and `index` name it.
    virtual void showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t index) = 0;
    /// Nothing to show: drops the record's memory, keeps zoom, slice and range.
    virtual void clear() = 0;
    /// The widget that takes the keyboard.
    [[nodiscard]] virtual QWidget* focusTarget() = 0;
    /// Next or previous channel or place on the active axis, as the view has them; false at the ends and without any.
    virtual bool stepSlice(int delta) {
        Q_UNUSED(delta);
        return false;
    }
    /// Chooses what stepSlice() steps; false when there is no other.
    virtual bool stepAxis(int delta) {
        Q_UNUSED(delta);
        return false;
    }
    /// The element under the cursor, in C order; nothing when no element is pointed at.
    [[nodiscard]] virtual std::optional<std::uint64_t> currentElement() const { return std::nullopt; }
    /// Brings an element of the shown record into view and puts the cursor there.
    virtual void setCurrentElement(std::uint64_t element) { Q_UNUSED(element); }
    /// What a copy of the current value takes; empty when there is none.
    [[nodiscard]] virtual QString currentText() const { return {}; }
};

}  // namespace zrecord::widgets
