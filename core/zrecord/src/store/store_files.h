#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "platform/file_cache.h"
#include "store/store_limits.h"

namespace zrecord {

/// The chunk and loc files of one store, for reading. Thread-safe.
class StoreFiles {
public:
    StoreFiles(FileSystem& fileSystem, const std::filesystem::path& folder, const StoreLimits& limits)
        : m_limits(limits), m_cache(fileSystem, folder)
    {
    }

    [[nodiscard]] const StoreLimits& limits() const noexcept { return m_limits; }
    Result<std::shared_ptr<const SharedFile>> chunk(std::uint32_t number);
    Result<std::shared_ptr<const SharedFile>> segment(std::uint64_t number);
    /// Later reads open the files anew.
    void forget() { m_cache.clear(); }
    [[nodiscard]] std::size_t openFiles() const { return m_cache.openFiles(); }

private:
    StoreLimits m_limits;
    FileCache m_cache;
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
