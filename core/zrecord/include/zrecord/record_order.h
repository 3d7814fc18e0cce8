#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/record_selection.h"
#include "zrecord/result.h"

namespace zrecord {

/// An endless sequence of record indices, a pure function of (seed, position): nothing is remembered from one call to the
/// next, so that any position is reached at once, in any thread and any process. docs/format/orders.md has the algorithms
/// of the orders below; other code may derive its own.
class ZRECORD_EXPORT RecordOrder {
public:
    virtual ~RecordOrder();

    /// All indices are below it; ≥ 1.
    [[nodiscard]] virtual std::uint64_t length() const noexcept = 0;
    /// Positions that make up one cycle, ≥ 1; each order says what a cycle holds.
    [[nodiscard]] virtual std::uint64_t cycleLength() const noexcept = 0;
    /// Orders of equal identity are equal. Kept in the state of a loader: printable, no quotation mark, no backslash.
    [[nodiscard]] virtual std::string identity() const = 0;
    /// Writes the indices at `position`, position + 1, …; position + out.size() ≤ 2^64. Thread-safe.
    virtual void fill(std::uint64_t seed, std::uint64_t position, std::span<std::uint64_t> out) const = 0;
};

using SharedOrder = std::shared_ptr<const RecordOrder>;

/// Records as they are stored, over and over. InvalidArgument here and below: length 0.
ZRECORD_EXPORT Result<SharedOrder> makeStoredOrder(std::uint64_t length);

/// Each cycle is a permutation of its own: that of SamplerMode::Cyclic for the same length, seed and cycle, but whole.
ZRECORD_EXPORT Result<SharedOrder> makeShuffledOrder(std::uint64_t length);

/// Independent uniform draws with repeats, a cycle is `length` of them. The draw at a position comes from the
/// counter-based generator Philox4x64-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3",
/// SC 2011), so that seeking costs nothing, unlike SamplerMode::Iid.
ZRECORD_EXPORT Result<SharedOrder> makeIndependentOrder(std::uint64_t length);

/// How far records that are stored as neighbours stay together.
struct LocalityOptions {
    std::uint64_t block = 64;   ///< neighbouring records that are taken as one, ≥ 1
    std::uint64_t window = 64;  ///< blocks whose records are mixed with each other, ≥ 1
};

/// A shuffle for data larger than memory: each cycle visits every record once, the blocks in random order, and the records
/// of `window` blocks at a time in random order. Reading then stays within window · block records, in window runs of
/// neighbours. Where blocks begin differs from cycle to cycle.
ZRECORD_EXPORT Result<SharedOrder> makeLocalOrder(std::uint64_t length, const LocalityOptions& options = {});

/// `order` over a part of the records: what it calls i is the i-th of the records that the ranges name. order->length() is
/// their number, and all are below `length`: else InvalidArgument. Ranges cost memory, not records: a list of indices
/// without regularity takes 8 bytes for each.
ZRECORD_EXPORT Result<SharedOrder> makeSubsetOrder(SharedOrder order, const std::vector<IndexRange>& ranges, std::uint64_t length);

}  // namespace zrecord
