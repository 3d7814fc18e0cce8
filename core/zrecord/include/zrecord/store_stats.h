#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "zrecord/codec.h"
#include "zrecord/dtype.h"
#include "zrecord/shape.h"

namespace zrecord {

/// Known the moment a store is open; no record or entry is read for it.
struct StoreSummary {
    std::filesystem::path path;
    StoreKind kind = StoreKind::Dense;
    DType dtype;
    Shape itemShape;                  ///< dense only
    Codec codec = Codec::Raw;
    std::uint64_t records = 0;        ///< logical
    std::uint64_t recordBytes = 0;    ///< dense width, 0 for ragged
    std::uint64_t chunkBytes = 0;     ///< tail_chunk · 2^32 + tail_offset, as loaderx counts
    std::uint64_t dictionaryBytes = 0;
    std::uint32_t chunks = 0;         ///< chunk files in use
};

/// Needs one pass over the location table.
struct StoreStats {
    std::uint64_t records = 0;      ///< logical
    std::uint64_t liveBytes = 0;    ///< Σ stored size of all physical records (ragged shapes included)
    std::uint64_t chunkBytes = 0;   ///< as in StoreSummary
    std::uint64_t reclaimable = 0;  ///< chunkBytes − liveBytes, never negative (0 when entries overlap)
    std::uint64_t plainBytes = 0;   ///< Σ decoded size of the payloads (shape records not counted)
    friend bool operator==(const StoreStats&, const StoreStats&) = default;
};

/// Where one record lies. `shape*` only for ragged stores (the shape is a stored record of its own).
struct RecordLocation {
    std::uint32_t chunk = 0;
    std::uint32_t offset = 0;       ///< bytes into <chunk>.chunk
    std::uint32_t storedBytes = 0;
    std::uint32_t plainBytes = 0;
    std::uint32_t shapeChunk = 0, shapeOffset = 0, shapeStoredBytes = 0, shapePlainBytes = 0;
};

/// Swap-last: the record that was at `from` is now at `to`.
struct RecordMove {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    friend bool operator==(const RecordMove&, const RecordMove&) = default;
};

struct RemovalResult {
    std::uint64_t removed = 0;
    std::uint64_t recordsBefore = 0;
    /// Final moves only, ascending by `to`: apply them all at once to follow every surviving record.
    std::vector<RecordMove> moves;
};

struct CompactionResult {
    StoreStats before;
    StoreStats after;
};

/// What compact() would do now.
struct CompactionForecast {
    std::uint64_t freedBytes = 0;
    std::uint64_t neededBytes = 0;     ///< free space that it needs while it runs
    std::uint64_t availableBytes = 0;  ///< free space of the file system
};

/// One finding of verify().
enum class IssueSeverity : std::uint8_t { Warning, Error };
struct StoreIssue {
    IssueSeverity severity = IssueSeverity::Error;
    std::string kind;      ///< stable, machine readable: "entry_out_of_bounds", "decode_failed", "overlap", …
    std::string message;   ///< one sentence
    std::string file;      ///< "0.loc"
    std::uint64_t offset = 0;
    std::uint64_t record = 0;       ///< logical index; only with hasRecord
    bool hasRecord = false;
};

struct VerifyOptions {
    bool decode = true;          ///< false = quick: header, files, entries, overlap
    std::uint64_t maxIssues = 10'000;  ///< stops collecting (not counting) after that many
};

struct VerifyReport {
    std::uint64_t recordsChecked = 0;
    std::uint64_t bytesChecked = 0;   ///< stored bytes decoded
    std::uint64_t issueCount = 0;     ///< may exceed issues.size()
    std::vector<StoreIssue> issues;
    [[nodiscard]] bool clean() const noexcept { return issueCount == 0; }
};

}  // namespace zrecord
