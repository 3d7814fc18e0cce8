#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "widgets/viewers/record_view.h"

class QHBoxLayout;
class QSpinBox;

namespace zrecord::widgets {

class TextLabel;
class ValueCanvas;

/// The exact values of a record: a table, one box for each leading dimension of arrays with more than two, and the current
/// cell in full below.
class ValueViewer final : public RecordView {
    Q_OBJECT

public:
    explicit ValueViewer(QWidget* parent = nullptr);

    void showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t index) override;
    void clear() override;
    [[nodiscard]] QWidget* focusTarget() override;

    [[nodiscard]] ValueCanvas& canvas() { return *m_canvas; }
    /// Positions of the leading dimensions of the stream that is shown.
    [[nodiscard]] std::vector<std::uint64_t> slice() const;
    /// Moves along the last of the sliced dimensions.
    bool stepSlice(int delta) override;

private:
    void layOutSliceBoxes();
    void relayout();
    void describeCurrent();

    workbench::DecodedRecord m_record;
    std::size_t m_stream = 0;
    std::map<std::size_t, std::vector<std::uint64_t>> m_slices;  ///< per stream
    QWidget* m_sliceBar;
    QHBoxLayout* m_sliceLayout;
    std::vector<QSpinBox*> m_boxes;
    ValueCanvas* m_canvas;
    TextLabel* m_place;
    TextLabel* m_value;
};

}  // namespace zrecord::widgets
