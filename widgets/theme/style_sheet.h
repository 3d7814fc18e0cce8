#pragma once

#include <QString>

namespace zrecord::widgets {

struct Theme;

/// The application's one style sheet: resources/themes/workbench.qss with its @tokens@ filled in. `fontSize` in pixels.
QString makeStyleSheet(const Theme& theme, int fontSize);

}  // namespace zrecord::widgets
