#include "workbench/viewdata/line_decimation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace zrecord::workbench {
namespace {

constexpr double kBreak = std::numeric_limits<double>::quiet_NaN();

void addPoint(LinePoints& points, std::uint64_t place, double value) {
    points.x.push_back(static_cast<double>(place));
    points.y.push_back(value);
}

/// What one column of pixels shows.
struct Column {
    std::uint64_t lowest = 0, highest = 0, breakAt = 0;
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    std::uint64_t broken = 0;

    void add(std::uint64_t place, double value) {
        if (!std::isfinite(value)) {
            if (broken++ == 0)
                breakAt = place;
            return;
        }
        if (value < low) {
            low = value;
            lowest = place;
        }
        if (value > high) {
            high = value;
            highest = place;
        }
    }

    void addTo(LinePoints& points) const {
        std::vector<std::pair<std::uint64_t, double>> shown;
        if (low <= high) {
            shown.emplace_back(lowest, low);
            if (highest != lowest)
                shown.emplace_back(highest, high);
        }
        if (broken > 0)
            shown.emplace_back(breakAt, kBreak);
        std::sort(shown.begin(), shown.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [place, value] : shown)
            addPoint(points, place, value);
        points.broken += broken;
    }
};

}  // namespace

LinePoints decimateLine(const ElementReader& reader, std::span<const std::byte> bytes, const ElementLine& line, std::uint64_t from,
                        std::uint64_t to, std::uint64_t columns) {
    LinePoints points;
    to = std::min(to, line.count);
    columns = std::max<std::uint64_t>(columns, 1);
    if (from >= to)
        return points;
    const auto at = [&](std::uint64_t place) { return reader.at(bytes, (line.first + place * line.stride) * reader.itemSize()); };
    const std::uint64_t count = to - from;
    if (count <= 2 * columns) {
        for (std::uint64_t place = from; place < to; ++place) {
            const double value = at(place);
            const bool fine = std::isfinite(value);
            points.broken += fine ? 0 : 1;
            addPoint(points, place, fine ? value : kBreak);
        }
        return points;
    }
    std::uint64_t place = from;
    for (std::uint64_t i = 0; i < columns; ++i) {
        // Columns of count / columns elements each, the remainder spread; the product stays below 2^63 for records of 2^31 bytes.
        const std::uint64_t end = from + count / columns * (i + 1) + count % columns * (i + 1) / columns;
        Column column;
        for (; place < end; ++place)
            column.add(place, at(place));
        column.addTo(points);
    }
    return points;
}

}  // namespace zrecord::workbench
