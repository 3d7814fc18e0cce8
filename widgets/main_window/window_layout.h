#pragma once

namespace zrecord::widgets {

/// Named arrangements of the panels, chosen in the View menu.
enum class WindowLayout {
    Curate,   ///< as the window begins: stores and facets left, inspector right
    Inspect,  ///< one record with all that is known of it: only the inspector
    Measure   ///< room for the laboratory: only the stores
};

}  // namespace zrecord::widgets
