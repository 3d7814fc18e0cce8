#pragma once

#include <cstddef>
#include <span>

#include "zrecord/dtype.h"

namespace zrecord {

/// Equal but for the byte order of some values.
[[nodiscard]] bool sameButByteOrder(const DType& a, const DType& b);

/// Turns items of `from` into items of `to` in place, where sameButByteOrder(from, to). `items` is whole items.
void convertByteOrder(const DType& from, const DType& to, std::span<std::byte> items);

}  // namespace zrecord
