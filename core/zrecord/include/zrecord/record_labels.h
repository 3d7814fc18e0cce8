#pragma once

#include <cstdint>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/result.h"
#include "zrecord/store.h"

namespace zrecord {

/// The number of every record of a dense store of single whole numbers, bool, float32 or float64: weights, for example.
/// 8 bytes for each record. WrongKind for other stores.
ZRECORD_EXPORT Result<std::vector<double>> readNumbers(const Store& store, const OperationContext& context = {});

/// The class of every record: records of the same bytes (and, when ragged, the same shape) are one class. Classes are numbered
/// from 0 in the order of their bytes, single whole numbers by value with negative ones last. 4 bytes for each record, and each class once. InvalidArgument: more than 2^24 classes.
ZRECORD_EXPORT Result<std::vector<std::uint32_t>> readClasses(const Store& store, const OperationContext& context = {});

}  // namespace zrecord
