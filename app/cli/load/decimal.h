#pragma once

#include <string>

namespace zrecord::cli {

/// "0.42" with that many digits after the point.
std::string decimal(double value, int digits);

}  // namespace zrecord::cli
