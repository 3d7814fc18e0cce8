#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "zrecord/dtype.h"

namespace zrecord {

/// Decimal text of a signed or unsigned integer of 1, 2, 4 or 8 bytes.
void appendIntegerText(std::string& out, std::span<const std::byte> item, bool isSigned, bool swapped);

/// Text of a float of 2, 4, 8, or the platform's long double of 12 or 16 bytes. False, with nothing written, for a width
/// that this platform cannot read.
bool appendFloatItem(std::string& out, std::span<const std::byte> item, bool swapped);

}  // namespace zrecord
