#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "format/location_entry.h"
#include "platform/file_cache.h"
#include "store/reading/mapped_files.h"
#include "store/store_limits.h"

namespace zrecord {

/// Whether files may be read as memory.
enum class Mapping : std::uint8_t {
    Never,
    AsTheyAre,  ///< nobody adds to them
    Growing     ///< this handle appends: maps reach beyond the end
};

/// What a store looks like once a change that was interrupted is finished, laid over files that do not show it yet.
struct PendingView {
    std::vector<EntryChange> entries;   ///< in force instead of those in the loc files; ascending
    std::filesystem::path newFiles;     ///< files in there hide those of the store; empty: none
};

/// The chunk and loc files of one store, for reading. Thread-safe.
class StoreFiles {
public:
    StoreFiles(FileSystem& fileSystem, const std::filesystem::path& folder, const StoreLimits& limits,
               Mapping mapping = Mapping::Never)
        : m_limits(limits), m_cache(fileSystem, folder), m_mapping(mapping)
    {
    }

    [[nodiscard]] const StoreLimits& limits() const noexcept { return m_limits; }
    Result<std::shared_ptr<const SharedFile>> chunk(std::uint32_t number);
    Result<std::shared_ptr<const SharedFile>> segment(std::uint64_t number);

    [[nodiscard]] bool mayMap() const noexcept { return m_mapping != Mapping::Never && !m_overlaid; }
    /// What is mapped already; no lock. Addresses hold until forget().
    [[nodiscard]] const MappedFiles& mappedChunks() const noexcept { return m_mappedChunks; }
    [[nodiscard]] const MappedFiles& mappedSegments() const noexcept { return m_mappedSegments; }
    /// Maps a file, or more of it; false when `bytes` of it cannot be had as memory, so that they must be read.
    bool mapChunk(std::uint32_t number, std::uint64_t bytes);
    bool mapSegment(std::uint64_t number, std::uint64_t bytes);

    /// Later reads open the files anew. Nobody may be reading.
    void forget();
    [[nodiscard]] std::size_t openFiles() const { return m_cache.openFiles(); }

    /// No reader may be inside.
    void show(PendingView view);
    /// Puts pending entries in the place of those that were read from the loc file, `first` being the number of out[0].
    void applyPending(std::uint64_t first, std::span<LocationEntry> out) const;

private:
    StoreLimits m_limits;
    std::vector<EntryChange> m_pending;
    bool m_overlaid = false;  ///< the files alone do not say how the store looks
    FileCache m_cache;
    Mapping m_mapping;
    MappedFiles m_mappedChunks;
    MappedFiles m_mappedSegments;
};

/// Keeps the file that was used last, so that neighbours cost no look-up. One thread at a time.
class ChunkCursor {
public:
    explicit ChunkCursor(StoreFiles& files) : m_files(files) {}
    Result<const SharedFile*> file(std::uint32_t number)
    {
        if (!m_file || number != m_number) {
            ZR_ASSIGN_OR_RETURN(m_file, m_files.chunk(number));
            m_number = number;
        }
        return m_file.get();
    }

private:
    StoreFiles& m_files;
    std::uint32_t m_number = 0;
    std::shared_ptr<const SharedFile> m_file;
};

}  // namespace zrecord
