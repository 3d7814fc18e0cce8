#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include <QPoint>

#include "widgets/viewers/record_view.h"
#include "workbench/jobs/latest_task.h"
#include "workbench/viewdata/image_mapping.h"

class QToolButton;

namespace zrecord::widgets {

class ImageCanvas;
class ImageControls;
class TextLabel;
class ValueCanvas;

/// A record as a picture: layout guessed and correctable, range and colour map chosen per stream and kept while stepping,
/// the exact values around the cursor below. Large pictures are drawn on a worker, the newest wins.
class ImageViewer final : public RecordView {
    Q_OBJECT

public:
    /// Up to this many elements a picture is drawn at once, within a frame.
    static constexpr std::uint64_t kDrawnAtOnce = std::uint64_t{1} << 18;

    /// `runner` outlives the viewer.
    explicit ImageViewer(workbench::TaskRunner& runner, QWidget* parent = nullptr);
    ~ImageViewer() override;

    void showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t index) override;
    void clear() override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QWidget* focusTarget() override;

    [[nodiscard]] ImageCanvas& canvas() { return *m_canvas; }
    [[nodiscard]] const workbench::MappedImage& mapped() const noexcept { return m_mapped; }
    [[nodiscard]] const workbench::ImageMappingOptions& options() const;
    void setOptions(const workbench::ImageMappingOptions& options);
    /// Options for a stream that may not be shown yet; says nothing and forgets a range that was kept.
    void restoreOptions(std::size_t stream, const workbench::ImageMappingOptions& options);

    /// Lays another record over the picture until the next showRecord(): labels of the same height and width. False, and
    /// nothing is laid over it, when the record does not fit; a picture that is still being drawn gets it when it is there.
    bool setOverlay(const workbench::DecodedRecord& labels, const QString& name);
    void clearOverlay();
    /// Shows the bare picture while true.
    void setOverlayHidden(bool hidden);
    /// Whether range, colours and axes can be chosen here; a viewer that follows another hides them.
    void setControlsVisible(bool visible);

    /// Takes the range of the finite values of this record and keeps it.
    void normalizeToRecord();
    /// Keeps the range in use for every record, or goes back to the mode before.
    void setRangeKept(bool kept);
    [[nodiscard]] bool isRangeKept() const;
    /// Next or previous channel (colour comes before the first), or place on the active axis; false at the ends.
    bool stepSlice(int delta) override;
    bool stepAxis(int delta) override;
    [[nodiscard]] std::optional<std::uint64_t> currentElement() const override;
    void setCurrentElement(std::uint64_t element) override;
    [[nodiscard]] QString currentText() const override;

    /// "At (16, 13)", with slices the place on every axis, and the exact value there, one for each channel: "173",
    /// "(12, 34, 56)". Empty outside.
    [[nodiscard]] QString placeText(QPoint pixel) const;
    [[nodiscard]] QString valueText(QPoint pixel) const;

Q_SIGNALS:
    void optionsChanged();
    /// Another picture is on the canvas.
    void drawn();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct StreamState {
        workbench::ImageMappingOptions options;
        std::optional<workbench::RangeMode> modeBeforeKeep;
    };
    [[nodiscard]] StreamState& state();
    void buildControls();
    void redraw();
    /// The table of values gives way where there is no room for it.
    void fitValues();
    [[nodiscard]] int heightWithValues() const;
    void take(Result<workbench::MappedImage> mapped);
    [[nodiscard]] bool showsColor() const;
    void showPlace();
    bool applyOverlay();
    void showValuesAround(QPoint pixel);
    void chooseRange(workbench::RangeMode mode);

    workbench::DecodedRecord m_record;
    std::size_t m_stream = 0;
    mutable std::map<std::size_t, StreamState> m_states;
    workbench::MappedImage m_mapped;
    std::uint64_t m_version = 0;
    bool m_normalizing = false;  ///< the next picture fixes the range

    workbench::DecodedRecord m_labels;  ///< laid over the picture
    QString m_labelsName;
    QImage m_overlay;
    bool m_overlayHidden = false;

    ImageCanvas* m_canvas;
    QWidget* m_zoomLine;
    TextLabel* m_zoomText;
    QToolButton* m_hardPixels;
    ImageControls* m_controls;
    TextLabel* m_place;
    TextLabel* m_value;
    ValueCanvas* m_values;
    workbench::LatestTask m_task;
};

}  // namespace zrecord::widgets
