#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "zrecord/aligned_set.h"
#include "zrecord/batch.h"
#include "zrecord/batch_order.h"
#include "zrecord/export.h"
#include "zrecord/loader_state.h"
#include "zrecord/sampler.h"
#include "zrecord/store.h"

namespace zrecord {

/// A store under the name that its records have in a batch.
struct LoaderStream {
    std::string name;
    std::shared_ptr<const Store> store;
    /// Stores whose records come after those of `store`, in this order; of the same kind, dtype and item shape.
    std::vector<std::shared_ptr<const Store>> following = {};

    /// Records of all its stores together.
    [[nodiscard]] ZRECORD_EXPORT std::uint64_t records() const;
    /// Several sets one after the other: stream by stream of the same name, in the order of the first. InvalidArgument names a
    /// stream that a set does not have, or has beyond the others.
    ZRECORD_EXPORT static Result<std::vector<LoaderStream>> joined(std::vector<std::vector<LoaderStream>> sets);
    /// The caller keeps the store open until the loader is gone.
    ZRECORD_EXPORT static LoaderStream borrowed(std::string name, const Store& store);
    ZRECORD_EXPORT static LoaderStream owned(std::string name, Store store);
    /// All streams of a set, in its order.
    ZRECORD_EXPORT static std::vector<LoaderStream> borrowed(const AlignedSet& set);
    ZRECORD_EXPORT static std::vector<LoaderStream> owned(AlignedSet set);
};

/// The bytes of each record of a ragged store, from its location entries.
ZRECORD_EXPORT LengthReader readLengthsFrom(std::shared_ptr<const Store> store);

/// What a loader does with a record whose stored bytes or entry are damaged (ErrorCode::CorruptRecord) in any stream.
enum class OnCorrupt : std::uint8_t {
    Raise,   ///< the step fails, and with it the loader
    Skip,    ///< its place is left out of all streams: the batch is shorter, empty when nothing is left
    Replace  ///< the next record (index + 1, + 2, … modulo the length) that can be read takes its place: the size stays
};

ZRECORD_EXPORT std::string_view onCorruptName(OnCorrupt policy);  ///< "raise", "skip", "replace"
ZRECORD_EXPORT Result<OnCorrupt> parseOnCorrupt(std::string_view name);

struct TransformContext {
    std::uint64_t step = 0;
    /// A number that depends on seed, step and rank alone: seed a generator with it, and random augmentation is the same in
    /// every run, whatever the number of threads.
    std::uint64_t seed = 0;
    /// Asked to stop when the loader is; a long transform should look at it.
    std::stop_token stop;
};

/// Runs on a worker for every batch before it is delivered; several may run at once. It may change bytes in place and set an
/// attachment. A failure, or an exception, fails the step.
using BatchTransform = std::function<Status(Batch& batch, const TransformContext& context)>;

struct LoaderOptions {
    std::uint64_t batch = 256;  ///< records in a global batch: of all ranks together
    SamplerMode mode = SamplerMode::Cyclic;
    std::uint64_t seed = 42;
    /// Takes the place of `mode`; order->length() is that of the streams.
    SharedOrder order;
    /// Only with an order.
    CycleEnd cycleEnd = CycleEnd::Drop;
    /// Only with an order: batches of records of similar length.
    LengthBuckets buckets;
    /// The loader ends after so many cycles, as with endStep.
    std::optional<std::uint64_t> epochs;

    /// Batches that are read ahead of the one delivered last. 0: no threads, every batch is read when it is asked for.
    std::uint64_t prefetch = 4;
    /// Threads that read ahead, each a batch of its own; 0 = one for each core. Never more than prefetch.
    unsigned threads = 0;
    /// Steps beyond those being read whose records the system is asked for in time. Only while some of them are not in memory:
    /// what is there is read as without. 0: no step. Changes no batch.
    std::uint64_t lookAhead = 8;
    /// false: whichever of the `prefetch` next batches is ready first. State then means "all steps before this one".
    bool ordered = true;

    std::uint64_t rank = 0;
    std::uint64_t world = 1;
    RankSplit split = RankSplit::Strided;
    RankRemainder remainder = RankRemainder::Drop;

    OnCorrupt onCorrupt = OnCorrupt::Raise;
    BatchTransform transform;
    /// How long stopping waits for transforms that do not look at their stop token; their threads are then left to end by
    /// themselves. They hold streams, options and memory, but not what the transform borrowed: hence for ever by default.
    std::chrono::milliseconds abandonTransformsAfter = std::chrono::milliseconds::max();

    /// First step. IID replays the draws before it; a state does not.
    std::uint64_t firstStep = 0;
    /// The loader ends before this step: next() gives an empty Batch. Unset = endless.
    std::optional<std::uint64_t> endStep;
    /// Goes on from there; `firstStep` must be 0.
    std::optional<LoaderState> resume;
};

}  // namespace zrecord
