#pragma once

#include <filesystem>
#include <system_error>

namespace zrecord {

/// "store/" and "store" are the same folder, but only the second has the right name and the right parent.
inline std::filesystem::path withoutTrailingSlash(const std::filesystem::path& path)
{
    return path.has_filename() ? path : path.parent_path();
}

/// The same folder by its whole name, "." and ".." resolved by their text; links are not followed. As given where the
/// working folder is gone.
inline std::filesystem::path wholeFolderPath(const std::filesystem::path& path)
{
    std::error_code unknown;
    const std::filesystem::path whole = std::filesystem::absolute(path, unknown);
    return withoutTrailingSlash((unknown ? path : whole).lexically_normal());
}

}  // namespace zrecord
