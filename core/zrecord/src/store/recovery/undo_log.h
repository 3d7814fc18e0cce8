#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "format/undo_record.h"
#include "platform/file_system.h"
#include "zrecord/store_options.h"

namespace zrecord {

/// The deletes of one store that can be taken back, one file in its side folder for each: the newest is in force while the
/// header is as its delete left it, the next one while that is as the newest found it, and so on. Every other change of the
/// header ends them.
class UndoLog {
public:
    static constexpr std::size_t kMostLevels = 32;
    /// A larger delete cannot be taken back: its file would take longer than the delete.
    static constexpr std::uint64_t kMostRecords = std::uint64_t{1} << 24;

    UndoLog(FileSystem& fileSystem, const std::filesystem::path& store, Durability durability);

    /// Before the delete; the side folder must be there. The file is durable, its name only once the side folder is synced.
    Status add(const UndoRecord& record);
    /// The delete was not made.
    void removeLast();
    /// Newest first: all that can be taken back one after the other.
    [[nodiscard]] Result<std::vector<UndoSummary>> levels(const MetaHeader& header) const;
    /// The newest of them; NotFound, BadFormat.
    [[nodiscard]] Result<UndoRecord> newest(const MetaHeader& header) const;
    /// An earlier process may have written the newest without living to see it on the device.
    Status sync(const MetaHeader& header);
    /// After a compact, which may leave the header as it was: nothing can be taken back. Durable when this returns, as far as it can be.
    void clear();
    /// Removes all that can never be taken back any more. Best effort; nothing while a file cannot be read.
    void prune(const MetaHeader& header);

private:
    struct Level {
        std::uint64_t number;
        UndoSummary summary;
    };
    [[nodiscard]] std::filesystem::path pathOf(std::uint64_t number) const;
    /// Numbers of all files, the highest first.
    [[nodiscard]] Result<std::vector<std::uint64_t>> numbers() const;
    [[nodiscard]] Result<std::vector<Level>> chain(const MetaHeader& header) const;

    FileSystem& m_fileSystem;
    std::filesystem::path m_folder;
    bool m_waits;
};

}  // namespace zrecord
