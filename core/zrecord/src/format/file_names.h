#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace zrecord {

inline constexpr char kStoreFileName[] = "store.zr";
inline constexpr char kDictionaryFileName[] = "dict.zr";

std::string chunkFileName(std::uint64_t number);    ///< "0.chunk"
std::string locationFileName(std::uint64_t number);  ///< "0.loc"

/// The number in "<decimal>.chunk" or "<decimal>.loc" (suffix without dot); nothing for signs, leading zeros or other names.
std::optional<std::uint64_t> parseNumberedName(std::string_view name, std::string_view suffix);

}  // namespace zrecord
