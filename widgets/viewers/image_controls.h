#pragma once

#include <cstdint>
#include <initializer_list>

#include <QWidget>

#include "workbench/viewdata/image_mapping.h"

class QComboBox;
class QLineEdit;
class QSpinBox;

namespace zrecord::widgets {

class TextLabel;

/// The lines below a picture: range, colours, and the order of the axes where there is a choice. Shows what it is told and
/// asks for changes; keeps no state of its own. GUI thread only.
class ImageControls final : public QWidget {
    Q_OBJECT

public:
    explicit ImageControls(QWidget* parent = nullptr);

    /// Options in use, what they gave, and the record they were used for. `kept`: the range holds while stepping.
    void showState(const workbench::ImageMappingOptions& options, const workbench::MappedImage& mapped,
                   const workbench::DecodedRecord& record, bool kept);
    /// Steps the channel, or the picture of a stack when there are no channels; false at the ends.
    bool stepSlice(int delta);

Q_SIGNALS:
    void optionsChosen(const zrecord::workbench::ImageMappingOptions& options);
    void rangeModeChosen(zrecord::workbench::RangeMode mode);
    void keepChosen();

private:
    void buildRange();
    void buildAxes();
    void showRange(bool kept);
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
    QWidget* m_axesLine;
    QComboBox* m_layout;
    QSpinBox* m_channel;
    QSpinBox* m_page;
};

/// A line with a dim caption left and widgets right.
QWidget* makeControlLine(const QString& caption, std::initializer_list<QWidget*> widgets);

}  // namespace zrecord::widgets
