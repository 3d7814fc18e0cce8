#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "workbench/fetch/decoded_record.h"

namespace zrecord::widgets::test {

/// A record of values that are trivially copied, as they lie in memory.
template <typename T>
workbench::DecodedRecord makeRecord(std::string_view dtype, const Shape& shape, const std::vector<T>& values) {
    return workbench::DecodedRecord::copyOf(DType::parse(dtype).value(), shape, std::as_bytes(std::span(values)));
}

/// Bytes given as text.
inline workbench::DecodedRecord makeBytes(std::string_view dtype, const Shape& shape, std::string_view bytes) {
    return workbench::DecodedRecord::copyOf(DType::parse(dtype).value(), shape, std::as_bytes(std::span(bytes)));
}

}  // namespace zrecord::widgets::test
