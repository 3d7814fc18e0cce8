#pragma once

#include <span>
#include <string_view>

namespace zrecord {

/// A file of the folder contenders, compiled in.
struct ContenderFile {
    std::string_view name;  ///< "records.py"
    std::string_view text;
};
std::span<const ContenderFile> contenderFiles() noexcept;

}  // namespace zrecord
