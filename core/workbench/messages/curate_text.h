#pragma once

#include <cstddef>
#include <cstdint>

#include <QString>

namespace zrecord::workbench::text {

[[nodiscard]] QString tagsColumn();
[[nodiscard]] QString newTagName(std::size_t key);  ///< "tag 3"
/// Undo texts: "tag 12 records as blurred".
[[nodiscard]] QString addTag(const QString& name, std::uint64_t records);
[[nodiscard]] QString removeTag(const QString& name, std::uint64_t records);

}  // namespace zrecord::workbench::text
