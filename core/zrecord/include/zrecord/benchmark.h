#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "zrecord/codec.h"
#include "zrecord/dtype.h"
#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/result.h"
#include "zrecord/shape.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// What is timed, always a batch at a time.
enum class BenchmarkWork : std::uint8_t {
    Gather,   ///< batches of records into memory
    Append,   ///< the same batches into new stores, removed afterwards
    Loader,   ///< next() of a data loader in its steady state
    Sampler,  ///< the indices of a batch
    Open      ///< opening the store and closing it again
};

ZRECORD_EXPORT std::string_view benchmarkWorkName(BenchmarkWork work);  ///< "gather", "append", "loader", "sampler", "open"
ZRECORD_EXPORT Result<BenchmarkWork> parseBenchmarkWork(std::string_view name);

/// Drawing the indices of a batch cannot be stopped, so batches have an end.
inline constexpr std::uint64_t kMostBenchmarkBatch = UINT64_C(1) << 22;

/// What a benchmark does with one store.
struct BenchmarkOptions {
    std::uint64_t batch = 256;      ///< records a batch; at most as many as the store has, and kMostBenchmarkBatch
    bool random = true;             ///< a shuffled walk over the records; else as stored
    std::uint64_t seed = 42;        ///< of the walk
    std::uint64_t rounds = 5;       ///< ≥ 1
    std::uint64_t batches = 0;      ///< a round, at most; 0 = as many as take the quickest line a fifth of a second
    BenchmarkWork work = BenchmarkWork::Gather;
    unsigned threads = 0;           ///< that work at once; 0 = as the context says
    /// Before each turn of a line the store is closed, the kernel is asked to drop the pages of its files (posix_fadvise), and
    /// the store is opened again: records are read from the device, unless the file system keeps them all the same (memory
    /// file systems do), another process maps them, or they were never written to the device.
    bool cold = false;
    std::filesystem::path workFolder;     ///< Append: where stores are made; empty = the system's folder for temporary files
    std::function<std::int64_t()> clock;  ///< nanoseconds, monotonic; for tests. Empty: the machine's
    /// Gather: beside it also loaderx, NumPy, HDF5 and LMDB read the same batches of the same records, as far as a Python
    /// program has these packages. They get files of their own in workFolder; the walk is shortened to 64 MiB.
    bool peers = false;
    std::string python;  ///< the program; empty = what ZRECORD_PYTHON says, or python3
};

/// One way to do the work.
struct BenchmarkLine {
    std::string name;                  ///< "map", "pread", "limit: memcpy", "part: read", …
    bool limit = false;                ///< a bare loop that does the unavoidable part of the work alone
    std::vector<double> seconds;       ///< a batch, one figure for each round, in the order of the rounds
    bool part = false;                 ///< a bare loop over a part of the work: neither a way to do it nor its limit
    std::vector<double> latencies = {};  ///< seconds of single batches, of all rounds; timed apart from the rounds
    double wallSeconds = 0;            ///< of all rounds
    double cpuSeconds = 0;             ///< of all threads in them
    double faultsPerBatch = 0;         ///< page faults, large and small
    std::uint64_t residentBytes = 0;   ///< memory of the process after the last round; 0 for a peer
    bool peer = false;                 ///< another package, in a process of its own

    [[nodiscard]] ZRECORD_EXPORT double median() const;
    [[nodiscard]] ZRECORD_EXPORT double least() const;
    [[nodiscard]] ZRECORD_EXPORT double greatest() const;
    /// The least latency that a share of at least `share` (0 … 1) does not exceed: nearest rank. 0 without any.
    [[nodiscard]] ZRECORD_EXPORT double percentile(double share) const;
    /// CPU time per time of the rounds: 2 when two threads worked all the time. 0 where the rounds took less than ten
    /// milliseconds, for which the system's counters are too coarse.
    [[nodiscard]] ZRECORD_EXPORT double cpuShare() const;
};

/// What figures depend on beside the code. Two runs with equal environments and stores may be compared.
struct BenchmarkEnvironment {
    std::string processor;
    std::uint64_t cores = 0;
    std::uint64_t memoryBytes = 0;
    std::string system;    ///< kernel's name and release
    std::string zstd;      ///< libzstd's version
    std::string version;   ///< of this library
    bool optimized = true;
    friend bool operator==(const BenchmarkEnvironment&, const BenchmarkEnvironment&) = default;
};
ZRECORD_EXPORT BenchmarkEnvironment benchmarkEnvironment();

/// All figures come from one run: every round times every line, in an order that changes from round to round. Each line's
/// records were compared with those of the first line before anything was timed.
struct BenchmarkReport {
    StoreSummary store;
    BenchmarkOptions options;        ///< with the batch and batches that were used
    std::uint64_t bytesPerBatch = 0; ///< of decoded records (Sampler: of indices), on average
    unsigned threads = 0;
    std::vector<BenchmarkLine> lines;
    BenchmarkEnvironment environment;
    /// XXH3-64 over description, dictionary, lengths and the location entries of up to 65,536 records: equal for copies of one
    /// store, different after records were appended, deleted or compressed in another way.
    std::uint64_t fingerprint = 0;
    std::vector<std::string> notes;  ///< which peers are left out, and why

    /// Null when there is none of that name.
    [[nodiscard]] ZRECORD_EXPORT const BenchmarkLine* find(std::string_view name) const;
    /// The quickest of the limits; null when there is none.
    [[nodiscard]] ZRECORD_EXPORT const BenchmarkLine* bestLimit() const;
};

/// Where the time of the first line goes, in seconds a batch: found by subtracting the bare loops from one another, so parts
/// that overlap count once. Gather only; all 0 where there are no bare loops.
struct BenchmarkSplit {
    double read = 0;        ///< touching the stored bytes
    double decompress = 0;  ///< libzstd, beyond that
    double copy = 0;        ///< into the result, beyond that
    double other = 0;       ///< looking up, checking, sharing out, waiting
    [[nodiscard]] double sum() const noexcept { return read + decompress + copy + other; }
};
ZRECORD_EXPORT BenchmarkSplit splitBenchmark(const BenchmarkReport& report);

/// The verdict on the first line: what holds it back, and by how much.
struct BenchmarkFinding {
    enum class Kind : std::uint8_t {
        Nothing,     ///< no limit was measured
        Reading,     ///< most of the time goes into reading stored bytes; share = of the time
        Decoding,    ///< share = of the speed of libzstd alone
        Copying,     ///< share = of the speed of memcpy or read calls alone
        Gathering,   ///< Loader: share = of the speed of gathering alone
        Writing,     ///< Append: share = of the speed of writing the same bytes alone
        Overhead     ///< far from every limit; share = of the quickest limit's speed
    };
    Kind kind = Kind::Nothing;
    double share = 0;
    friend bool operator==(const BenchmarkFinding&, const BenchmarkFinding&) = default;
};
ZRECORD_EXPORT BenchmarkFinding judgeBenchmark(const BenchmarkReport& report);

/// Names of the fields in which two runs differ, so that their figures say nothing about each other: "processor", "store", ….
/// Empty when they may be compared.
ZRECORD_EXPORT std::vector<std::string> benchmarkDifferences(const BenchmarkReport& first, const BenchmarkReport& second);

/// Does the work in several ways by turns, beside what the machine could do at best on the same records in the same order:
/// copies from mapped memory, reads by calls, or zstd alone. The page cache is warm unless options.cold: each line does the
/// whole plan once before it is timed. `onPartial` (may be empty) is given what is known after each round, on the calling
/// thread. Cancelled when stopped, leaving no files; InvalidArgument for an empty store or 0 rounds; Internal when two lines do
/// not give the same bytes; and what opening, reading and writing give.
ZRECORD_EXPORT Result<BenchmarkReport> runBenchmark(const std::filesystem::path& store, const BenchmarkOptions& options,
                                                    const std::function<void(const BenchmarkReport&)>& onPartial = {},
                                                    const OperationContext& context = {});

/// Records that belong to no data set: made for a measurement, and gone after it.
struct SyntheticData {
    DType dtype = DType::parse("uint8").value();
    Shape itemShape = {28, 28};
    std::uint64_t records = 0;     ///< 0 = as many as take 64 MiB, at least 1,024 and at most 262,144
    /// Share of the 32-byte stretches of a record that are one of 64 which all records draw from; the others are random.
    /// zstd makes records smaller by up to 1 / (1 − compressibility), the nearer the longer they are.
    double compressibility = 0.5;
    Codec codec = Codec::Zstd;     ///< ZstdDict: with a dictionary of the default tier, trained on the first 4 MiB
    std::uint64_t seed = 42;
};
/// "synthetic |u1 (28, 28), compressibility 0.5, zstd": what stands for the path in such a report.
ZRECORD_EXPORT std::string syntheticName(const SyntheticData& data);
/// The same on such records, in a store in options.workFolder that is removed afterwards.
ZRECORD_EXPORT Result<BenchmarkReport> runBenchmark(const SyntheticData& data, const BenchmarkOptions& options,
                                                    const std::function<void(const BenchmarkReport&)>& onPartial = {},
                                                    const OperationContext& context = {});

enum class BenchmarkVerdict : std::uint8_t {
    Same,    ///< the ranges of the rounds overlap: no difference was shown
    Faster,  ///< every round of the second was faster than every round of the first
    Slower
};

/// Judges `second` against `first`, the seconds of two lines.
ZRECORD_EXPORT BenchmarkVerdict compareRounds(const BenchmarkLine& first, const BenchmarkLine& second);

}  // namespace zrecord
