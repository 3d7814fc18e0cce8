#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace zrecord {

/// SFC64 (small fast counting generator, 64 bits), seeded as loaderx does: a = b = c = seed, 12 outputs thrown away.
class RandomEngine {
public:
    /// a, b, c, counter.
    using State = std::array<std::uint64_t, 4>;
    /// Counter of a fresh engine: one more than the outputs thrown away.
    static constexpr std::uint64_t kFirstCounter = 13;

    explicit RandomEngine(std::uint64_t seed) noexcept : RandomEngine(State{seed, seed, seed, 1})
    {
        for (int i = 0; i < 12; ++i)
            next();
    }

    explicit RandomEngine(const State& state) noexcept
        : m_sum(state[0] + state[3]), m_b(state[1]), m_c(state[2]), m_counter(state[3])
    {
    }
    [[nodiscard]] State state() const noexcept { return {m_sum - m_counter, m_b, m_c, m_counter}; }

    std::uint64_t next() noexcept
    {
        // Every output waits for the last one's c. What does not, a and the counter, is added up before.
        const std::uint64_t result = m_sum + m_b;
        m_sum = (m_b ^ (m_b >> 11)) + ++m_counter;
        m_b = m_c + (m_c << 3);
        m_c = std::rotl(m_c, 24) + result;
        return result;
    }

    /// Unbiased draw below `bound` (≥ 1): Lemire's multiplication, which redraws only in the small biased range.
    std::uint64_t nextBelow(std::uint64_t bound) noexcept
    {
        Wide product = static_cast<Wide>(next()) * bound;
        if (static_cast<std::uint64_t>(product) < bound) [[unlikely]] {
            const std::uint64_t threshold = (0 - bound) % bound;
            while (static_cast<std::uint64_t>(product) < threshold)
                product = static_cast<Wide>(next()) * bound;
        }
        return static_cast<std::uint64_t>(product >> 64);
    }

private:
    __extension__ using Wide = unsigned __int128;

    std::uint64_t m_sum;  ///< a + counter
    std::uint64_t m_b;
    std::uint64_t m_c;
    std::uint64_t m_counter;
};

}  // namespace zrecord
