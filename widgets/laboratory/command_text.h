#pragma once

#include <QString>

namespace zrecord::widgets {

/// A word as a shell takes it: quoted when it holds anything but letters, digits and "-_./:=,+@%".
[[nodiscard]] QString shellWord(const QString& word);

}  // namespace zrecord::widgets
