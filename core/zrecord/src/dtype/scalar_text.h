#pragma once

#include <string_view>

#include "zrecord/dtype.h"

namespace zrecord {

/// Reads one scalar type: "<f4", "|S0", ">M8[25s]", "uint8", "d". Zero bytes are allowed here. InvalidArgument with a
/// sentence for everything else, object and string-object types by name.
Result<DType> parseScalarText(std::string_view text);

/// "uint8", "float32 big-endian", "text of 3 characters": a scalar for people.
std::string scalarDisplayName(const DType& type);

/// Normalises "us", "25s", "generic", "" ; InvalidArgument for what is not a unit.
Result<std::string> parseTimeUnit(std::string_view text);

}  // namespace zrecord
