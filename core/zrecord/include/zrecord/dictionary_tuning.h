#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "zrecord/codec.h"
#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/result.h"

namespace zrecord {

class Store;

/// One way to store the records.
struct TuneCandidate {
    std::string name;                   ///< "raw", "zstd 3", "balanced", "64 KiB, level 9"
    Codec codec = Codec::Zstd;
    int level = 3;                      ///< zstd's; unused with raw
    std::uint64_t dictionaryBytes = 0;  ///< wanted, with a dictionary
    friend bool operator==(const TuneCandidate&, const TuneCandidate&) = default;
};

/// raw, zstd 3, the three tiers as loaderx writes them (level 19), and 16 and 128 KiB at level 9.
ZRECORD_EXPORT std::vector<TuneCandidate> defaultTuneCandidates();
/// Reads "raw", "zstd", "zstd:LEVEL", a tier's name, "tier:LEVEL", or "SIZE:LEVEL" for a dictionary ("64K:9", "1M:19").
ZRECORD_EXPORT Result<TuneCandidate> parseTuneCandidate(std::string_view text);

struct TuneOptions {
    std::vector<TuneCandidate> candidates = defaultTuneCandidates();
    std::uint64_t seed = 42;
    /// Records to train on, at most this many bytes and 262,144 records, drawn at random by the seed, or spread evenly over the store as loaderx does.
    std::uint64_t sampleBytes = UINT64_C(4) << 20;
    bool spread = false;
    /// Records to measure on, at most this many bytes and records; they are never trained on.
    std::uint64_t testBytes = UINT64_C(2) << 20;
    std::uint64_t testRecords = 4'096;
    unsigned rounds = 5;
    /// Where stores are made to measure on; empty: the system's folder for temporary files. They are removed at the end.
    std::filesystem::path workFolder;
    /// Nanoseconds, monotonic; for tests. Empty: the machine's.
    std::function<std::int64_t()> clock;
};

/// Median, least and most of the rounds.
struct TuneSpread {
    double median = 0;
    double least = 0;
    double most = 0;
};

struct TuneResult {
    TuneCandidate candidate;
    Status status;  ///< why it could not be measured: the rest is then empty
    std::uint64_t dictionaryBytes = 0;  ///< obtained
    double trainSeconds = 0;            ///< of this size; levels share a training
    std::uint64_t storedBytes = 0;      ///< of the test records, without the dictionary
    double ratio = 0;                   ///< plain bytes / stored bytes
    double storeBytes = 0;              ///< of the whole store, projected: stored bytes scaled up, and the dictionary
    std::uint64_t memoryBytes = 0;      ///< that a reader keeps for the dictionary
    TuneSpread writeMiBs;               ///< append of a share of the test records, all threads
    TuneSpread gatherMiBs;              ///< batches of 256 in random order, all threads, warm
    double p50 = 0, p95 = 0, p99 = 0;   ///< microseconds for one record gathered alone, warm
    std::uint64_t bigger = 0;           ///< test records that take more bytes than with plain zstd level 3
    /// [i]: test records by their size against plain zstd level 3: under −50 %, then steps of 5 % up to +50 %, then above.
    std::vector<std::uint64_t> against;
    std::vector<std::byte> dictionary;
};
inline constexpr std::size_t kTuneAgainstBins = 22;

/// What to do, and why, in numbers that a sentence can be made of.
struct TuneAdvice {
    enum class Kind : std::uint8_t {
        Nothing,        ///< not enough was measured
        KeepRaw,        ///< even plain zstd saves less than 2 %
        NoDictionary,   ///< plain zstd is within 1 % of the best store
        UseDictionary   ///< the fastest to gather among those within 2 % of the best store
    };
    Kind kind = Kind::Nothing;
    std::size_t choice = 0;     ///< among the results
    std::size_t smallest = 0;   ///< the one with the smallest store
    double againstPlain = 0;    ///< store bytes of the choice / those of plain zstd
    double gatherAgainstPlain = 0;
    double storeAgainstSmallest = 0;
    double gatherAgainstSmallest = 0;
    double writeAgainstSmallest = 0;
};

struct TuneReport {
    std::uint64_t records = 0;  ///< of the store
    std::uint64_t trainingRecords = 0, trainingBytes = 0;
    std::uint64_t testRecords = 0, testBytes = 0;
    std::uint64_t seed = 0;
    unsigned rounds = 0;        ///< that were measured; fewer than wanted in partial reports
    std::vector<TuneResult> results;  ///< in the order of the candidates, as far as there are any
    TuneAdvice advice;
};

/// Trains, writes a small store for each candidate and reads it, in rounds in which the candidates take turns. `onPartial` (may
/// be empty) is given what is known so far after each step, on the calling thread. Ratio and dictionaries depend on store, seed
/// and libzstd alone; times on the machine. TrainingFailed, with the number needed, when there are too few records to hold any
/// out; a candidate whose training fails says so in its status, the others go on. Cancelled leaves no files.
ZRECORD_EXPORT Result<TuneReport> tuneDictionary(const Store& store, const TuneOptions& options = {},
                                                 const std::function<void(const TuneReport&)>& onPartial = {},
                                                 const OperationContext& context = {});

/// The advice that the figures of a report give. tuneDictionary() has filled it in already.
ZRECORD_EXPORT TuneAdvice adviseTuning(const TuneReport& report);

}  // namespace zrecord
