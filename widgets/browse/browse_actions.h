#pragma once

#include <QStringList>

namespace zrecord::widgets {

class ActionRegistry;
class BrowsePerspective;

/// Everything that browsing adds to menus, palette and shortcut sheet. The perspective outlives the registry's actions.
void addBrowseActions(ActionRegistry& registry, BrowsePerspective& perspective);
/// Its ids for one of the window's menus.
[[nodiscard]] QStringList browseMenu(const QString& menu);

}  // namespace zrecord::widgets
