#include "widgets/theme/workbench_style.h"

#include <QMenu>

namespace zrecord::widgets {

WorkbenchStyle::WorkbenchStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

int WorkbenchStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* result) const {
    switch (hint) {
        case SH_UnderlineShortcut:
            // Lines under letters help inside an open menu; on bars and buttons they are noise.
            return qobject_cast<const QMenu*>(widget) != nullptr ? 1 : 0;
        case SH_ItemView_ShowDecorationSelected:
            return 0;
        case SH_ToolTip_WakeUpDelay:
            return 500;
        default:
            return QProxyStyle::styleHint(hint, option, widget, result);
    }
}

}  // namespace zrecord::widgets
