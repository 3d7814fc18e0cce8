#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "store/store_limits.h"
#include "zrecord/store.h"

namespace zrecord::scale {

inline constexpr std::uint64_t kWidth = 8;  ///< bytes of a record: its own number

/// A dense raw store whose record i holds the number i.
struct StorePlan {
    std::uint64_t records = 0;
    bool sparse = false;  ///< only the records that are read exist; the rest are holes in the files
    StoreLimits limits;
};

/// "1000", "8589934592 sparse", "1000000 in 4096 chunks", …
[[nodiscard]] StorePlan shapeOf(std::string_view records, std::string_view kind);

/// The records that are read, in this order: `count` random ones, the same on every machine. Of a sparse store 4,096 of them,
/// again and again: the system keeps 128 KiB of zeros in memory around every place of a hole that is looked at.
[[nodiscard]] std::vector<std::uint64_t> planOf(const StorePlan& shape, std::uint64_t count);

/// Makes the store anew.
void makeStore(const std::filesystem::path& path, const StorePlan& shape, const std::vector<std::uint64_t>& plan);
[[nodiscard]] Store openStore(const std::filesystem::path& path, const StorePlan& shape);

/// Ends the program with the reason.
void require(const Status& status);

template <typename T>
T require(Result<T> result)
{
    require(result.status());
    return std::move(result).value();
}

}  // namespace zrecord::scale
