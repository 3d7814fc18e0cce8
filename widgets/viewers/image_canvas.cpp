#include "widgets/viewers/image_canvas.h"

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
constexpr double kKeyPan = 32;
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
        m_marked.reset();
        Q_EMIT zoomChanged(zoom());
    }
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

void ImageCanvas::setMarkedPixel(std::optional<QPoint> pixel) {
    m_marked = pixel;
    update();
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
    }
}

void ImageCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (m_dragFrom && (event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) {
        panBy(event->position() - *m_dragFrom);
        m_dragFrom = event->position();
        return;
    }
    const auto pixel = pixelAt(event->position());
    if (pixel == m_hovered) {
        return;
    }
    m_hovered = pixel;
    if (pixel) {
        Q_EMIT pixelHovered(*pixel);
    } else {
        Q_EMIT hoverEnded();
    }
}

void ImageCanvas::mouseReleaseEvent(QMouseEvent*) {
    m_dragFrom.reset();
}

void ImageCanvas::mouseDoubleClickEvent(QMouseEvent*) {
    fit();
}

void ImageCanvas::leaveEvent(QEvent*) {
    m_hovered.reset();
    Q_EMIT hoverEnded();
}

void ImageCanvas::keyPressEvent(QKeyEvent* event) {
    // Plain arrows step records in the whole viewer; the picture moves with Shift.
    const bool pan = event->modifiers() == Qt::ShiftModifier;
    switch (pan ? event->key() : 0) {
    case Qt::Key_Left: panBy({kKeyPan, 0}); return;
    case Qt::Key_Right: panBy({-kKeyPan, 0}); return;
    case Qt::Key_Up: panBy({0, kKeyPan}); return;
    case Qt::Key_Down: panBy({0, -kKeyPan}); return;
    default: event->ignore();
    }
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
    const double factor = zoom();
    if (!m_marked || factor < 4) {
        return;
    }
    const QRectF pixel(target.topLeft() + QPointF(*m_marked) * factor, QSizeF(factor, factor));
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
