#pragma once

#include <functional>
#include <vector>

#include <QString>

namespace zrecord::desktop {

class Stage;

/// A picture of the window for tests and documents: what to do before it is taken. "NAME-dark" is any scenario in dark.
struct Scenario {
    QString name;
    QString description;
    std::function<void(Stage&)> play;
    bool changesStore = false;  ///< writes to what it opens: plays on a sample of its own only, never on a given path
};

[[nodiscard]] const std::vector<Scenario>& scenarios();
/// Also by the name with "-dark" behind it; nullptr when there is none.
[[nodiscard]] const Scenario* findScenario(const QString& name);

}  // namespace zrecord::desktop
