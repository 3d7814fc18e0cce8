#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include <QString>

#include "zrecord/dtype.h"

/// The bytes of some values, one after the other.
template <typename T>
std::vector<std::byte> bytesOf(std::initializer_list<T> values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), std::data(values), bytes.size());
    return bytes;
}

inline std::vector<std::byte> characters(std::string_view text)
{
    std::vector<std::byte> bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

inline zrecord::DType dtypeOf(const char* text)
{
    zrecord::Result<zrecord::DType> dtype = zrecord::DType::parse(text);
    if (!dtype.ok())
        qFatal("%s", dtype.status().message().c_str());
    return *dtype;
}
