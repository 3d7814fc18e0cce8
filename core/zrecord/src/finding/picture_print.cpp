#include "finding/picture_print.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "values/float_text.h"
#include "values/scalar_reader.h"
#include "zrecord/record_facts.h"

namespace zrecord {
namespace {

constexpr std::size_t kEdge = PicturePrint::kEdge;
constexpr std::size_t kLow = 8;  ///< frequencies in each direction
constexpr double kNothing = 0.02;  ///< of the largest: a frequency below it has no sign to rely on
constexpr std::uint64_t kMostChannels = 4;
constexpr std::uint64_t kLeastEdge = 4;

struct Half {
    std::uint16_t bits;
};

struct Geometry {
    std::uint64_t height = 0, width = 0, channels = 1;
    bool channelsFirst = false;
};

std::optional<Geometry> geometryOf(std::span<const std::uint64_t> shape)
{
    Geometry geometry;
    if (shape.size() == 2)
        geometry = {shape[0], shape[1], 1, false};
    else if (shape.size() == 3 && shape[2] <= kMostChannels)
        geometry = {shape[0], shape[1], shape[2], false};
    else if (shape.size() == 3 && shape[0] <= kMostChannels)
        geometry = {shape[1], shape[2], shape[0], true};
    if (geometry.height < kLeastEdge || geometry.width < kLeastEdge || geometry.channels == 0)
        return std::nullopt;
    return geometry;
}

/// Sum of the finite channels of every pixel.
template <typename T>
std::vector<double> brightness(const Geometry& geometry, std::span<const std::byte> bytes, bool swapped)
{
    const std::size_t pixels = geometry.height * geometry.width;
    std::vector<double> sum(pixels, 0);
    for (std::size_t i = 0; i < pixels * geometry.channels; ++i) {
        const T raw = readScalar<T>(bytes.subspan(i * sizeof(T), sizeof(T)), swapped);
        double value = 0;
        if constexpr (std::is_same_v<T, Half>)
            value = halfToDouble(raw.bits);
        else
            value = static_cast<double>(raw);
        sum[geometry.channelsFirst ? i % pixels : i / geometry.channels] += std::isfinite(value) ? value : std::nan("");
    }
    return sum;
}

std::vector<double> brightness(const DType& dtype, const Geometry& geometry, std::span<const std::byte> bytes)
{
    const bool swapped = isForeignOrder(dtype);
    const bool isSigned = dtype.kind() == ScalarKind::Int;
    if (dtype.kind() == ScalarKind::Float) {
        switch (dtype.itemSize()) {
        case 2: return brightness<Half>(geometry, bytes, swapped);
        case 4: return brightness<float>(geometry, bytes, swapped);
        default: return brightness<double>(geometry, bytes, swapped);
        }
    }
    switch (dtype.itemSize()) {
    case 1: return isSigned ? brightness<std::int8_t>(geometry, bytes, swapped) : brightness<std::uint8_t>(geometry, bytes, swapped);
    case 2: return isSigned ? brightness<std::int16_t>(geometry, bytes, swapped) : brightness<std::uint16_t>(geometry, bytes, swapped);
    case 4: return isSigned ? brightness<std::int32_t>(geometry, bytes, swapped) : brightness<std::uint32_t>(geometry, bytes, swapped);
    default: return isSigned ? brightness<std::int64_t>(geometry, bytes, swapped) : brightness<std::uint64_t>(geometry, bytes, swapped);
    }
}

/// Adds the value of pixel `at` of `length` to each cell by the share of the cell that it covers.
void addLine(std::span<double> cells, std::uint64_t at, std::uint64_t length, double value)
{
    const double scale = static_cast<double>(kEdge) / static_cast<double>(length);
    double from = static_cast<double>(at) * scale;
    const double to = std::min(static_cast<double>(at + 1) * scale, static_cast<double>(kEdge));
    for (auto cell = static_cast<std::size_t>(from); cell < kEdge && from < to; ++cell) {
        const double end = std::min(to, static_cast<double>(cell + 1));
        cells[cell] += value * (end - from);
        from = end;
    }
}

using Grid = std::array<double, kEdge * kEdge>;

/// Mean brightness in each cell, pixels counted by the area that lies in it.
Grid average(const Geometry& geometry, std::span<const double> pixels)
{
    Grid grid{};
    std::array<double, kEdge> line{};
    for (std::uint64_t row = 0; row < geometry.height; ++row) {
        line.fill(0);
        for (std::uint64_t column = 0; column < geometry.width; ++column)
            addLine(line, column, geometry.width, pixels[row * geometry.width + column]);
        std::array<double, kEdge> weights{};
        addLine(weights, row, geometry.height, 1);
        for (std::size_t y = 0; y < kEdge; ++y)
            for (std::size_t x = 0; weights[y] > 0 && x < kEdge; ++x)
                grid[y * kEdge + x] += weights[y] * line[x];
    }
    return grid;
}

/// cos((2x + 1) u π / 32) for the low frequencies u.
const std::array<double, kLow * kEdge>& cosines()
{
    static const std::array<double, kLow * kEdge> table = [] {
        std::array<double, kLow * kEdge> made{};
        for (std::size_t u = 0; u < kLow; ++u)
            for (std::size_t x = 0; x < kEdge; ++x)
                made[u * kEdge + x] = std::cos(static_cast<double>((2 * x + 1) * u) * std::numbers::pi / (2 * kEdge));
        return made;
    }();
    return table;
}

std::uint64_t hashOf(const PicturePrint& print)
{
    const auto& cosine = cosines();
    std::array<double, kEdge * kLow> rows{};
    for (std::size_t y = 0; y < kEdge; ++y)
        for (std::size_t u = 0; u < kLow; ++u)
            for (std::size_t x = 0; x < kEdge; ++x)
                rows[y * kLow + u] += print.grid[y * kEdge + x] * cosine[u * kEdge + x];
    std::array<double, kLow * kLow> parts{};
    double largest = 0;
    for (std::size_t v = 0; v < kLow; ++v)
        for (std::size_t u = 0; u < kLow; ++u) {
            double& sum = parts[v * kLow + u];
            for (std::size_t y = 0; u + v != 0 && y < kEdge; ++y)
                sum += rows[y * kLow + u] * cosine[v * kEdge + y];
            largest = std::max(largest, std::abs(sum));
        }
    std::uint64_t hash = 0;
    for (std::size_t i = 1; i < parts.size(); ++i)
        if (parts[i] > kNothing * largest)
            hash |= std::uint64_t{1} << i;
    return hash;
}

}  // namespace

bool isPictureShape(std::span<const std::uint64_t> shape)
{
    return geometryOf(shape).has_value();
}

std::optional<PicturePrint> picturePrint(const DType& dtype, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes)
{
    const auto geometry = geometryOf(shape);
    if (!geometry || !hasStatistics(dtype))
        return std::nullopt;
    std::vector<double> pixels = brightness(dtype, *geometry, bytes);
    double sum = 0;
    std::size_t finite = 0;
    for (const double value : pixels)
        if (std::isfinite(value)) {
            sum += value;
            ++finite;
        }
    if (finite == 0)
        return std::nullopt;
    const double mean = sum / static_cast<double>(finite);
    double scale = 0;
    for (double& value : pixels) {
        value = std::isfinite(value) ? value - mean : 0;
        scale = std::max(scale, std::abs(value));
    }
    if (!(scale > 0) || !std::isfinite(scale))
        return std::nullopt;
    for (double& value : pixels)
        value /= scale;  // so that no square overflows
    Grid grid = average(*geometry, pixels);
    double middle = 0;
    for (const double value : grid)
        middle += value / static_cast<double>(grid.size());
    double largest = 0;
    for (double& value : grid) {
        value -= middle;
        largest = std::max(largest, std::abs(value));
    }
    // Noise that averages out leaves nothing to compare.
    if (!(largest > 1e-3))
        return std::nullopt;
    PicturePrint print;
    double squares = 0;
    for (std::size_t i = 0; i < grid.size(); ++i) {
        print.grid[i] = static_cast<std::int8_t>(std::lround(grid[i] / largest * 127));
        squares += static_cast<double>(print.grid[i]) * static_cast<double>(print.grid[i]);
    }
    print.length = std::sqrt(squares);
    print.hash = hashOf(print);
    return print;
}

double likeness(const PicturePrint& a, const PicturePrint& b)
{
    std::int64_t dot = 0;
    for (std::size_t i = 0; i < a.grid.size(); ++i)
        dot += std::int64_t{a.grid[i]} * b.grid[i];
    return std::clamp(static_cast<double>(dot) / (a.length * b.length), -1.0, 1.0);
}

}  // namespace zrecord
