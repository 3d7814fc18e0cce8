#include "workbench/viewdata/value_range.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace zrecord::workbench {
namespace {

std::optional<std::pair<double, double>> naturalRange(const DType& dtype, ComplexPart part) {
    if (dtype.kind() == ScalarKind::Complex && part == ComplexPart::Phase)
        return std::pair(-std::numbers::pi, std::numbers::pi);
    if (dtype.kind() == ScalarKind::Bool)
        return std::pair(0.0, 1.0);
    if (dtype.itemSize() == 1 && dtype.kind() == ScalarKind::UInt)
        return std::pair(0.0, 255.0);
    if (dtype.itemSize() == 1 && dtype.kind() == ScalarKind::Int)
        return std::pair(-128.0, 127.0);
    return std::nullopt;
}

double percentile(std::vector<double>& values, double percent) {
    const double place = std::clamp(percent, 0.0, 100.0) / 100.0 * static_cast<double>(values.size() - 1);
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(std::llround(place));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

}  // namespace

ValueRange findValueRange(const DType& dtype, const ImageMappingOptions& options, const ValueVisitor& visit) {
    ValueRange range;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    std::vector<double> finite;
    const bool collect = options.range == RangeMode::Percentile;
    const bool integral = dtype.kind() == ScalarKind::Bool || dtype.kind() == ScalarKind::UInt || dtype.kind() == ScalarKind::Int;
    const auto natural = options.range == RangeMode::Full ? naturalRange(dtype, options.complexPart) : std::nullopt;
    // Types that can hold no NaN and whose range is known are not looked at.
    if (!integral || !(natural || options.range == RangeMode::Fixed)) {
        visit([&](double value) {
            if (std::isnan(value)) {
                ++range.nanCount;
            } else if (std::isinf(value)) {
                ++range.infinityCount;
                range.negativeInfinityCount += value < 0 ? 1 : 0;
            } else {
                low = std::min(low, value);
                high = std::max(high, value);
                if (collect)
                    finite.push_back(value);
            }
        });
    }
    if (natural) {
        std::tie(range.low, range.high) = *natural;
    } else if (options.range == RangeMode::Fixed) {
        range.low = options.low;
        range.high = options.high;
    } else if (collect && !finite.empty()) {
        range.low = percentile(finite, options.lowPercent);
        range.high = std::max(range.low, percentile(finite, options.highPercent));
    } else if (low <= high) {
        range.low = low;
        range.high = high;
    }
    return range;
}

}  // namespace zrecord::workbench
