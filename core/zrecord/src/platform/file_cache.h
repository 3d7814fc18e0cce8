#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "platform/file_system.h"

namespace zrecord {

/// A file opened for reading whose size is asked for only when a reader needs more than was seen so far.
class SharedFile {
public:
    SharedFile(std::unique_ptr<File> file, std::string name) : m_file(std::move(file)), m_name(std::move(name)) {}

    [[nodiscard]] const std::string& name() const noexcept { return m_name; }
    /// True when the file holds at least `bytes` bytes. A system call only while the answer is not known to be yes.
    Result<bool> reaches(std::uint64_t bytes) const;
    Result<std::size_t> readAt(std::uint64_t offset, std::span<std::byte> out) const { return m_file->readAt(offset, out); }
    Result<std::uint64_t> size() const { return m_file->size(); }
    FileMap map(std::uint64_t bytes) const { return m_file->map(bytes); }

private:
    std::unique_ptr<File> m_file;
    std::string m_name;
    mutable std::atomic<std::uint64_t> m_knownSize{0};
};

/// Read descriptors of one folder, at most `capacity` of them open for later use; the one unused longest goes first. A
/// file that is in use when it is dropped is closed by its last user. When the system has no descriptors left, idle ones
/// of every cache in the process are closed and the call is tried again. Thread-safe.
class FileCache {
public:
    static constexpr std::size_t kDefaultCapacity = 256;

    /// Capacity 0: 256, or a quarter of what the process may open when that is less.
    FileCache(FileSystem& fileSystem, std::filesystem::path folder, std::size_t capacity = 0);
    ~FileCache();
    FileCache(const FileCache&) = delete;
    FileCache& operator=(const FileCache&) = delete;

    /// `nameOf` turns the key into the file's name; called only when the file has to be opened.
    Result<std::shared_ptr<const SharedFile>> get(std::uint64_t key, std::string (*nameOf)(std::uint64_t key));
    /// Forgets all files: later calls open them anew.
    void clear();
    /// Files that are in this folder hide those of the same name in the cache's own. No call may run at the same time.
    void setUpperFolder(std::filesystem::path folder);
    [[nodiscard]] std::size_t openFiles() const;

private:
    struct Slot {
        std::uint64_t key;
        std::shared_ptr<const SharedFile> file;
    };
    using Order = std::list<Slot>;

    Result<std::unique_ptr<File>> openFile(const std::string& name);
    void dropIdle();
    static void dropIdleEverywhere();

    FileSystem& m_fileSystem;
    std::filesystem::path m_folder;
    std::filesystem::path m_upperFolder;
    std::size_t m_capacity;
    mutable std::mutex m_mutex;
    Order m_order;  ///< most recently used first
    std::unordered_map<std::uint64_t, Order::iterator> m_slots;
};

}  // namespace zrecord
