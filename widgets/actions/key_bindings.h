#pragma once

#include <QStringList>

namespace zrecord::workbench {
class WorkbenchSettings;
}

namespace zrecord::widgets {

class ActionRegistry;

/// Gives actions the keys that somebody chose in an earlier run. Texts of the actions that keep their usual ones because the
/// chosen ones are taken by now.
QStringList restoreKeys(ActionRegistry& registry, const workbench::WorkbenchSettings& settings);
/// Keeps what differs from the usual keys. Choices for actions that this window does not have stay as they are.
void keepKeys(const ActionRegistry& registry, workbench::WorkbenchSettings& settings);

}  // namespace zrecord::widgets
