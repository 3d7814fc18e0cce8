#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "zrecord/dtype.h"

namespace zrecord {

/// Hashes of the pieces of a sequence, each once, ascending.
using Pieces = std::vector<std::uint64_t>;

/// Elements of one piece: 5 bytes, 3 larger numbers.
std::size_t pieceLength(const DType& dtype);
/// A sequence shorter than a piece is one piece; an empty one has none.
Pieces piecesOf(const DType& dtype, std::span<const std::byte> bytes);
/// Pieces that both have, among those that either has.
double likeness(const Pieces& a, const Pieces& b);

/// 16 bands of 4 minima each under hash functions of their own (Broder, "On the resemblance and containment of documents", 1997):
/// sequences of likeness s share at least one band with probability 1 − (1 − s⁴)¹⁶.
struct SequencePrint {
    static constexpr std::size_t kBands = 16;
    static constexpr std::size_t kRows = 4;
    std::array<std::uint64_t, kBands> bands{};
};

SequencePrint sequencePrint(const Pieces& pieces);

}  // namespace zrecord
