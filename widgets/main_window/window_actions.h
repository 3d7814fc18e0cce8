#pragma once

namespace zrecord::widgets {

class ActionRegistry;
class MainWindow;

/// Puts every action of the window itself into the registry; perspectives add theirs on their own.
void addWindowActions(ActionRegistry& registry, MainWindow& window);

}  // namespace zrecord::widgets
