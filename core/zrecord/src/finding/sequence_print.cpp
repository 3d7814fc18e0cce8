#include "finding/sequence_print.h"

#include <algorithm>
#include <limits>

#include "base/checksum.h"

namespace zrecord {
namespace {

constexpr std::size_t kBytesPiece = 5;
constexpr std::size_t kNumbersPiece = 3;

/// The finaliser of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014): a bijection that
/// leaves no bit as it was.
std::uint64_t mixed(std::uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

constexpr std::uint64_t kStep = UINT64_C(0x9e3779b97f4a7c15);

}  // namespace

std::size_t pieceLength(const DType& dtype)
{
    return dtype.itemSize() == 1 ? kBytesPiece : kNumbersPiece;
}

Pieces piecesOf(const DType& dtype, std::span<const std::byte> bytes)
{
    Pieces pieces;
    if (bytes.empty())
        return pieces;
    const std::size_t step = dtype.itemSize();
    const std::size_t length = std::min(pieceLength(dtype) * step, bytes.size());
    pieces.reserve((bytes.size() - length) / step + 1);
    for (std::size_t at = 0; at + length <= bytes.size(); at += step)
        pieces.push_back(checksumOf(bytes.subspan(at, length)));
    std::sort(pieces.begin(), pieces.end());
    pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
    return pieces;
}

double likeness(const Pieces& a, const Pieces& b)
{
    std::size_t common = 0;
    for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
        if (*left < *right) {
            ++left;
        } else if (*right < *left) {
            ++right;
        } else {
            ++common;
            ++left;
            ++right;
        }
    }
    const std::size_t either = a.size() + b.size() - common;
    return either == 0 ? 0 : static_cast<double>(common) / static_cast<double>(either);
}

SequencePrint sequencePrint(const Pieces& pieces)
{
    SequencePrint print;
    for (std::size_t band = 0; band < SequencePrint::kBands; ++band) {
        std::uint64_t all = 0;
        for (std::size_t row = 0; row < SequencePrint::kRows; ++row) {
            const std::uint64_t salt = (band * SequencePrint::kRows + row + 1) * kStep;
            std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
            for (const std::uint64_t piece : pieces)
                least = std::min(least, mixed(piece ^ salt));
            all = mixed(all ^ least) + kStep;
        }
        print.bands[band] = all;
    }
    return print;
}

}  // namespace zrecord
