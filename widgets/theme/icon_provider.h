#pragma once

#include <QIcon>
#include <QString>

class QColor;
class QPixmap;

namespace zrecord::widgets {

/// Palette role that colours an icon; read from the application's palette whenever the icon is drawn.
enum class IconColor { Text, Dim, Accent, OnAccent, Warning, Marked, Good };

/// An icon of the family in resources/icons ("open", "reload", …). Follows the theme by itself; disabled states are
/// drawn in the disabled text colour. An unknown name is a programming error.
QIcon icon(const QString& name, IconColor color = IconColor::Text);

/// Text of a button that has an icon: style sheets of Qt 6.4 cannot widen the gap between them.
inline QString besideIcon(const QString& text) { return u' ' + text; }

/// One drawing at `size` logical pixels for owner-drawn widgets.
QPixmap iconPixmap(const QString& name, const QColor& color, int size, qreal devicePixelRatio);

}  // namespace zrecord::widgets
