#pragma once

#include <cstdint>
#include <initializer_list>

#include <QWidget>

#include "workbench/viewdata/image_mapping.h"

class QComboBox;
class QLineEdit;
class QSpinBox;

namespace zrecord::widgets {

class AxisControls;
class TextLabel;

/// The lines below a picture: range, colours, and which axes are shown where there is a choice. Shows what it is told and
/// asks for changes; keeps no state of its own. GUI thread only.
class ImageControls final : public QWidget {
    Q_OBJECT

public:
    explicit ImageControls(QWidget* parent = nullptr);

    /// Options in use, what they gave, and the record they were used for. `kept`: the range holds while stepping.
    void showState(const workbench::ImageMappingOptions& options, const workbench::MappedImage& mapped,
                   const workbench::DecodedRecord& record, bool kept);
    /// Steps the channel, or along the active axis; false at the ends.
    bool stepSlice(int delta);
    /// Chooses what stepSlice() steps; false when there is no other.
    bool stepAxis(int delta);

Q_SIGNALS:
    void optionsChosen(const zrecord::workbench::ImageMappingOptions& options);
    void rangeModeChosen(zrecord::workbench::RangeMode mode);
    void keepChosen();

private:
    void buildRange();
    void buildAxes();
    void showRange(bool kept);
    void showSpecials(const workbench::MappedImage& mapped);
    void showAxes(const workbench::DecodedRecord& record);
    void chooseRange(int item);
    void applyFixedRange();

    workbench::ImageMappingOptions m_options;
    workbench::ImageGeometry m_geometry;
    double m_low = 0;
    double m_high = 0;
    QComboBox* m_range;
    QLineEdit* m_lowEdit;
    QLineEdit* m_highEdit;
    TextLabel* m_rangeText;
    QComboBox* m_colors;
    QComboBox* m_part;
    QWidget* m_axesLine;
    QComboBox* m_layout;
    QSpinBox* m_channel;
    AxisControls* m_axes;
    TextLabel* m_specials;  ///< colours and counts of NaN and infinities
};

/// A line with a dim caption left and widgets right.
QWidget* makeControlLine(const QString& caption, std::initializer_list<QWidget*> widgets);

}  // namespace zrecord::widgets
