#pragma once

#include <QImage>
#include <QPointF>
#include <QWidget>

#include <optional>

namespace zrecord::widgets {

/// Shows one picture: fit, 100 % or any zoom, panned by dragging or Shift+arrows, the pixel under the cursor reported.
/// Zoom and place outlive setImage() while the size stays the same, so that stepping compares like with like.
/// The picture is already mapped to colours; values are the owner's business. GUI thread only.
class ImageCanvas : public QWidget {
    Q_OBJECT

public:
    static constexpr double kSmallestZoom = 1.0 / 64;
    static constexpr double kLargestZoom = 256.0;

    explicit ImageCanvas(QWidget* parent = nullptr);

    void setImage(const QImage& image);
    [[nodiscard]] const QImage& image() const noexcept { return m_image; }

    /// True shows every pixel as a square from 100 % on; false interpolates. Below 100 % pixels are always averaged.
    void setHardPixels(bool hard);
    [[nodiscard]] bool hardPixels() const noexcept { return m_hardPixels; }

    /// As large as the canvas allows, followed on resizing until another zoom is chosen.
    void fit();
    /// One image pixel per logical pixel.
    void showActualSize();
    /// `anchor` (canvas pixels) keeps its image point; the centre by default.
    void setZoom(double zoom, std::optional<QPointF> anchor = std::nullopt);
    void zoomIn();
    void zoomOut();
    [[nodiscard]] double zoom() const;
    [[nodiscard]] bool isFit() const noexcept { return m_fit; }
    void panBy(QPointF delta);

    /// The image pixel under a canvas point.
    [[nodiscard]] std::optional<QPoint> pixelAt(QPointF point) const;
    /// Where the whole picture lies, in canvas pixels.
    [[nodiscard]] QRectF imageRect() const;
    /// Marks one pixel with a frame (the one whose value is shown); nothing when empty.
    void setMarkedPixel(std::optional<QPoint> pixel);

    [[nodiscard]] QSize sizeHint() const override { return {360, 320}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 96}; }

Q_SIGNALS:
    void pixelHovered(QPoint pixel);
    void hoverEnded();
    void zoomChanged(double zoom);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] double fittingZoom() const;
    [[nodiscard]] const QImage& reduced(double zoom);
    void clampCentre();
    void drawMarkedPixel(QPainter& painter, const QRectF& target) const;
    void drawFocusRing(QPainter& painter) const;

    QImage m_image;
    QImage m_reduced;          ///< m_image averaged down for m_reducedZoom
    double m_reducedZoom = 0;
    bool m_hardPixels = true;
    bool m_fit = true;
    double m_zoom = 1;
    QPointF m_centre;          ///< image point in the middle of the canvas
    std::optional<QPoint> m_marked;
    std::optional<QPoint> m_hovered;
    std::optional<QPointF> m_dragFrom;
};

}  // namespace zrecord::widgets
