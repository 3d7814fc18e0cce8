#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace zrecord {

/// How a network works through many values; every kind gives the same.
enum class LaneKind : std::uint8_t { Portable, Avx2 };

/// A balanced Feistel network of four rounds, a bijection of the numbers of 2 · halfBits bits: F in docs/format/samplers.md.
class FeistelNetwork {
public:
    static constexpr unsigned kRounds = 4;
    /// Values that apply() computes at once.
    static constexpr std::size_t kGroup = 16;

    /// halfBits ≤ 32.
    FeistelNetwork(unsigned halfBits, std::uint64_t key) noexcept;
    [[nodiscard]] unsigned halfBits() const noexcept { return m_halfBits; }
    [[nodiscard]] std::uint64_t mask() const noexcept { return m_mask; }  ///< of one half
    [[nodiscard]] std::uint64_t at(std::uint64_t value) const noexcept;
    [[nodiscard]] std::uint64_t inverse(std::uint64_t value) const noexcept;
    /// What a round adds to one half for the other.
    [[nodiscard]] std::uint64_t roundValue(unsigned round, std::uint64_t half) const noexcept;
    /// Replaces values[0], …, values[count − 1]. There is room up to the next multiple of kGroup, which may be written.
    void apply(std::uint64_t* values, std::size_t count, LaneKind kind) const noexcept;
    /// mix() of docs/format/samplers.md.
    [[nodiscard]] static std::uint64_t mix(std::uint64_t seed, std::uint64_t value, std::uint64_t round) noexcept;

private:
    std::array<std::uint64_t, kRounds> m_roundKeys;  ///< key and round number, mixed once
    std::uint64_t m_mask;
    unsigned m_halfBits;
};

[[nodiscard]] bool processorHas(LaneKind kind) noexcept;
/// Asked of the processor once.
[[nodiscard]] LaneKind fastestLanes() noexcept;

}  // namespace zrecord
