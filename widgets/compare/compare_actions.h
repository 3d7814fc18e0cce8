#pragma once

#include <QStringList>

namespace zrecord::widgets {

class ActionRegistry;
class ComparePerspective;

/// What can be done in the compare perspective; pinning works in the whole window.
void addCompareActions(ActionRegistry& registry, ComparePerspective& perspective);
[[nodiscard]] QStringList compareMenu(const QString& menu);

}  // namespace zrecord::widgets
