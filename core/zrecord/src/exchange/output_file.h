#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "zrecord/result.h"

namespace zrecord {

/// A file that appears whole or not at all: written under a hidden name in the same folder, then synced and renamed.
/// Destroyed without commit(): nothing is left.
class OutputFile {
public:
    /// AlreadyExists when something is at `target`, unless `overwrite` and it is a file.
    static Result<OutputFile> create(const std::filesystem::path& target, bool overwrite);
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    Status write(std::span<const std::byte> bytes);                          ///< at the end
    Status rewrite(std::uint64_t offset, std::span<const std::byte> bytes);  ///< inside what was written
    [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
    Status commit();

private:
    OutputFile(std::filesystem::path target, bool overwrite) : m_target(std::move(target)), m_overwrite(overwrite) {}
    Status putIntoPlace();

    std::filesystem::path m_target;
    std::filesystem::path m_unfinished;
    bool m_overwrite = false;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
};

}  // namespace zrecord
