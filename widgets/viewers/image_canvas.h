#pragma once

#include <QImage>
#include <QPointF>
#include <QWidget>

#include <optional>

namespace zrecord::widgets {

/// Shows one picture: fit, 100 % or any zoom, panned by dragging. The pixel under the pointer is reported; a click or
/// Shift+arrows puts the pixel cursor, which stays where the pointer leaves and while pictures of one size are stepped
/// through (Shift+Home, End: ends of the row; Shift+PgUp, PgDn: ten rows).
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
    /// The pixel under the pointer, or else the one with the pixel cursor.
    [[nodiscard]] std::optional<QPoint> currentPixel() const { return m_hovered ? m_hovered : m_cursor; }
    /// Puts the pixel cursor and brings it into view; nothing takes it away. Outside the picture is ignored.
    void setCursorPixel(std::optional<QPoint> pixel);
    /// A second picture over the first, the same size, drawn with hard pixels; null for none.
    void setOverlay(const QImage& overlay);
    /// Zoom, and the point in the middle as parts of width and height: what canvases side by side share.
    struct Viewpoint {
        bool fit = true;
        double zoom = 1;
        QPointF centre;
        friend bool operator==(const Viewpoint&, const Viewpoint&) = default;
    };
    [[nodiscard]] Viewpoint viewpoint() const;
    void setViewpoint(const Viewpoint& viewpoint);

    [[nodiscard]] QSize sizeHint() const override { return {360, 320}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 96}; }

Q_SIGNALS:
    /// By pointer or keys: another pixel, or none, is current.
    void currentPixelChanged();
    void zoomChanged(double zoom);
    /// The user zoomed or moved.
    void viewpointChanged();

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
    void showPixel(QPoint pixel);
    [[nodiscard]] bool moveCursor(QKeyEvent* event);
    void setHovered(std::optional<QPoint> pixel);
    void drawMarkedPixel(QPainter& painter, const QRectF& target) const;
    void drawFocusRing(QPainter& painter) const;

    QImage m_image;
    QImage m_reduced;          ///< m_image averaged down for m_reducedZoom
    double m_reducedZoom = 0;
    bool m_hardPixels = true;
    bool m_fit = true;
    double m_zoom = 1;
    QPointF m_centre;          ///< image point in the middle of the canvas
    QImage m_overlay;
    std::optional<QPoint> m_hovered;
    std::optional<QPoint> m_cursor;
    std::optional<QPointF> m_dragFrom;
    bool m_dragged = false;
};

}  // namespace zrecord::widgets
