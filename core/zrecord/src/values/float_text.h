#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace zrecord {

/// The shortest decimal that reads back to the same value; fixed notation for 1e-4 ≤ |x| < 1e16, as Python's repr.
void appendFloatText(std::string& out, float value);
void appendFloatText(std::string& out, double value);
void appendFloatText(std::string& out, long double value);
/// IEEE 754 binary16, given by its bits.
void appendHalfText(std::string& out, std::uint16_t bits);

/// Exact.
double halfToDouble(std::uint16_t bits);

}  // namespace zrecord
