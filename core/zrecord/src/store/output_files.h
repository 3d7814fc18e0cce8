#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>

#include "format/meta_header.h"
#include "platform/file_system.h"
#include "store/store_limits.h"

namespace zrecord {

/// The chunk and loc files of one folder, for writing; keeps the last one of each kind open and remembers which have
/// changed since the last sync. One thread at a time.
class OutputFiles {
public:
    OutputFiles(FileSystem& fileSystem, std::filesystem::path folder, const StoreLimits& limits);

    [[nodiscard]] const StoreLimits& limits() const noexcept { return m_limits; }
    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return m_folder; }
    /// Writes into <number>.chunk; a file that is missing is made, one that is there keeps its other bytes.
    Status writeChunk(std::uint32_t number, std::uint64_t offset, std::span<const std::byte> bytes);
    /// After an append that failed: cuts off what it wrote behind the end of the store, whose header is still this one. Best effort;
    /// never touches a chunk that reaches further than the append would have.
    void giveBack(const MetaHeader& published);
    /// Encoded entries from physical record `first` on, over as many loc files as they need.
    Status writeEntries(std::uint64_t first, std::span<const std::byte> bytes);
    /// All files of a store that reaches as far as `header` the first time, changed ones later, then the folder when files
    /// were made. The caller syncs the header last.
    Status sync(const MetaHeader& header);
    /// A sync itself failed, so it is unknown what the device holds; false when a file could only not be opened for it.
    [[nodiscard]] bool syncFailed() const noexcept { return m_syncFailed; }
    void forget();
    /// After all files were exchanged for new ones; `durable`: those and the folder are on the device.
    void forgetReplaced(bool durable);
    /// Everything that the files hold is on the device.
    [[nodiscard]] bool settled() const noexcept { return m_syncedOnce && !changed(); }
    [[nodiscard]] bool changed() const noexcept { return m_folderChanged || !m_chunks.empty() || !m_segments.empty(); }

private:
    struct Open {
        std::uint64_t number = 0;
        std::unique_ptr<File> file;
    };
    Status select(Open& slot, std::uint64_t number, const std::string& name);
    Status syncFile(const std::string& name);

    FileSystem& m_fileSystem;
    std::filesystem::path m_folder;
    StoreLimits m_limits;
    Open m_chunk;
    Open m_segment;
    std::uint32_t m_reachedChunk = 0;   ///< the chunk that was written to last,
    std::uint64_t m_reachedOffset = 0;  ///< and where that write ends
    std::set<std::uint32_t> m_chunks;
    std::set<std::uint64_t> m_segments;
    bool m_folderChanged = false;
    bool m_syncedOnce = false;
    bool m_syncFailed = false;
};

}  // namespace zrecord
