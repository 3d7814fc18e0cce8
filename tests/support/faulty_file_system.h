#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

#include "platform/file_system.h"

namespace zrecord::test {

/// Passes every call on to another file system, counts it, and lets chosen ones fail before they do anything. Locks and
/// the release of files never fail. Syncs are counted and may fail, but are not passed on: no test cuts the power, and they
/// would be nearly all of the time that a sweep takes. Thread-safe.
class FaultyFileSystem final : public FileSystem {
public:
    enum class Call : std::uint8_t {
        Open, Lock, IdentityOf, EntryType, List, CreateFolder, CreateFolders, Rename, RemoveFile, RemoveFolder, SyncFolder,
        FreeSpace, Read, Write, Size, Truncate, Sync, Identity
    };
    struct Event {
        Call call;
        std::string path;  ///< last component of the file or folder
        std::uint64_t bytes = 0;
    };

    explicit FaultyFileSystem(FileSystem& below = posixFileSystem()) : m_below(below) {}

    /// Call number `n` from now on (0 = the next) fails with `code`; with `fromThenOn` all later ones do as well.
    void failAt(std::uint64_t n, ErrorCode code = ErrorCode::IoError, bool fromThenOn = false);
    /// Every call for which the predicate holds fails. Null: none.
    void failWhere(std::function<bool(const Event&)> predicate, ErrorCode code = ErrorCode::IoError);
    /// Called before each call, with no lock held.
    void observe(std::function<void(const Event&)> observer) { m_observer = std::move(observer); }
    void reset();
    /// What freeSpace() answers; 0 = the truth.
    void setFreeSpace(std::uint64_t bytes) { m_freeSpace = bytes; }
    /// Files may be mapped; they may not otherwise, so that every read can fail.
    void allowMaps() { m_maps = true; }

    [[nodiscard]] std::uint64_t calls() const { return m_calls; }
    [[nodiscard]] std::uint64_t calls(Call call) const { return m_counts[static_cast<std::size_t>(call)]; }
    [[nodiscard]] std::uint64_t bytesRead() const { return m_bytesRead; }
    [[nodiscard]] bool failed() const { return m_failed; }
    /// The call that failed last.
    [[nodiscard]] const Event& lastFault() const { return m_lastFault; }

    Result<std::unique_ptr<File>> open(const std::filesystem::path& path, OpenMode mode) override;
    Result<std::unique_ptr<FileLock>> lock(File& file, LockMode mode) override;
    Result<FileIdentity> identityOf(const std::filesystem::path& path) override;
    Result<EntryType> entryType(const std::filesystem::path& path) override;
    Result<std::vector<FolderEntry>> list(const std::filesystem::path& folder) override;
    Status createFolder(const std::filesystem::path& path) override;
    Status createFolders(const std::filesystem::path& path) override;
    Status rename(const std::filesystem::path& from, const std::filesystem::path& to) override;
    Status removeFile(const std::filesystem::path& path) override;
    Status removeFolder(const std::filesystem::path& path) override;
    Status syncFolder(const std::filesystem::path& path) override;
    Status copyPermissions(const std::filesystem::path& from, const std::filesystem::path& to) override { return m_below.copyPermissions(from, to); }
    Result<std::uint64_t> freeSpace(const std::filesystem::path& path) override;
    std::uint64_t randomNumber() override { return m_below.randomNumber(); }

private:
    friend class FaultyFile;
    Status note(Call call, const std::filesystem::path& path, std::uint64_t bytes = 0);

    FileSystem& m_below;
    std::mutex m_mutex;
    std::function<bool(const Event&)> m_predicate;
    std::function<void(const Event&)> m_observer;
    ErrorCode m_code = ErrorCode::IoError;
    std::uint64_t m_failAt = UINT64_MAX;
    bool m_fromThenOn = false;
    std::uint64_t m_freeSpace = 0;
    bool m_maps = false;
    std::atomic<std::uint64_t> m_calls{0};
    std::atomic<std::uint64_t> m_counts[18]{};
    std::atomic<std::uint64_t> m_bytesRead{0};
    std::atomic<bool> m_failed{false};
    Event m_lastFault{};
};

}  // namespace zrecord::test
