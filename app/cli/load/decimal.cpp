#include "load/decimal.h"

#include <cstdio>

namespace zrecord::cli {

std::string decimal(double value, int digits)
{
    char text[64];
    const int length = std::snprintf(text, sizeof text, "%.*f", digits, value);
    return std::string(text, static_cast<std::size_t>(length));
}

}  // namespace zrecord::cli
