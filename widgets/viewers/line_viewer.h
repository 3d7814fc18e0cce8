#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "widgets/viewers/record_view.h"
#include "workbench/viewdata/line_decimation.h"

class QCheckBox;
class QLineEdit;

namespace zrecord::widgets {

class AxisControls;
class PlotCard;
class TextLabel;

/// Rows of a record as lines over one of its axes, reduced to what the pixels can show, broken at NaN and infinities, with
/// the exact value at the pointer. Vectors are one line; of larger records the rows that were named are drawn, the others
/// fixed by a slice. Complex numbers are two lines, their real and imaginary parts. GUI thread only.
class LineViewer final : public RecordView {
    Q_OBJECT

public:
    static constexpr std::size_t kMostRows = 8;

    explicit LineViewer(QWidget* parent = nullptr);

    void showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t index) override;
    void clear() override;
    [[nodiscard]] QWidget* focusTarget() override;
    bool stepSlice(int delta) override;
    bool stepAxis(int delta) override;
    [[nodiscard]] std::optional<std::uint64_t> currentElement() const override;
    [[nodiscard]] QString currentText() const override;

    [[nodiscard]] PlotCard& card() { return *m_card; }
    /// "0, 3, 5-7": rows of the chosen axis; what lies outside is left out.
    void setRows(const QString& rows);
    /// Rows that the text names, below `count`, in order, each once, at most kMostRows; the first four when it names none.
    [[nodiscard]] static std::vector<std::uint64_t> parseRows(const QString& text, std::uint64_t count);

private:
    struct StreamState {
        QString rows;
        int row = -1, column = -1;
        std::vector<std::uint64_t> slice;
        std::optional<std::pair<double, double>> scale;  ///< kept while stepping
    };
    struct Series {
        workbench::ElementLine line;
        QString name;
        workbench::ComplexPart part = workbench::ComplexPart::Real;
    };
    [[nodiscard]] StreamState& state() { return m_states[m_stream]; }
    void layOut();
    void redraw(bool keepView);
    void keepScale(bool kept);
    [[nodiscard]] QString readout(std::size_t series, std::size_t point) const;

    workbench::DecodedRecord m_record;
    std::size_t m_stream = 0;
    std::map<std::size_t, StreamState> m_states;
    std::vector<Series> m_series;
    std::uint64_t m_length = 0;
    AxisControls* m_axes;
    QWidget* m_rowLine;
    QLineEdit* m_rows;
    QCheckBox* m_keep;
    PlotCard* m_card;
    TextLabel* m_note;
};

}  // namespace zrecord::widgets
