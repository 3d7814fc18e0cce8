#include "desktop/widget_name.h"

#include <QWidget>

namespace zrecord::desktop {

QString widgetName(const QWidget* widget) {
    while (widget != nullptr && (widget->objectName().isEmpty() || widget->objectName().startsWith(QLatin1String("qt_"))))
        widget = widget->parentWidget();
    return widget != nullptr ? widget->objectName() : QString();
}

}  // namespace zrecord::desktop
