#pragma once

#include <filesystem>
#include <string>

#include "maintenance/repair_analysis.h"

namespace zrecord {

/// A new folder .zrx/salvage/<time> for what a repair is about to change. Everything is on the device when a call succeeds.
class RepairBackup {
public:
    /// `time` in seconds since 1970, UTC; two repairs in one second get folders of their own.
    static Result<RepairBackup> create(FileSystem& fileSystem, const std::filesystem::path& store, std::int64_t time);

    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return m_folder; }
    /// Nothing when the file is missing.
    Status copyFile(const std::filesystem::path& from);
    /// Puts a file of the store into the folder, out of the store.
    Status moveFile(const std::filesystem::path& from);
    /// All entries that a cut overwrites or leaves behind the end of the table: docs/format/side_folder_format.md.
    Status copyEntries(const RepairAnalysis& analysis, const RepairCut& cut, const StoreLimits& limits);
    Status sync();

private:
    RepairBackup(FileSystem& fileSystem, std::filesystem::path store, std::filesystem::path folder)
        : m_fileSystem(&fileSystem), m_store(std::move(store)), m_folder(std::move(folder))
    {
    }
    Status write(const std::string& name, std::span<const std::byte> bytes);

    FileSystem* m_fileSystem;
    std::filesystem::path m_store;
    std::filesystem::path m_folder;
};

}  // namespace zrecord
