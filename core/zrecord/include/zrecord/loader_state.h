#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "zrecord/export.h"
#include "zrecord/result.h"
#include "zrecord/sampler.h"

namespace zrecord {

/// How a rank's part is cut out of each global batch. "strided": every world-th record, from the rank-th on; "blocked": one
/// run of neighbours.
enum class RankSplit : std::uint8_t { Strided, Blocked };

/// What happens when the world size does not divide the global batch of B records. Every rank has the same number of steps
/// in any case. Drop: each rank gets B div world records, the last B mod world of the batch are left out. Wrap: each gets
/// B div world + 1, the first records of the batch fill up the end. Uneven: nothing is left out or repeated, the first
/// B mod world ranks get one record more than the others.
enum class RankRemainder : std::uint8_t { Drop, Wrap, Uneven };

ZRECORD_EXPORT std::string_view rankSplitName(RankSplit split);              ///< "strided", "blocked"
ZRECORD_EXPORT std::string_view rankRemainderName(RankRemainder remainder);  ///< "drop", "wrap", "uneven"
ZRECORD_EXPORT Result<RankSplit> parseRankSplit(std::string_view name);
ZRECORD_EXPORT Result<RankRemainder> parseRankRemainder(std::string_view name);

/// Everything that a loader needs to go on exactly where it stood. It counts delivered batches: what was read ahead is read
/// again. Mode or order, seed, length and batch must be those of the loader that resumes; rank, world, split and remainder may
/// differ, since the global order does not depend on them, and so may streams of the same length, threads and prefetch.
struct LoaderState {
    std::uint64_t step = 0;  ///< next step to deliver
    SamplerMode mode = SamplerMode::Cyclic;
    std::uint64_t seed = 42;
    std::uint64_t length = 0;  ///< records in each stream
    std::uint64_t batch = 0;   ///< records in a global batch
    std::uint64_t rank = 0;
    std::uint64_t world = 1;
    RankSplit split = RankSplit::Strided;
    RankRemainder remainder = RankRemainder::Drop;
    std::optional<std::array<std::uint64_t, 4>> generator;  ///< IID only: SFC64 before the draws of `step`
    std::string order;  ///< BatchOrder::identity(), and `mode` means nothing; empty without an order

    /// One line of JSON, about 200 bytes, ended by no line feed. docs/format/loader_state.md describes it.
    [[nodiscard]] ZRECORD_EXPORT std::string toJson() const;
    /// Reads what toJson() wrote, or the same keys in any order. BadFormat says what is wrong and where.
    ZRECORD_EXPORT static Result<LoaderState> fromJson(std::string_view text);

    friend bool operator==(const LoaderState&, const LoaderState&) = default;
};

}  // namespace zrecord
