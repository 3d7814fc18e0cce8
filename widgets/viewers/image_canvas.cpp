#include "widgets/viewers/image_canvas.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "widgets/theme/theme.h"

namespace zrecord::widgets {
namespace {

constexpr double kStep = 1.25;
constexpr int kPageRows = 10;
constexpr int kRadius = 8;
/// Room around a fitted picture, so that the focus ring never lies on pixels.
constexpr int kMargin = 8;

}  // namespace

ImageCanvas::ImageCanvas(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("imageCanvas"));
    setAccessibleName(tr("Image"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ImageCanvas::setImage(const QImage& image) {
    const bool sameSize = image.size() == m_image.size();
    m_image = image;
    m_reduced = {};
    m_reducedZoom = 0;
    if (!sameSize) {
        m_centre = QPointF(m_image.width() / 2.0, m_image.height() / 2.0);
        m_fit = m_fit || !m_image.isNull();
        if (!QRect(QPoint(), m_image.size()).contains(m_cursor.value_or(QPoint(-1, -1)))) {
            m_cursor.reset();
        }
        m_hovered.reset();
        Q_EMIT zoomChanged(zoom());
    }
    update();
}

void ImageCanvas::setOverlay(const QImage& overlay) {
    m_overlay = overlay;
    update();
}

void ImageCanvas::setHardPixels(bool hard) {
    m_hardPixels = hard;
    update();
}

void ImageCanvas::fit() {
    m_fit = true;
    m_centre = QPointF(m_image.width() / 2.0, m_image.height() / 2.0);
    Q_EMIT zoomChanged(zoom());
    Q_EMIT viewpointChanged();
    update();
}

void ImageCanvas::showActualSize() {
    setZoom(1.0);
}

void ImageCanvas::setZoom(double zoom, std::optional<QPointF> anchor) {
    if (m_image.isNull()) {
        return;
    }
    const double before = this->zoom();
    const double after = std::clamp(zoom, kSmallestZoom, kLargestZoom);
    const QPointF middle(width() / 2.0, height() / 2.0);
    const QPointF fixed = anchor.value_or(middle) - middle;
    m_centre += fixed / before - fixed / after;
    m_zoom = after;
    m_fit = false;
    clampCentre();
    Q_EMIT zoomChanged(after);
    Q_EMIT viewpointChanged();
    update();
}

ImageCanvas::Viewpoint ImageCanvas::viewpoint() const {
    if (m_image.isNull()) {
        return {};
    }
    return {m_fit, m_zoom, {m_centre.x() / m_image.width(), m_centre.y() / m_image.height()}};
}

void ImageCanvas::setViewpoint(const Viewpoint& viewpoint) {
    if (m_image.isNull() || viewpoint == this->viewpoint()) {
        return;
    }
    m_fit = viewpoint.fit;
    m_zoom = std::clamp(viewpoint.zoom, kSmallestZoom, kLargestZoom);
    m_centre = QPointF(viewpoint.centre.x() * m_image.width(), viewpoint.centre.y() * m_image.height());
    clampCentre();
    Q_EMIT zoomChanged(zoom());
    update();
}

void ImageCanvas::zoomIn() {
    setZoom(zoom() * kStep);
}

void ImageCanvas::zoomOut() {
    setZoom(zoom() / kStep);
}

double ImageCanvas::zoom() const {
    return m_fit ? fittingZoom() : m_zoom;
}

void ImageCanvas::panBy(QPointF delta) {
    if (m_image.isNull()) {
        return;
    }
    m_zoom = zoom();
    m_fit = false;
    m_centre -= delta / m_zoom;
    clampCentre();
    Q_EMIT viewpointChanged();
    update();
}

std::optional<QPoint> ImageCanvas::pixelAt(QPointF point) const {
    const QRectF target = imageRect();
    if (m_image.isNull() || !target.contains(point)) {
        return std::nullopt;
    }
    const QPointF place = (point - target.topLeft()) / zoom();
    return QPoint(std::clamp(static_cast<int>(place.x()), 0, m_image.width() - 1),
                  std::clamp(static_cast<int>(place.y()), 0, m_image.height() - 1));
}

QRectF ImageCanvas::imageRect() const {
    const double factor = zoom();
    QPointF topLeft = QPointF(width() / 2.0, height() / 2.0) - m_centre * factor;
    topLeft = QPointF(std::round(topLeft.x()), std::round(topLeft.y()));
    return {topLeft, QSizeF(m_image.size()) * factor};
}

void ImageCanvas::setCursorPixel(std::optional<QPoint> pixel) {
    if (pixel && !QRect(QPoint(), m_image.size()).contains(*pixel)) {
        return;
    }
    m_hovered.reset();
    m_cursor = pixel;
    if (pixel) {
        showPixel(*pixel);
    }
    update();
    Q_EMIT currentPixelChanged();
}

void ImageCanvas::setHovered(std::optional<QPoint> pixel) {
    if (pixel == m_hovered) {
        return;
    }
    m_hovered = pixel;
    update();
    Q_EMIT currentPixelChanged();
}

void ImageCanvas::showPixel(QPoint pixel) {
    const double factor = zoom();
    const QRectF place(imageRect().topLeft() + QPointF(pixel) * factor, QSizeF(factor, factor));
    const QRectF room = QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin);
    QPointF delta;
    delta.rx() = place.left() < room.left() ? room.left() - place.left() : place.right() > room.right() ? room.right() - place.right() : 0;
    delta.ry() = place.top() < room.top() ? room.top() - place.top() : place.bottom() > room.bottom() ? room.bottom() - place.bottom() : 0;
    if (!m_fit && !delta.isNull()) {
        panBy(delta);
    }
}

void ImageCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath frame;
    frame.addRoundedRect(QRectF(rect()), kRadius, kRadius);
    painter.fillPath(frame, Theme::of(palette()).imageBackdrop);
    if (!m_image.isNull()) {
        painter.save();
        painter.setClipPath(frame);
        const QRectF target = imageRect();
        const double factor = zoom();
        painter.setRenderHint(QPainter::SmoothPixmapTransform, factor < 1 || !m_hardPixels);
        const QImage& source = reduced(factor);
        const QRectF shown = target.intersected(QRectF(rect()));
        const double scale = target.width() / source.width();
        painter.drawImage(shown, source,
                          QRectF((shown.topLeft() - target.topLeft()) / scale, shown.size() / scale));
        if (!m_overlay.isNull()) {
            painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
            painter.drawImage(target, m_overlay);
        }
        drawMarkedPixel(painter, target);
        painter.restore();
    }
    if (hasFocus()) {
        drawFocusRing(painter);
    }
}

void ImageCanvas::resizeEvent(QResizeEvent*) {
    if (m_fit) {
        Q_EMIT zoomChanged(zoom());
    } else {
        clampCentre();
    }
}

void ImageCanvas::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / 120.0;
    if (notches != 0) {
        setZoom(zoom() * std::pow(kStep, notches), event->position());
    }
    event->accept();
}

void ImageCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton) {
        m_dragFrom = event->position();
        m_dragged = false;
    }
}

void ImageCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (m_dragFrom && (event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) {
        const QPointF way = event->position() - *m_dragFrom;
        if (m_dragged || way.manhattanLength() >= QApplication::startDragDistance()) {
            m_dragged = true;
            panBy(way);
            m_dragFrom = event->position();
        }
        return;
    }
    setHovered(pixelAt(event->position()));
}

void ImageCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (m_dragFrom && !m_dragged && event->button() == Qt::LeftButton) {
        if (const auto pixel = pixelAt(event->position())) {
            m_cursor = pixel;
            setHovered(pixel);
            update();
            Q_EMIT currentPixelChanged();
        }
    }
    m_dragFrom.reset();
}

void ImageCanvas::mouseDoubleClickEvent(QMouseEvent*) {
    fit();
}

void ImageCanvas::leaveEvent(QEvent*) {
    setHovered(std::nullopt);
}

void ImageCanvas::keyPressEvent(QKeyEvent* event) {
    // Plain arrows step records in the whole viewer; the pixel cursor moves with Shift.
    event->setAccepted(event->modifiers() == Qt::ShiftModifier && moveCursor(event));
}

bool ImageCanvas::moveCursor(QKeyEvent* event) {
    if (m_image.isNull()) {
        return false;
    }
    const QRect all(QPoint(), m_image.size());
    // The first key shows the cursor in the middle of what is in sight.
    const QPoint middle = pixelAt(QPointF(width() / 2.0, height() / 2.0)).value_or(all.center());
    const auto before = currentPixel();
    QPoint to = before.value_or(middle);
    const int step = before ? 1 : 0;
    switch (event->key()) {
    case Qt::Key_Left: to.rx() -= step; break;
    case Qt::Key_Right: to.rx() += step; break;
    case Qt::Key_Up: to.ry() -= step; break;
    case Qt::Key_Down: to.ry() += step; break;
    case Qt::Key_PageUp: to.ry() -= kPageRows; break;
    case Qt::Key_PageDown: to.ry() += kPageRows; break;
    case Qt::Key_Home: to.rx() = all.left(); break;
    case Qt::Key_End: to.rx() = all.right(); break;
    default: return false;
    }
    setCursorPixel(QPoint(std::clamp(to.x(), all.left(), all.right()), std::clamp(to.y(), all.top(), all.bottom())));
    return true;
}

double ImageCanvas::fittingZoom() const {
    if (m_image.isNull()) {
        return 1;
    }
    const double across = std::max(width() - 2 * kMargin, 1) / static_cast<double>(m_image.width());
    const double down = std::max(height() - 2 * kMargin, 1) / static_cast<double>(m_image.height());
    return std::clamp(std::min(across, down), 1e-6, kLargestZoom);
}

const QImage& ImageCanvas::reduced(double zoom) {
    // Painting a large picture much smaller would average it anew for every frame.
    const double pixels = static_cast<double>(m_image.width()) * m_image.height();
    if (zoom > 0.5 || pixels < 512 * 512) {
        return m_image;
    }
    if (m_reducedZoom != zoom) {
        const QSize size(std::max(static_cast<int>(m_image.width() * zoom), 1),
                         std::max(static_cast<int>(m_image.height() * zoom), 1));
        m_reduced = m_image.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        m_reducedZoom = zoom;
    }
    return m_reduced;
}

void ImageCanvas::clampCentre() {
    m_centre = QPointF(std::clamp(m_centre.x(), 0.0, static_cast<double>(m_image.width())),
                       std::clamp(m_centre.y(), 0.0, static_cast<double>(m_image.height())));
}

void ImageCanvas::drawMarkedPixel(QPainter& painter, const QRectF& target) const {
    const auto marked = currentPixel();
    if (!marked) {
        return;
    }
    // Small pixels get a frame that is large enough to be seen.
    constexpr double kSmallestFrame = 5;
    const double factor = zoom();
    QRectF pixel(target.topLeft() + QPointF(*marked) * factor, QSizeF(factor, factor));
    if (factor < kSmallestFrame) {
        pixel = QRectF(pixel.center() - QPointF(kSmallestFrame / 2, kSmallestFrame / 2), QSizeF(kSmallestFrame, kSmallestFrame));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Theme::of(palette()).imageBackdrop, 3));
    painter.drawRect(pixel);
    painter.setPen(QPen(Theme::darkTheme().text, 1));  // light on the dark frame, in every theme
    painter.drawRect(pixel);
}

void ImageCanvas::drawFocusRing(QPainter& painter) const {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kRadius - 1, kRadius - 1);
}

}  // namespace zrecord::widgets
