#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "zrecord/result.h"

namespace zrecord {

/// A folder of its own for what is only needed while something is measured; gone at the end with all that is in it.
class WorkFolder {
public:
    /// Below `parent`, or the system's folder for temporary files when that is empty; its name begins with `prefix`.
    static Result<WorkFolder> create(const std::filesystem::path& parent, std::string_view prefix);
    WorkFolder(WorkFolder&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}
    WorkFolder& operator=(WorkFolder&&) = delete;
    ~WorkFolder();

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }

private:
    explicit WorkFolder(std::filesystem::path path) : m_path(std::move(path)) {}
    std::filesystem::path m_path;
};

}  // namespace zrecord
