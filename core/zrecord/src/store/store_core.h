#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "codec/record_codec.h"
#include "format/meta_header.h"
#include "platform/file_system.h"
#include "store/operation_gate.h"
#include "store/output_files.h"
#include "store/writing/record_encoder.h"
#include "store/store_files.h"
#include "zrecord/recovery_note.h"
#include "zrecord/store_options.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// Everything that one open handle owns; the operations are functions over it. The header that is in force is published
/// here: readers take a copy, one writer at a time replaces it after writing it to meta.zr.
class StoreCore {
public:
    struct Parts {
        FileSystem& fileSystem;
        StoreLimits limits;
        std::filesystem::path path;
        StoreDescription description;
        MetaHeader header;
        Access access = Access::ReadOnly;
        std::unique_ptr<File> meta;
        std::unique_ptr<FileLock> lock;  ///< null: opened without
        std::unique_ptr<RecordCodec> codec;
        ReadMode readMode = ReadMode::Map;
        Durability durability = Durability::Power;
        RecoveryNote recovery;
        PendingView pending;
        bool keepUndo = true;
        bool durableAppend = false;
    };
    explicit StoreCore(Parts parts);
    ~StoreCore();
    StoreCore(const StoreCore&) = delete;
    StoreCore& operator=(const StoreCore&) = delete;

    [[nodiscard]] FileSystem& fileSystem() const noexcept { return m_parts.fileSystem; }
    [[nodiscard]] const StoreLimits& limits() const noexcept { return m_parts.limits; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_parts.path; }
    [[nodiscard]] const StoreDescription& description() const noexcept { return m_parts.description; }
    [[nodiscard]] Access access() const noexcept { return m_parts.access; }
    [[nodiscard]] Durability durability() const noexcept { return m_parts.durability; }
    [[nodiscard]] bool keepsUndo() const noexcept { return m_parts.keepUndo; }
    [[nodiscard]] bool appendsDurably() const noexcept { return m_parts.durableAppend; }
    [[nodiscard]] const RecoveryNote& recovery() const noexcept { return m_parts.recovery; }
    [[nodiscard]] const RecordCodec& codec() const noexcept { return *m_parts.codec; }
    [[nodiscard]] StoreFiles& files() const noexcept { return m_files; }
    [[nodiscard]] OutputFiles& output() noexcept { return m_output; }
    /// The caller holds writeMutex().
    [[nodiscard]] RecordEncoder& encoder() noexcept { return m_encoder; }
    [[nodiscard]] OperationGate& gate() const noexcept { return m_gate; }
    [[nodiscard]] std::mutex& writeMutex() const noexcept { return m_writeMutex; }

    [[nodiscard]] bool isRagged() const noexcept { return m_parts.description.kind == StoreKind::Ragged; }
    /// Physical records of one logical record: 1, or 2 for ragged.
    [[nodiscard]] unsigned perRecord() const noexcept { return isRagged() ? 2 : 1; }
    /// Dense width, 0 for ragged.
    [[nodiscard]] std::uint64_t recordBytes() const noexcept { return m_summary.recordBytes; }

    [[nodiscard]] MetaHeader header() const;
    [[nodiscard]] std::uint64_t records() const noexcept { return m_records.load(std::memory_order_acquire); }
    [[nodiscard]] const StoreSummary& summary() const noexcept { return m_summary; }
    [[nodiscard]] std::uint64_t generation() const noexcept { return m_generation.load(std::memory_order_acquire); }
    void bumpGeneration() noexcept { m_generation.fetch_add(1, std::memory_order_acq_rel); }

    /// Closed after close() and in a forked child. Touches no mutex, so it is safe to ask after fork.
    [[nodiscard]] Status usable() const;
    /// And ReadOnly, or the failure that made changes impossible.
    [[nodiscard]] Status changeable() const;
    /// After an error that leaves it unknown what the disk holds: no change through this handle any more.
    void poison(Status why);

    /// Writes the header in one piece and puts it in force. On failure the old one is put back and stays in force; when
    /// even that fails the handle is poisoned.
    Status publish(const MetaHeader& header);
    /// Puts the fence into meta.zr; with Durability::Power it is on the device when this succeeds. `raised` is false when the
    /// old header is back in place, or when that failed as well and the handle is poisoned.
    Status raiseFence(const JournalId& journal, bool& raised);
    /// Writes the header that ends a fenced change and puts it in force. On failure the fence stays, or the new header with
    /// its journal: both are for the next opening to finish.
    Status liftFence(const MetaHeader& header, const JournalId& journal);
    /// Puts the old header back in place of a fence whose change does not count. A failure poisons the handle.
    Status lowerFence();
    /// Lets reads see the end of a change that could not be completed. The caller holds the gate.
    void showPending(const MetaHeader& header, PendingView view);
    /// Chunks, table, header, as far as they changed: a second call does nothing. A failed sync poisons the handle. The caller
    /// holds writeMutex().
    Status sync();
    /// Makes the header alone durable; a failure poisons the handle.
    Status syncHeader();
    /// Written to since it was opened or synced.
    [[nodiscard]] bool changed() const noexcept { return m_metaChanged || m_output.changed(); }
    [[nodiscard]] bool isForeign() const noexcept;  ///< this process is a forked child of the one that opened the store
    /// In a forked child: closes the header's descriptor and nothing else. A mutex of the caches may be held by a thread
    /// that exists only in the parent, so the rest must be leaked, not destroyed.
    void abandon() noexcept;
    /// Drops lock and descriptors. The caller holds everything.
    void release();

    /// Statistics that hold for `header`, if they were counted already.
    [[nodiscard]] std::optional<StoreStats> knownStats(const MetaHeader& header) const;
    void rememberStats(const MetaHeader& header, const StoreStats& stats) const;

private:
    void setHeader(const MetaHeader& header);

    Parts m_parts;
    StoreSummary m_summary;
    std::uint64_t m_owner;  ///< forkGeneration() of the process that opened the store
    mutable StoreFiles m_files;
    OutputFiles m_output;
    RecordEncoder m_encoder;
    mutable OperationGate m_gate;
    mutable std::mutex m_writeMutex;  ///< one change at a time
    mutable std::mutex m_headerMutex;
    std::atomic<std::uint64_t> m_records;
    std::atomic<std::uint64_t> m_generation{0};
    std::atomic<bool> m_closed{false};
    bool m_metaChanged = false;
    Status m_poison;                  ///< guarded by m_writeMutex
    struct Counted {
        MetaHeader header;
        std::uint64_t generation;
        StoreStats stats;
    };
    mutable std::optional<Counted> m_counted;  ///< guarded by m_headerMutex
};

}  // namespace zrecord
