#include "sampling/cycle_order.h"

#include <algorithm>

namespace zrecord {

RecordOrder::~RecordOrder() = default;

void CycleOrder::fill(std::uint64_t seed, std::uint64_t position, std::span<std::uint64_t> out) const
{
    const std::uint64_t length = cycleLength();
    while (!out.empty()) {
        const std::uint64_t place = position % length;
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), length - place));
        fillCycle(seed, position / length, place, out.first(count));
        out = out.subspan(count);
        position += count;
    }
}

Status checkOrderLength(std::uint64_t length)
{
    return length != 0 ? Status() : Status(ErrorCode::InvalidArgument, "an order needs at least one record, but the length is 0");
}

}  // namespace zrecord
