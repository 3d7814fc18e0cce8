#pragma once

#include <cstddef>
#include <cstdint>

#include <QString>

namespace zrecord {
struct UndoableRemoval;
}

namespace zrecord::workbench::text {

[[nodiscard]] QString tagsColumn();
[[nodiscard]] QString newTagName(std::size_t key);  ///< "tag 3"
/// Undo texts: "tag 12 records as blurred".
[[nodiscard]] QString addTag(const QString& name, std::uint64_t records);
[[nodiscard]] QString removeTag(const QString& name, std::uint64_t records);
[[nodiscard]] QString deleteOf(std::uint64_t records);  ///< "delete of 12 records"
[[nodiscard]] QString deleteOf(const UndoableRemoval& removal);  ///< with the day and time of it
/// Why an applied delete cannot be taken back.
[[nodiscard]] QString undoEnded(std::uint64_t records);  ///< title: "The delete of 12 records cannot be undone any more."
[[nodiscard]] QString undoEndedByCompact();
[[nodiscard]] QString undoEndedByAppend();
[[nodiscard]] QString undoEndedElsewhere();
[[nodiscard]] QString indexTableJob();
[[nodiscard]] QString indexTableWritten(const QString& file);
[[nodiscard]] QString needsEditing();
[[nodiscard]] QString needsEditingReason();

}  // namespace zrecord::workbench::text
