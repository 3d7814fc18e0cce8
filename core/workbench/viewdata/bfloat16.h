#pragma once

#include <zrecord/dtype.h>

#include "workbench/fetch/decoded_record.h"

namespace zrecord::workbench {

/// True for 16-bit unsigned integers, which NumPy users keep bfloat16 in because NumPy has no such type.
[[nodiscard]] bool mayHoldBfloat16(const DType& dtype);
/// The same record as float32: the sixteen bits are the upper half of a float32, so that nothing is rounded. `record` has
/// its bytes and mayHoldBfloat16(); byte order as the record's.
[[nodiscard]] DecodedRecord bfloat16AsFloat32(const DecodedRecord& record);

}  // namespace zrecord::workbench
