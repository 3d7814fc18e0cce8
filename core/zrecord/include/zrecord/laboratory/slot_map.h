#pragma once

#include <cstdint>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/record_selection.h"
#include "zrecord/result.h"
#include "zrecord/shape.h"

namespace zrecord {

class Store;

/// One stretch of a chunk file, of SlotMap::cellBytes bytes; the last of a file may be shorter.
struct SlotCell {
    std::uint64_t live = 0;     ///< bytes of records that can be read, shapes included
    std::uint64_t marked = 0;   ///< bytes of marked records among them
    std::uint64_t records = 0;  ///< whose payload begins here
    std::uint64_t first = 0;    ///< the one of them that begins first; only with records > 0
    std::uint64_t stored = 0;   ///< bytes of their payloads …
    std::uint64_t plain = 0;    ///< … and decoded
};

/// One chunk file.
struct SlotStrip {
    std::uint32_t chunk = 0;
    std::uint64_t bytes = 0;  ///< that records were written to: up to the published end
    std::uint64_t slack = 0;  ///< of the file beyond that
    std::vector<SlotCell> cells;
};

struct ShapeCount {
    Shape shape;
    std::uint64_t records = 0;
    friend bool operator==(const ShapeCount&, const ShapeCount&) = default;
};

inline constexpr std::size_t kSizeBins = 32;
inline constexpr std::size_t kRatioBins = 24;
inline constexpr std::size_t kShapesKept = 24;

/// Where the records of a store lie, and how large they are.
struct SlotMap {
    std::uint64_t records = 0;
    std::uint64_t cellBytes = 1;
    std::vector<SlotStrip> strips;
    std::uint64_t live = 0;    ///< bytes; as StoreStats::liveBytes
    std::uint64_t dead = 0;    ///< bytes that records were written to and none is at
    std::uint64_t slack = 0;
    std::uint64_t plain = 0;   ///< decoded bytes of all payloads
    std::uint64_t available = 0;  ///< free bytes of the file system; 0 where it does not say
    std::uint64_t marked = 0;  ///< live bytes of marked records
    std::uint64_t markedRecords = 0;
    /// [b]: records of 2^b … 2^(b+1) − 1 stored bytes, payload alone.
    std::vector<std::uint64_t> sizes;
    /// [b]: records whose decoded bytes are b/4 … (b+1)/4 times their stored ones; the last bin has all above.
    std::vector<std::uint64_t> ratios;
    /// Ragged: the most frequent shapes, most frequent first, then by shape. Dense: the one shape.
    std::vector<ShapeCount> shapes;
    std::uint64_t otherShapes = 0;  ///< records of other shapes

    /// What compact() would give back if the marked records were removed first, and the free space that it would need.
    [[nodiscard]] std::uint64_t freedBytes() const noexcept { return dead + marked; }
    [[nodiscard]] std::uint64_t neededBytes() const noexcept { return live - marked; }
};

struct SlotMapOptions {
    std::uint64_t cells = 2'048;          ///< of all strips together, about; ≥ 1
    std::vector<IndexRange> marked = {};  ///< of step 1, inside the store, none twice
};

/// One pass over the location table, and for ragged stores over the shapes; memory for the cells and for the shapes that
/// differ. OutOfRange for marks outside; CorruptRecord for an entry that leaves its chunk; Cancelled.
ZRECORD_EXPORT Result<SlotMap> mapSlots(const Store& store, const SlotMapOptions& options = {}, const OperationContext& context = {});
/// Counts other marks into a map of the same state of the same store: one look-up for each marked record.
ZRECORD_EXPORT Status markSlots(const Store& store, SlotMap& map, const std::vector<IndexRange>& marked, const OperationContext& context = {});

}  // namespace zrecord
