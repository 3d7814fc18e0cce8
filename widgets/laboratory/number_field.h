#pragma once

#include <cstdint>
#include <optional>

#include <QString>

class QLineEdit;

namespace zrecord::widgets {

/// A field for a whole number with its name for screen readers and a tool tip.
[[nodiscard]] QLineEdit* makeNumberField(const QString& objectName, const QString& name, const QString& text, int width, const QString& toolTip);
/// Frames a field in red (property "invalid"), or not.
void markField(QLineEdit& field, bool fine);
/// The number in it: digits with spaces, underscores or commas between them, or a power as 2^20. Marks the field (property
/// "invalid") and gives nothing when there is none, or it lies outside of the bounds.
[[nodiscard]] std::optional<std::uint64_t> numberIn(QLineEdit& field, std::uint64_t least, std::uint64_t most);

}  // namespace zrecord::widgets
