#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/result.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// What a gather benchmark does with one store.
struct BenchmarkOptions {
    std::uint64_t batch = 256;      ///< records a gather; at most as many as the store has
    bool random = true;             ///< a shuffled walk over the records; else as stored
    std::uint64_t seed = 42;        ///< of the walk
    std::uint64_t rounds = 5;       ///< ≥ 1
    std::uint64_t batches = 0;      ///< a round, at most; 0 = as many as take the limit a fifth of a second
};

/// One way to fetch the records.
struct BenchmarkLine {
    std::string name;                  ///< "map", "pread", "limit: memcpy", "limit: pread", "limit: libzstd"
    bool limit = false;                ///< a bare loop that does the unavoidable part of the work alone
    std::vector<double> seconds;       ///< a batch, one figure for each round, in the order of the rounds

    [[nodiscard]] ZRECORD_EXPORT double median() const;
    [[nodiscard]] ZRECORD_EXPORT double least() const;
    [[nodiscard]] ZRECORD_EXPORT double greatest() const;
};

/// All figures come from one run: every round times every line, in an order that changes from round to round. Each line's
/// records were compared with those of the first line before anything was timed.
struct BenchmarkReport {
    StoreSummary store;
    BenchmarkOptions options;        ///< with the batch and batches that were used
    std::uint64_t bytesPerBatch = 0; ///< of decoded records, on average
    unsigned threads = 0;
    std::vector<BenchmarkLine> lines;

    /// Null when there is none of that name.
    [[nodiscard]] ZRECORD_EXPORT const BenchmarkLine* find(std::string_view name) const;
};

/// Times gathers of a store by maps and by calls, beside what the machine could do at best on the same records in the same
/// order: copies from mapped memory, reads by calls, or zstd alone. Limits are left out where there is none (zstd_dict).
/// The page cache is warm: each line walks the plan once before it is timed. Cancelled when stopped; InvalidArgument for an
/// empty store or 0 rounds; Internal when two lines do not give the same bytes; and what opening and reading give.
ZRECORD_EXPORT Result<BenchmarkReport> benchmarkGather(const std::filesystem::path& store, const BenchmarkOptions& options,
                                                      const OperationContext& context = {});

enum class BenchmarkVerdict : std::uint8_t {
    Same,    ///< the ranges of the rounds overlap: no difference was shown
    Faster,  ///< every round of the second was faster than every round of the first
    Slower
};

/// Judges `second` against `first`, the seconds of two lines.
ZRECORD_EXPORT BenchmarkVerdict compareRounds(const BenchmarkLine& first, const BenchmarkLine& second);

}  // namespace zrecord
