#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/recovery_note.h"
#include "zrecord/restoration.h"
#include "zrecord/result.h"
#include "zrecord/store_options.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// One ragged record given to append(): bytes in C order and its dimensions. Both are borrowed for the call.
struct RaggedRecord {
    std::span<const std::byte> bytes;
    std::span<const std::uint64_t> shape;
};

/// Plan of a ragged gather: shape, size and place of every requested record, in request order.
struct RaggedLayout {
    std::vector<std::uint64_t> offsets;       ///< n + 1 byte offsets into the destination; the last is the total size
    std::vector<std::uint64_t> shapeOffsets;  ///< n + 1 positions into `dimensions`
    std::vector<std::uint64_t> dimensions;    ///< all shapes one after the other

    [[nodiscard]] std::size_t size() const noexcept { return offsets.empty() ? 0 : offsets.size() - 1; }
    [[nodiscard]] std::span<const std::uint64_t> shape(std::size_t i) const {
        return std::span(dimensions).subspan(shapeOffsets[i], shapeOffsets[i + 1] - shapeOffsets[i]);
    }
};

/// A Zrecord store, dense or ragged; docs/format/store_format.md has the bytes. Move-only handle that owns the lock and the
/// descriptors; loaderx 1.7.2 can open what it writes and the reverse.
///
/// Threads: const members may run concurrently on one handle; append() is serial; remove() and compact() wait for running
/// reads and keep new ones out. A handle used in a forked child answers ErrorCode::Closed.
/// Indices are logical records, unsigned; front ends resolve negative ones (record_selection.h).
class ZRECORD_EXPORT Store {
public:
    /// O(1) in the number of records: reads the headers and file sizes, no location entry.
    /// NotFound, BadFormat, DictionaryError, WrongKind, Busy, RecoveryNeeded, IoError.
    static Result<Store> open(const std::filesystem::path& path, const OpenOptions& options = {});
    /// Atomic: the folder appears complete or not at all; missing parents are made. An empty folder may be there already.
    /// The new store is open for writing. AlreadyExists, InvalidArgument, RecordTooLarge, DictionaryError, IoError.
    static Result<Store> create(const std::filesystem::path& path, const StoreDescription& description,
                                const CreateOptions& options = {});
    /// True when the folder holds a meta.zr, or when it cannot be looked into: open() says why. Nothing is read or locked.
    static bool looksLikeStore(const std::filesystem::path& path);

    Store(Store&&) noexcept;
    Store& operator=(Store&&) noexcept;
    ~Store();  ///< releases without syncing; close() reports errors

    [[nodiscard]] const StoreSummary& summary() const;  ///< snapshot that append/remove/compact of this handle renew
    [[nodiscard]] std::uint64_t size() const;           ///< logical records; thread-safe while appending
    [[nodiscard]] Access access() const;
    [[nodiscard]] bool isOpen() const;
    [[nodiscard]] std::span<const std::byte> dictionary() const;  ///< empty without; lives as long as the handle
    /// What was found of an interrupted delete or compact when the store was opened; lives as long as the handle.
    [[nodiscard]] const RecoveryNote& recovery() const;
    /// Grows with every change of this handle that may move or rewrite records (remove, compact).
    [[nodiscard]] std::uint64_t generation() const;

    /// Dense: copies the records at `indices` (any order, repeats allowed) one after the other into `destination`, which
    /// holds at least indices.size() · recordBytes. OutOfRange before anything is written; CorruptRecord names the record.
    Status gather(std::span<const std::uint64_t> indices, std::span<std::byte> destination,
                  const OperationContext& context = {}) const;
    /// Ragged, first call: shapes and sizes.
    Result<RaggedLayout> layout(std::span<const std::uint64_t> indices, const OperationContext& context = {}) const;
    /// Ragged, second call: fills `destination` (≥ layout.offsets.back()) as the layout of the same indices says.
    Status gather(std::span<const std::uint64_t> indices, const RaggedLayout& layout, std::span<std::byte> destination,
                  const OperationContext& context = {}) const;
    Result<RecordLocation> locate(std::uint64_t index) const;
    /// The payload's stored bytes (a zstd frame, or the record itself in raw stores).
    Result<std::vector<std::byte>> storedBytes(std::uint64_t index) const;

    /// Dense: `records` is n ≥ 1 whole records. Returns the first new index. Published by one header write: a crash or an
    /// error leaves all or nothing of the batch. Lazy like loaderx: durable after sync(), unless OpenOptions::durableAppend.
    /// A batch that fails gives the disk space back that it took in the chunks.
    Result<std::uint64_t> append(std::span<const std::byte> records, const OperationContext& context = {});
    /// Ragged: n ≥ 1 records; bytes = product(shape) · itemsize, 1 … 2^31.
    Result<std::uint64_t> append(std::span<const RaggedRecord> records, const OperationContext& context = {});

    /// Swap-last delete of all `indices` (duplicates count once) as one step; checks everything before the first write. A crash
    /// at any point leaves all of it or nothing (OpenOptions::durability); loaderx refuses the store until it was opened here.
    Result<RemovalResult> remove(std::span<const std::uint64_t> indices, const OperationContext& context = {});
    /// The moves that remove() would make, without making them. Needs no write access.
    Result<RemovalResult> planRemoval(std::span<const std::uint64_t> indices) const;
    /// Takes the newest delete back, as crash-safe as it was: every record is where it was before. Deletes are undone one after the
    /// other, also by a later process, as long as nothing but deletes and undos has changed the store since: an append or a
    /// compact ends it. NotFound when there is none, or when another program has moved the bytes of the removed records.
    Result<RestorationResult> undoRemoval(const OperationContext& context = {});
    /// What undoRemoval() would take back, newest first.
    Result<std::vector<UndoableRemoval>> undoableRemovals() const;
    /// Rewrites the live records in physical order into new files and switches to them; refused with CorruptRecord while
    /// entries overlap or leave their chunk, OutOfSpace when the new files do not fit. Cancelled leaves the store as it was.
    /// Deletes before it cannot be undone any more.
    Result<CompactionResult> compact(const OperationContext& context = {});
    Result<CompactionForecast> forecastCompaction(const OperationContext& context = {}) const;

    Result<StoreStats> stats(const OperationContext& context = {}) const;
    /// How records are compressed: as asked for at creation, or chosen by trying. Nothing as long as the codec's own level is
    /// used and nothing was chosen. Reads one small file.
    Result<std::optional<StoreEncoder>> encoder() const;
    Result<VerifyReport> verify(const VerifyOptions& options = {}, const OperationContext& context = {}) const;
    /// Makes everything appended so far durable: chunks, table, header.
    Status sync();
    /// sync() for writers, then releases lock and descriptors. Every later call answers ErrorCode::Closed.
    Status close();

private:
    class Impl;
    friend class StoreAccess;
    explicit Store(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace zrecord
