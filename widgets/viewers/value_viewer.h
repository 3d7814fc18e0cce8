#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "widgets/viewers/record_view.h"
#include "widgets/viewers/value_layout.h"

namespace zrecord::widgets {

class AxisControls;
class TextLabel;
class ValueCanvas;

/// The exact values of a record: a table of two axes, a slider for each other axis of arrays with more, and the current cell
/// in full below.
class ValueViewer final : public RecordView {
    Q_OBJECT

public:
    explicit ValueViewer(QWidget* parent = nullptr);

    void showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t index) override;
    void clear() override;
    [[nodiscard]] QWidget* focusTarget() override;

    [[nodiscard]] ValueCanvas& canvas() { return *m_canvas; }
    /// Place on every axis of the record that is shown.
    [[nodiscard]] const std::vector<std::uint64_t>& slice() const;
    void setAxes(const TableAxes& axes);
    bool stepSlice(int delta) override;
    bool stepAxis(int delta) override;
    [[nodiscard]] std::optional<std::uint64_t> currentElement() const override;
    void setCurrentElement(std::uint64_t element) override;
    [[nodiscard]] QString currentText() const override;

private:
    struct StreamState {
        std::vector<std::uint64_t> slice;
        TableAxes axes;
    };
    void relayout();
    void describeCurrent();

    workbench::DecodedRecord m_record;
    std::size_t m_stream = 0;
    std::map<std::size_t, StreamState> m_states;
    AxisControls* m_axes;
    ValueCanvas* m_canvas;
    TextLabel* m_place;
    TextLabel* m_value;
};

}  // namespace zrecord::widgets
