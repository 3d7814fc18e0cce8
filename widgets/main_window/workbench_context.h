#pragma once

namespace zrecord::workbench {
class DocumentList;
class WorkbenchSettings;
}

namespace zrecord::widgets {

class ThemeManager;

/// What the composition root lends to the window; everything outlives it.
struct WorkbenchContext {
    workbench::DocumentList& documents;
    workbench::WorkbenchSettings& settings;
    ThemeManager& theme;
};

}  // namespace zrecord::widgets
