#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "zrecord/dtype.h"
#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/result.h"

namespace zrecord {

class Store;

/// What is known of one record. Statistics are of the finite values, with the population's standard deviation, and NaN when
/// there are none or the element type holds no real numbers (complex, text, time, structured).
struct RecordFacts {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    double min = kNone;
    double max = kNone;
    double mean = kNone;
    double std = kNone;
    double value = kNone;              ///< of records with exactly one element; integers beyond 2^53 are rounded
    std::uint64_t nanCount = 0;
    std::uint64_t infinityCount = 0;
    std::uint64_t elements = 0;
    std::uint64_t plainBytes = 0;      ///< in memory
    std::uint64_t storedBytes = 0;     ///< in the chunk files, shape included
    std::uint64_t hash = 0;            ///< XXH3-64 of shape and bytes: equal records have equal hashes
    bool readable = true;              ///< false: the record is damaged; everything else is at its default
};

/// Groups of facts by what they cost: the first needs nothing (dense) or the shapes, the second the location table, the last
/// every byte of the record.
struct FactNeeds {
    bool stored = false;
    bool values = false;  ///< statistics, value, hash

    [[nodiscard]] bool covers(const FactNeeds& other) const noexcept { return (stored || !other.stored) && (values || !other.values); }
    FactNeeds& operator|=(const FactNeeds& other) noexcept {
        stored = stored || other.stored;
        values = values || other.values;
        return *this;
    }
    friend bool operator==(const FactNeeds&, const FactNeeds&) = default;
};

/// Facts of consecutive records.
struct FactsBlock {
    std::uint64_t first = 0;
    FactNeeds known;
    std::vector<RecordFacts> facts;
    std::vector<std::uint64_t> shapeOffsets;  ///< ragged: n + 1 positions in `dimensions`; dense: empty, all have that shape
    std::vector<std::uint64_t> dimensions;

    [[nodiscard]] std::span<const std::uint64_t> shape(std::size_t i) const {
        const std::span all(dimensions);
        return shapeOffsets.empty() ? all : all.subspan(shapeOffsets[i], shapeOffsets[i + 1] - shapeOffsets[i]);
    }
    /// Memory that it takes, in bytes.
    [[nodiscard]] std::uint64_t memoryBytes() const noexcept {
        return facts.size() * sizeof(RecordFacts) + (shapeOffsets.size() + dimensions.size()) * sizeof(std::uint64_t);
    }
};

/// True when min, max, mean and std mean something: bool, integers, floats of 2, 4 and 8 bytes.
ZRECORD_EXPORT bool hasStatistics(const DType& dtype);
/// Statistics and value of one record's bytes; nothing for other types. Two passes in double, in long double for values of
/// 8 bytes, so that neither a sum nor a square overflows.
ZRECORD_EXPORT RecordFacts valueFacts(const DType& dtype, std::span<const std::byte> bytes);

/// Looks at `count` records from `first` on, in windows of bounded memory on all threads of the pool. A damaged record is
/// marked and does not fail the rest. OutOfRange, IoError, Cancelled.
ZRECORD_EXPORT Result<FactsBlock> gatherFacts(const Store& store, std::uint64_t first, std::uint64_t count, const FactNeeds& needs,
                                              const OperationContext& context = {});

}  // namespace zrecord
