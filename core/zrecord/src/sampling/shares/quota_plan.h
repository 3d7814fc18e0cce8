#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "zrecord/result.h"

namespace zrecord {

/// Deals positions out to parts by whole shares. A block is as many positions as the shares, divided by their greatest common
/// divisor, sum up to: it holds each part exactly as often as its share, in a random order of its own.
class QuotaPlan {
public:
    /// InvalidArgument: no share above 0, a sum beyond 2^63.
    static Result<QuotaPlan> create(std::span<const std::uint64_t> shares);

    /// Which part a position goes to. The numbers of each part are 0, 1, 2, … without gaps, block by block.
    struct Turn {
        std::size_t part;
        std::uint64_t number;
    };
    /// The turns of position, position + 1, …
    void deal(std::uint64_t seed, std::uint64_t position, std::span<Turn> out) const;
    [[nodiscard]] std::uint64_t blockLength() const noexcept { return m_ends.back(); }
    [[nodiscard]] std::uint64_t share(std::size_t part) const noexcept { return m_ends[part] - start(part); }

private:
    [[nodiscard]] std::uint64_t start(std::size_t part) const noexcept { return part == 0 ? 0 : m_ends[part - 1]; }

    std::vector<std::uint64_t> m_ends;  ///< sums of the shares up to and with each part
};

}  // namespace zrecord
