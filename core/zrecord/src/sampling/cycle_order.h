#pragma once

#include "zrecord/record_order.h"

namespace zrecord {

/// An order whose cycles are computed one by one.
class CycleOrder : public RecordOrder {
public:
    void fill(std::uint64_t seed, std::uint64_t position, std::span<std::uint64_t> out) const final;

protected:
    /// Writes the indices at place, place + 1, … of a cycle; place + out.size() ≤ cycleLength().
    virtual void fillCycle(std::uint64_t seed, std::uint64_t cycle, std::uint64_t place, std::span<std::uint64_t> out) const = 0;
};

/// InvalidArgument for 0: "an order needs at least one record".
Status checkOrderLength(std::uint64_t length);

}  // namespace zrecord
