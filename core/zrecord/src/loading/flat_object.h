#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "zrecord/result.h"

namespace zrecord {

/// One member of a JSON object whose values are unsigned whole numbers and plain texts only.
struct FlatMember {
    std::string name;
    std::variant<std::uint64_t, std::string> value;
};

/// Reads such an object; numbers are exact up to 2^64 − 1. BadFormat names the offset of the first character that does not
/// fit, also for a name that comes twice.
Result<std::vector<FlatMember>> readFlatObject(std::string_view text);

}  // namespace zrecord
