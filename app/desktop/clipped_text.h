#pragma once

#include <QStringList>

class QWidget;

namespace zrecord::desktop {

/// "'Review and app' lacks 14 pixels (reviewButton)": a line for each visible label, button, tab or choice below `window`
/// whose text does not fit into the place that it was given. Text that is elided on purpose, with the whole text in a tool
/// tip, is not meant.
QStringList clippedTexts(const QWidget& window);

}  // namespace zrecord::desktop
