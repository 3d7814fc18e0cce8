#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace zrecord {

/// The upper 64 bits of a · b: a random `a` becomes a number below b.
[[nodiscard]] inline std::uint64_t highProduct(std::uint64_t a, std::uint64_t b) noexcept
{
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(a) * b >> 64);
}

/// What random numbers are for. Each purpose has a stream of its own: part of the generator's key. Frozen numbers.
enum class RandomPurpose : std::uint64_t {
    Draw = 1,        ///< which record, or which place
    Coin = 2,        ///< whether the alias table's other record is taken
    Phase = 3,       ///< where the blocks of a cycle begin
    BlockKey = 4,    ///< keys of permutations of blocks
    WindowKey = 5,   ///< keys of permutations in windows
    ClassKey = 6,    ///< keys of permutations in classes
    GroupKey = 7,    ///< keys of permutations of batches in a cycle
    SlotKey = 8,     ///< keys of permutations of a batch's places
    PartSeed = 9,    ///< seeds of the parts of a mixture
    TinyShuffle = 10 ///< permutations of few elements
};

/// Philox4x64-10, a counter-based generator: block i is a keyed bijection of the counter (i, attempt, 0, 0). Salmon, Moraes,
/// Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC 2011; constants from that paper. The key is (seed, purpose).
class Philox {
public:
    using Block = std::array<std::uint64_t, 4>;
    static constexpr std::uint64_t kBlockWords = 4;

    Philox(std::uint64_t seed, RandomPurpose purpose) noexcept : m_key{seed, static_cast<std::uint64_t>(purpose)} {}
    explicit Philox(const std::array<std::uint64_t, 2>& key) noexcept : m_key(key) {}

    [[nodiscard]] Block block(const Block& counter) const noexcept
    {
        Block x = counter;
        std::uint64_t key0 = m_key[0];
        std::uint64_t key1 = m_key[1];
        for (int round = 0; round < 10; ++round) {
            const Wide product0 = static_cast<Wide>(0xD2E7'470E'E14C'6C93) * x[0];
            const Wide product1 = static_cast<Wide>(0xCA5A'8263'9512'1157) * x[2];
            x = {static_cast<std::uint64_t>(product1 >> 64) ^ x[1] ^ key0, static_cast<std::uint64_t>(product1),
                 static_cast<std::uint64_t>(product0 >> 64) ^ x[3] ^ key1, static_cast<std::uint64_t>(product0)};
            key0 += 0x9E37'79B9'7F4A'7C15;
            key1 += 0xBB67'AE85'84CA'A73B;
        }
        return x;
    }

    /// One number for (a, b), when few are wanted.
    [[nodiscard]] std::uint64_t number(std::uint64_t a, std::uint64_t b = 0) const noexcept { return block({a, 0, b, 0})[0]; }

    /// Unbiased number below `bound` (≥ 1) for (a, b): Lemire's multiplication; where that has to redraw, the attempt is
    /// counted in the second word of the counter.
    [[nodiscard]] std::uint64_t below(std::uint64_t bound, std::uint64_t a, std::uint64_t b = 0) const noexcept
    {
        return boundedWord(block({a, 0, b, 0})[0], 0, bound, {a, 0, b, 0});
    }

    /// out[i] = unbiased number below `bound` for position first + i: word position mod 4 of block position div 4.
    void fillBelow(std::uint64_t bound, std::uint64_t first, std::span<std::uint64_t> out) const noexcept
    {
        std::size_t i = 0;
        while (i < out.size()) {
            const std::uint64_t position = first + i;
            const Block counter{position / kBlockWords, 0, 0, 0};
            const Block words = block(counter);
            for (std::uint64_t word = position % kBlockWords; word < kBlockWords && i < out.size(); ++word, ++i)
                out[i] = boundedWord(words[word], word, bound, counter);
        }
    }

private:
    __extension__ using Wide = unsigned __int128;

    [[nodiscard]] std::uint64_t boundedWord(std::uint64_t number, std::uint64_t word, std::uint64_t bound, Block counter) const noexcept
    {
        Wide product = static_cast<Wide>(number) * bound;
        if (static_cast<std::uint64_t>(product) < bound) [[unlikely]] {
            const std::uint64_t threshold = (0 - bound) % bound;
            while (static_cast<std::uint64_t>(product) < threshold) {
                ++counter[1];
                product = static_cast<Wide>(block(counter)[word]) * bound;
            }
        }
        return static_cast<std::uint64_t>(product >> 64);
    }

    std::array<std::uint64_t, 2> m_key;
};

}  // namespace zrecord
