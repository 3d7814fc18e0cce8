#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <QWidget>

#include "workbench/viewdata/image_geometry.h"

class QComboBox;
class QGridLayout;
class QSlider;
class QSpinBox;

namespace zrecord::widgets {

class TextLabel;

/// Which axes of a record are shown, and where the others stand: boxes for the axes, a slider for each of the others (boxes
/// alone when there are many). One of them is the active one, which keys step. Shows what it is told and asks for changes.
/// GUI thread only.
class AxisControls final : public QWidget {
    Q_OBJECT

public:
    enum class Choice { None, RowsAndColumns, RowsColumnsAndChannels };
    /// More sliced axes than that have no sliders.
    static constexpr std::size_t kMostSliders = 4;

    explicit AxisControls(QWidget* parent = nullptr);

    /// `slice` is the place on every axis. With `hasChannels` no axis may be active: then the keys mean the channel.
    void showState(std::span<const std::uint64_t> shape, const workbench::AxisChoice& axes, const std::vector<std::uint64_t>& slice,
                   Choice choice, bool hasChannels = false);
    /// Moves along the active axis; false at the ends and without one.
    bool stepSlice(int delta);
    /// Makes the next or previous axis active; false when there is no other.
    bool stepAxis(int delta);
    [[nodiscard]] std::optional<std::size_t> activeAxis() const;

Q_SIGNALS:
    void axesChosen(const zrecord::workbench::AxisChoice& axes);
    void sliceChosen(const std::vector<std::uint64_t>& slice);

private:
    struct Line {
        std::size_t axis;
        TextLabel* caption;
        QSlider* slider;  ///< null when there are many
        QSpinBox* box;
    };
    void buildChoice();
    void showChoice(Choice choice);
    void layOutLines(const std::vector<std::size_t>& axes);
    void showLines();
    void setPlace(std::size_t axis, int place);
    void choose(int workbench::AxisChoice::*role, int axis);
    void activate(std::size_t axis);

    std::vector<std::uint64_t> m_shape;
    workbench::AxisChoice m_axes;
    std::vector<std::uint64_t> m_slice;
    bool m_hasChannels = false;
    std::optional<std::size_t> m_active;
    QWidget* m_choice;
    QComboBox* m_rows;
    QComboBox* m_columns;
    QComboBox* m_channels;
    TextLabel* m_channelsCaption;
    QGridLayout* m_grid;
    std::vector<Line> m_lines;
};

}  // namespace zrecord::widgets
