#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/result.h"

namespace zrecord {

/// Dimensions, outermost first (C order). Empty = scalar.
using Shape = std::vector<std::uint64_t>;

/// Product of the dimensions (1 for a scalar); InvalidArgument when it does not fit 63 bits.
ZRECORD_EXPORT Result<std::uint64_t> elementCount(std::span<const std::uint64_t> shape);

/// "(28, 28)", "(4,)", "()" – as Python writes a tuple.
ZRECORD_EXPORT std::string shapeText(std::span<const std::uint64_t> shape);

/// Reads "28,28", "(28, 28)", "28x28", "()" ; InvalidArgument with the offending character otherwise.
ZRECORD_EXPORT Result<Shape> parseShape(std::string_view text);

}  // namespace zrecord
