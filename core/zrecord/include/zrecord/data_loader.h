#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "zrecord/batch.h"
#include "zrecord/export.h"
#include "zrecord/loader_options.h"
#include "zrecord/loader_state.h"
#include "zrecord/result.h"

namespace zrecord {

/// Counters since the loader was made.
struct LoaderStats {
    std::uint64_t delivered = 0;        ///< batches
    std::uint64_t records = 0;          ///< in them
    std::uint64_t bytes = 0;            ///< in them, all streams
    std::uint64_t raggedBytes = 0;      ///< in ragged streams of them
    std::uint64_t paddedBytes = 0;      ///< that these took if each record were padded to the longest of its stream in its batch
    std::uint64_t issues = 0;           ///< damaged records skipped or replaced in them
    std::uint64_t stalls = 0;           ///< calls of next() that found no batch ready
    std::chrono::nanoseconds stalled{};  ///< that they waited
    std::uint64_t ready = 0;            ///< batches ready now
    std::uint64_t inWork = 0;           ///< batches being read now
    std::uint64_t requestedBytes = 0;   ///< asked of the system ahead of reading, see LoaderOptions::lookAhead
    std::uint64_t memories = 0;         ///< batch memories in existence: ready, in work, spare, held by callers
    std::uint64_t memoryBytes = 0;      ///< that they took
};

/// An endless run of batches over index-aligned streams. Which records step s holds is a pure function of (mode or
/// order, seed, length, batch, s): no thread count, prefetch depth, rank or restart changes it (docs/manual/loader.md).
///
/// Batches arrive in the order of their steps. A failure arrives at its step, after all batches before it; the loader then
/// stays failed and gives the same Status for ever. Memory is bounded by prefetch + 1 batches and those that callers hold.
/// Threads: all members may be called from any thread at once; concurrent next() calls share out the batches. A loader used
/// in a forked child answers ErrorCode::Closed.
class ZRECORD_EXPORT DataLoader {
public:
    /// Starts to read ahead at once. InvalidArgument: no stream, two of one name, streams of different lengths (named with
    /// their lengths), length 0, batch 0, rank ≥ world, a part without records, a state that does not fit.
    static Result<DataLoader> create(std::vector<LoaderStream> streams, LoaderOptions options = {});

    DataLoader(DataLoader&&) noexcept;
    DataLoader& operator=(DataLoader&&) noexcept;
    ~DataLoader();  ///< stop()

    /// The next batch; an empty one after the last step. Waits for it; Cancelled when `stop` asks first (nothing is lost, the
    /// next call gives the batch), Closed after stop(). WrongKind, naming the stream, when the length of one has changed.
    Result<Batch> next(std::stop_token stop = {});
    /// Waits until next() would not wait, at most that long; false when the time was over. Without prefetch true at once.
    bool waitReady(std::chrono::milliseconds patience) const;
    /// The object that a transform threw, once next() has reported its step; null otherwise.
    [[nodiscard]] std::exception_ptr transformException() const;

    /// Ends reading and waits for the threads; next() calls that wait answer Closed. A read in progress ends within 200 ms, a
    /// transform when it returns (see abandonTransformsAfter). Any number of times, from any thread but a transform's.
    void stop();

    /// What a new loader needs to give the batches from here on. O(1).
    [[nodiscard]] LoaderState state() const;
    [[nodiscard]] LoaderStats stats() const;
    [[nodiscard]] const LoaderOptions& options() const noexcept;
    [[nodiscard]] std::span<const LoaderStream> streams() const noexcept;
    /// Records in each stream.
    [[nodiscard]] std::uint64_t length() const noexcept;
    /// Records of a global batch: options().batch, or the length where a cycle has fewer.
    [[nodiscard]] std::uint64_t globalBatchLength() const noexcept;
    /// Records of this rank's part of a whole batch, before any are skipped.
    [[nodiscard]] std::uint64_t batchLength() const noexcept;
    /// Steps that visit every record once, or as nearly as the mode allows: max(length div batch, 1), or those of the order.
    [[nodiscard]] std::uint64_t stepsPerCycle() const noexcept;

private:
    class Impl;
    explicit DataLoader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace zrecord
