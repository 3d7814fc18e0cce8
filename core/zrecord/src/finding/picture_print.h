#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "zrecord/dtype.h"

namespace zrecord {

/// Brightness of a picture in a grid of 16 × 16, and a perceptual hash of it.
struct PicturePrint {
    static constexpr std::size_t kEdge = 16;
    std::array<std::int8_t, kEdge * kEdge> grid{};  ///< distance from the mean, the largest is ±127
    double length = 0;                              ///< of the grid as a vector
    /// Signs of the 63 lowest frequencies of its cosine transform but the constant one (Zauner, "Implementation and benchmarking of
    /// perceptual image hash functions", 2010).
    std::uint64_t hash = 0;
};

/// Nothing for shapes that are no picture (the header says which are), for flat pictures, and for pictures without any finite value.
/// Channels are averaged; values that are not finite count as the mean.
std::optional<PicturePrint> picturePrint(const DType& dtype, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes);

/// Correlation of two grids, −1 … 1.
double likeness(const PicturePrint& a, const PicturePrint& b);

/// True when records of that shape are taken for pictures.
bool isPictureShape(std::span<const std::uint64_t> shape);

}  // namespace zrecord
