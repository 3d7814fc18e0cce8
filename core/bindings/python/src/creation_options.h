#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "zrecord/store_options.h"

namespace zrecord::python {

namespace nb = nanobind;

using OptionalBytes = std::optional<nb::bytes>;

/// A dictionary as the library takes it; empty for None.
inline std::vector<std::byte> bytesOf(const OptionalBytes& bytes)
{
    if (!bytes)
        return {};
    const auto* data = static_cast<const std::byte*>(bytes->data());
    return {data, data + bytes->size()};
}

/// One level for whichever codec the new store has.
inline CreateOptions creationWith(std::optional<int> level)
{
    CreateOptions options;
    if (level)
        options.dictionaryLevel = options.zstdLevel = *level;
    return options;
}

}  // namespace zrecord::python
