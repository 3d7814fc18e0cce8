#pragma once

#include <cstdint>
#include <functional>

#include <zrecord/dtype.h>

#include "workbench/viewdata/image_mapping.h"

namespace zrecord::workbench {

/// What value is drawn with the first and the last colour, and what has no place between them.
struct ValueRange {
    double low = 0.0;
    double high = 0.0;
    std::uint64_t nanCount = 0;
    std::uint64_t infinityCount = 0;          ///< both signs
    std::uint64_t negativeInfinityCount = 0;
};

/// Calls its argument with every value that counts.
using ValueVisitor = std::function<void(const std::function<void(double)>&)>;

/// The range that the options ask for; only finite values count. Nothing finite gives 0 … 0.
[[nodiscard]] ValueRange findValueRange(const DType& dtype, const ImageMappingOptions& options, const ValueVisitor& visit);

}  // namespace zrecord::workbench
