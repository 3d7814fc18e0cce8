#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "platform/file_system.h"
#include "support/temporary_store.h"

namespace zrecord::test {

/// A file system in memory that keeps apart what the device holds and what was written since the last sync, so that the
/// state after a power failure can be made from it. A rename is one step, also between folders; folder entries become
/// durable by syncFolder() alone, bytes by File::sync() alone. One thread at a time.
class MemoryFileSystem final : public FileSystem {
public:
    enum class Call : std::uint8_t { Create, Write, Truncate, Sync, CreateFolder, Rename, RemoveFile, RemoveFolder, SyncFolder };
    struct Event {
        Call call;
        std::string path;  ///< from the root, without a slash in front
    };
    /// What survives of the bytes, or of the folder entries, that were not synced.
    enum class Survival : std::uint8_t { All, Nothing, Random };

    MemoryFileSystem();
    ~MemoryFileSystem() override;

    /// Called after each call that changes something or syncs.
    void observe(std::function<void(const Event&)> observer) { m_observer = std::move(observer); }
    /// A call for which this holds answers success and does nothing: a program that forgot it.
    void swallowWhere(std::function<bool(const Event&)> predicate) { m_swallow = std::move(predicate); }
    [[nodiscard]] std::uint64_t calls() const noexcept { return m_calls; }

    /// The state that a killed process leaves: nothing is lost, and what was not synced still is not.
    [[nodiscard]] std::unique_ptr<MemoryFileSystem> afterKill() const;
    /// The state after power failed, all of it durable. Random keeps each part of 64 bytes of each write (smaller than any
    /// device's sector), and each change of a folder, by chance; what was done to different parts and folders is not in order.
    /// Parts behind the durable end of a file that are lost hold zeros or, by chance, garbage.
    [[nodiscard]] std::unique_ptr<MemoryFileSystem> afterPowerLoss(Survival bytes, Survival names, std::mt19937_64& random) const;
    /// How many parts of writes and changes of folders are on their way: the bits of a mask.
    [[nodiscard]] std::size_t unsyncedParts() const;
    /// The same for a chosen set of survivors.
    [[nodiscard]] std::unique_ptr<MemoryFileSystem> afterPowerLoss(std::uint64_t survivors) const;
    /// Everything reaches the device.
    void settle();
    /// Equal for equal files, names, and unsynced changes.
    [[nodiscard]] std::uint64_t fingerprint() const;
    /// Paths of all files with their bytes.
    [[nodiscard]] std::map<std::string, Bytes> contents() const;

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
    Result<std::uint64_t> freeSpace(const std::filesystem::path&) override { return std::uint64_t{1} << 40; }
    std::uint64_t randomNumber() override { return m_numbers++ * 0x9e3779b97f4a7c15; }

private:
    friend class MemoryFile;
    using NodeId = std::uint64_t;
    struct Change {  ///< of a file's bytes
        std::uint64_t offset = 0;
        Bytes bytes;
        bool truncates = false;  ///< to `offset`
    };
    struct Node {
        bool folder = false;
        Bytes bytes;
        Bytes durable;
        std::vector<Change> changes;
        std::map<std::string, NodeId> entries;
        std::map<std::string, NodeId> durableEntries;
    };
    struct NameChange {  ///< entry `name` of `folder` becomes `node`; 0 removes it. A rename is two of one step.
        std::uint64_t step = 0;
        NodeId folder = 0;
        std::string name;
        NodeId node = 0;
    };
    struct Place {
        NodeId folder = 0;
        std::string name;
        NodeId node = 0;  ///< 0: nothing there
    };

    using Chooser = std::function<bool()>;

    static void apply(Bytes& bytes, const Change& change);
    [[nodiscard]] std::unique_ptr<MemoryFileSystem> lose(const Chooser& keepsBytes, const Chooser& keepsNames, std::mt19937_64* garbage) const;
    /// False: swallowed.
    bool begin(Call call, const std::string& path);
    void end(Call call, const std::string& path);
    Result<Place> find(const std::filesystem::path& path) const;
    Status removeEntry(Call call, const std::filesystem::path& path, const Place& place);
    void setEntry(NodeId folder, const std::string& name, NodeId node, std::uint64_t step);
    void collect(NodeId folder, const std::string& prefix, std::map<std::string, Bytes>& out) const;

    std::map<NodeId, Node> m_nodes;
    std::vector<NameChange> m_nameChanges;
    NodeId m_nextNode = 2;
    std::uint64_t m_nextStep = 1;
    std::uint64_t m_numbers = 1;
    std::uint64_t m_calls = 0;
    std::function<void(const Event&)> m_observer;
    std::function<bool(const Event&)> m_swallow;
    std::map<NodeId, int> m_locks;  ///< −1 exclusive, n shared
};

}  // namespace zrecord::test
