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

/// What a weight of zero means.
enum class ZeroWeights : std::uint8_t {
    Refuse,      ///< an error that names the record
    NeverDrawn   ///< the record never comes up
};

/// Independent draws with repeats, each record in proportion to its weight (alias method, in whole numbers of 64 bits: shares
/// are exact to 2^-61 of the whole, for any number of records, and a positive weight never vanishes). A cycle is as many draws
/// as there are weights. 16 bytes for each record. InvalidArgument names the first record whose weight is negative, infinite,
/// NaN or zero.
ZRECORD_EXPORT Result<SharedOrder> makeWeightedOrder(std::span<const double> weights, ZeroWeights zeros = ZeroWeights::Refuse);

/// Classes in fixed shares, by default equal ones: any run of as many positions as the shares (divided by their greatest common
/// divisor) sum up to, from a multiple of it on, holds each class exactly as often as its share. Within a class the records
/// come shuffled, each once before one comes again. A cycle is as many positions as there are records. classOf[i] is the class
/// of record i; numbers without a record are left out. 4 bytes for each record, 8 from 2^32 on. InvalidArgument: shares
/// that are all zero, that go to no record, or whose number is not that of the classes.
ZRECORD_EXPORT Result<SharedOrder> makeBalancedOrder(std::span<const std::uint32_t> classOf, std::span<const std::uint64_t> shares = {});

/// Each batch holds every class in the proportion of the whole, rounded up or down, as long as batches of that size are cut out
/// of it from the start of cycles (CycleEnd::Drop). A cycle is max(length div batch, 1) batches without repeats; what does
/// not fill a batch is left out evenly over the classes. Memory as for the balanced order.
ZRECORD_EXPORT Result<SharedOrder> makeStratifiedOrder(std::span<const std::uint32_t> classOf, std::uint64_t batch);

/// One of several sets in a mixture.
struct MixturePart {
    SharedOrder order;        ///< of its records; goes on by its own cycles
    std::uint64_t share = 1;  ///< whole number; 0 leaves it out
};

/// Several sets as one, the records of the second numbered after those of the first, and so on, in fixed proportions: any run
/// of as many positions as the shares (divided by their greatest common divisor) sum up to, from a multiple of it on, holds
/// exactly that many records of each. Parts draw with seeds of their own. A cycle is as many positions as there are records.
ZRECORD_EXPORT Result<SharedOrder> makeMixtureOrder(std::vector<MixturePart> parts);

}  // namespace zrecord
