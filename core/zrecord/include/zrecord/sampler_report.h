#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/loader_state.h"
#include "zrecord/operation_context.h"
#include "zrecord/record_selection.h"
#include "zrecord/result.h"
#include "zrecord/sampler.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// The part of a sampler's sequence that is looked at: some steps, of one rank or (world 1) of all.
struct SamplerView {
    SamplerOptions sampler;
    std::uint64_t rank = 0;
    std::uint64_t world = 1;
    RankSplit split = RankSplit::Strided;
    RankRemainder remainder = RankRemainder::Drop;
    std::uint64_t firstStep = 0;
    std::uint64_t steps = 1;
};

/// One place of the order: the index at a position, counted from the first step of the view.
struct OrderDot {
    std::uint64_t position = 0;
    std::uint64_t index = 0;
    friend bool operator==(const OrderDot&, const OrderDot&) = default;
};

/// Records seen at least once after that many steps of the view.
struct CoveragePoint {
    std::uint64_t steps = 0;
    std::uint64_t seen = 0;
    friend bool operator==(const CoveragePoint&, const CoveragePoint&) = default;
};

/// How random the first pass looks: the first min(steps, steps of a cycle) steps of the view, as one row of indices.
struct ShuffleFigures {
    std::uint64_t positions = 0;
    /// Shannon entropy of (next − this) mod length in `differenceBins` equal bins, and what independent differences give at
    /// this number of positions (their entropy less the bias of Miller and Madow).
    std::uint64_t differenceBins = 0;
    double entropyBits = 0;
    double idealEntropyBits = 0;
    /// Pearson's chi-square of independence between position and index, both cut into `chiSquareBins` equal parts; p is the
    /// chance of as much or more with an ideal shuffle. Unset with fewer than 20 positions.
    std::optional<double> chiSquare;
    std::uint64_t chiSquareBins = 0;
    std::uint64_t chiSquareDegrees = 0;
    double chiSquareP = 0;
    /// Correlation between an index and the next one; an ideal shuffle of n gives −1/(n−1), give or take 1/√n. Unset where all
    /// indices are equal or there are fewer than three.
    std::optional<double> serialCorrelation;
    double serialDeviations = 0;  ///< standard deviations from the ideal
    double meanJump = 0;          ///< records between an index and the next, either way
    double nextShare = 0;         ///< share of indices that are followed by their successor
};

/// Everything that the order of a view shows. Partial reports have looked at fewer steps than the view has.
struct SamplerReport {
    SamplerView view;
    std::uint64_t batchLength = 0;    ///< indices of a step, of this rank
    std::uint64_t stepsPerCycle = 0;  ///< max(length div batch, 1)
    std::uint64_t stepsDone = 0;
    std::uint64_t indices = 0;        ///< looked at

    std::uint64_t seen = 0;                   ///< records seen at least once
    std::vector<CoveragePoint> coverage;      ///< ascending, at most 513, begins with 0 steps
    std::optional<std::uint64_t> allSeenAfter;  ///< steps of the view after which every record had been seen
    /// IID only: the mean that independent draws need, length · H(length) indices, as steps.
    std::optional<double> expectedAllSeenAfter;

    std::uint64_t leastVisits = 0, mostVisits = 0;  ///< of any record
    /// [k]: records visited k times; the last entry counts all that were visited at least that often.
    std::vector<std::uint64_t> visits;

    std::uint64_t gapCount = 0;  ///< pairs of a visit and the next of the same record
    std::uint64_t leastGap = 0, mostGap = 0;  ///< indices from one to the other; 0 without any
    double meanGap = 0;
    std::vector<std::uint64_t> gaps;  ///< [b]: gaps of 2^b up to 2^(b+1) − 1 indices

    std::uint64_t droppedPerCycle = 0;  ///< cyclic: records of each cycle that no batch holds
    std::uint64_t droppedPerStep = 0;   ///< records of each global batch that no rank gets

    ShuffleFigures shuffle;      ///< empty until the first pass is over
    std::vector<OrderDot> dots;  ///< ascending; one drawn from each of equal blocks of positions, all when there are few
};

inline constexpr std::size_t kReportDots = 8'000;
inline constexpr std::size_t kReportVisitBins = 17;  ///< 0 … 15 visits, and 16 or more
inline constexpr std::uint64_t kReportMemory = UINT64_C(1) << 30;
inline constexpr std::uint64_t kReportBatch = UINT64_C(1) << 22;  ///< the largest global batch: drawing it cannot be stopped
/// What a report looks at when nobody says how much: two cycles, but no more indices than this.
inline constexpr std::uint64_t kReportIndices = 10'000'000;

/// The steps of two cycles, at least one, within kReportIndices indices.
ZRECORD_EXPORT std::uint64_t defaultReportSteps(const SamplerOptions& options);

/// Runs the sampler over the view. `onPartial` (may be empty) is given what is known so far about five times a second, on the
/// calling thread. Memory: 8 bytes a record, or 32 bytes an index where that is less; InvalidArgument, saying how many steps
/// would fit, above kReportMemory, for a view without steps, and where rank or sampler options do not fit.
ZRECORD_EXPORT Result<SamplerReport> reportSampler(const SamplerView& view, const std::function<void(const SamplerReport&)>& onPartial = {},
                                                   const OperationContext& context = {});

/// Dots for the positions [first, first + count) of the view's stream: all of them when they are at most `limit`, else one from
/// each of `limit` equal blocks. Ascending.
ZRECORD_EXPORT Result<std::vector<OrderDot>> sampleOrder(const SamplerView& view, std::uint64_t first, std::uint64_t count,
                                                         std::size_t limit, const OperationContext& context = {});

/// One visit of a record: the step, counted from step 0 of the sampler, and the place in the batch of this rank.
struct RecordVisit {
    std::uint64_t step = 0;
    std::uint64_t place = 0;
    friend bool operator==(const RecordVisit&, const RecordVisit&) = default;
};

/// The first `count` visits of `record` from the view's first step on; view.steps does not matter. Sequential and cyclic are
/// computed at once for any length (at most a million cycles); IID is drawn, for at most `drawLimit` indices. Fewer visits than
/// asked for: there are no more within these bounds. OutOfRange for a record at or after the length.
ZRECORD_EXPORT Result<std::vector<RecordVisit>> findVisits(const SamplerView& view, std::uint64_t record, std::size_t count,
                                                           std::uint64_t drawLimit = UINT64_C(1) << 32,
                                                           const OperationContext& context = {});

struct UnseenRecords {
    std::uint64_t count = 0;
    std::vector<IndexRange> ranges;  ///< ascending runs, as many as were asked for
    bool complete = true;            ///< false: there are more runs
};

/// Records that no step of the view visits. One bit of memory for each record; InvalidArgument above kReportMemory.
ZRECORD_EXPORT Result<UnseenRecords> findUnseen(const SamplerView& view, std::size_t maxRanges = 1'000, const OperationContext& context = {});

/// What the disk sees of the first steps of a view, at most 64 of them and 65 536 records. Places are those of the payloads.
struct LocalityFigures {
    std::uint64_t steps = 0;
    std::uint64_t records = 0;
    double meanJumpBytes = 0;   ///< from the start of a record to that of the next one in the batch's order, either way
    double payloadBytes = 0;    ///< stored bytes of a batch, mean
    double pageBytes = 0;       ///< distinct 4 KiB pages that hold them, mean of a batch
    double runs = 0;            ///< runs of adjoining pages in a batch, mean: separate reads once the batch is sorted
};

/// Where a record lies, as Store::locate() says it.
using RecordLocator = std::function<Result<RecordLocation>(std::uint64_t index)>;

/// Failures of `locate` (OutOfRange where the store has fewer records than the view) and of the view pass through.
ZRECORD_EXPORT Result<LocalityFigures> measureLocality(const RecordLocator& locate, const SamplerView& view, const OperationContext& context = {});

}  // namespace zrecord
