#pragma once

#include <QString>

class QWidget;

namespace zrecord::desktop {

/// The widget's own name, or that of the part of the window that it belongs to; empty without one.
QString widgetName(const QWidget* widget);

}  // namespace zrecord::desktop
