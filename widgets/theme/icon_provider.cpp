#include "widgets/theme/icon_provider.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "widgets/theme/theme.h"

namespace zrecord::widgets {

namespace {

QColor colorFor(IconColor color, QIcon::Mode mode) {
    const Theme& theme = Theme::of(QGuiApplication::palette());
    if (mode == QIcon::Disabled)
        return theme.disabledText;
    switch (color) {
        case IconColor::Text: return theme.text;
        case IconColor::Dim: return theme.dimText;
        case IconColor::Accent: return theme.accent;
        case IconColor::OnAccent: return theme.onAccent;
        case IconColor::Warning: return theme.warning;
        case IconColor::Marked: return theme.marked;
        case IconColor::Good: return theme.good;
    }
    return theme.text;
}

class ThemedIconEngine final : public QIconEngine {
public:
    ThemedIconEngine(QString name, IconColor color) : m_name(std::move(name)), m_color(color) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const int side = qMin(rect.width(), rect.height());
        const qreal ratio = painter->device()->devicePixelRatioF();
        const QPoint corner(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2);
        painter->drawPixmap(corner, iconPixmap(m_name, colorFor(m_color, mode), side, ratio));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override {
        return iconPixmap(m_name, colorFor(m_color, mode), qMin(size.width(), size.height()), 1.0);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal scale) override {
        QPixmap drawn = iconPixmap(m_name, colorFor(m_color, mode),
                                   qRound(qMin(size.width(), size.height()) / scale), scale);
        return drawn;
    }
    QIconEngine* clone() const override { return new ThemedIconEngine(m_name, m_color); }
    QString key() const override { return QStringLiteral("zrecord"); }
    bool isNull() override { return false; }

private:
    QString m_name;
    IconColor m_color;
};

}  // namespace

QIcon icon(const QString& name, IconColor color) { return QIcon(new ThemedIconEngine(name, color)); }

QPixmap iconPixmap(const QString& name, const QColor& color, int size, qreal devicePixelRatio) {
    const QString key = QStringLiteral("zr-icon/%1/%2/%3/%4").arg(name, color.name(QColor::HexArgb)).arg(size).arg(devicePixelRatio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    QFile file(QStringLiteral(":/zrecord/icons/%1.svg").arg(name));
    const bool opened = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(opened, "iconPixmap", qPrintable(name));
    Q_UNUSED(opened);
    QByteArray svg = file.readAll();
    svg.replace("currentColor", color.name().toLatin1());
    QSvgRenderer renderer(svg);
    pixmap = QPixmap(qRound(size * devicePixelRatio), qRound(size * devicePixelRatio));
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter, QRectF(0, 0, size, size));
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

}  // namespace zrecord::widgets
