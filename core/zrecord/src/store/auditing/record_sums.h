#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "format/location_entry.h"
#include "platform/file_system.h"
#include "store/store_core.h"

namespace zrecord {

/// Checksums (XXH3-64) of the stored bytes of records, in files sums.<segment> of the side folder (docs/format/side_folder_format.md):
/// one row for each entry of the record table. A row is bound to the entry that it was noted for, so that a delete, its undo or
/// damage of the file itself leave rows that are not used, never wrong ones. Reading and noting may run in several threads for
/// different entries.
class RecordSums {
public:
    enum class Noting : std::uint8_t {
        Nothing,
        Missing,  ///< of entries that have no checksum; those that are there stay, also where the bytes differ from them
        All
    };

    /// Those that are there. When noting, the caller is the store's only writer, commit() ends it, and without it nothing has changed.
    static Result<std::unique_ptr<RecordSums>> open(const StoreCore& core, Noting noting);
    ~RecordSums();
    RecordSums(const RecordSums&) = delete;
    RecordSums& operator=(const RecordSums&) = delete;

    [[nodiscard]] bool notes() const noexcept { return m_noting != Noting::Nothing; }
    /// Not one checksum can be there, and none is noted.
    [[nodiscard]] bool isIdle() const noexcept;
    /// What is known of the entries first, first + 1, …; nothing when all are noted anew.
    Result<std::vector<std::optional<std::uint64_t>>> known(std::uint64_t first, std::span<const LocationEntry> entries) const;
    /// What is known of them from now on.
    Status note(std::uint64_t first, std::span<const LocationEntry> entries, std::span<const std::optional<std::uint64_t>> sums);
    /// The files take their places and are on the device.
    Status commit();

private:
    RecordSums(const StoreCore& core, Noting noting) : m_core(core), m_noting(noting) {}
    Status openFiles();
    [[nodiscard]] std::filesystem::path pathOf(std::size_t segment) const;
    [[nodiscard]] std::filesystem::path unfinishedPathOf(std::size_t segment) const;

    const StoreCore& m_core;
    const Noting m_noting;
    std::vector<std::unique_ptr<File>> m_files;       ///< by segment; empty where there is none
    std::vector<std::unique_ptr<File>> m_unfinished;  ///< by segment, when noting
};

}  // namespace zrecord
