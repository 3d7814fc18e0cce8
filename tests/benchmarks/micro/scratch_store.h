#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "zrecord/store.h"

namespace zrecord {

/// Ends the program with the reason: a benchmark that cannot do its work has nothing to report.
void require(const Status& status);

template <typename T>
T require(Result<T> result)
{
    require(result.status());
    return std::move(result).value();
}

/// Bytes of one record: compressible to about a half, different from record to record, the same on every machine.
std::vector<std::byte> recordOf(std::uint64_t number, std::uint64_t bytes);

/// A store in the system's folder for temporary files, deleted with this object.
class ScratchStore {
public:
    /// Dense: `records` records of `width` bytes. Every record was read back and compared.
    ScratchStore(Codec codec, std::uint64_t records, std::uint64_t width);
    /// Ragged: `records` records of 64 to 963 bytes.
    ScratchStore(Codec codec, std::uint64_t records);
    ScratchStore(const ScratchStore&) = delete;
    ScratchStore& operator=(const ScratchStore&) = delete;
    ~ScratchStore();

    [[nodiscard]] Store& store() noexcept { return m_store; }

private:
    std::filesystem::path m_folder;
    Store m_store;
};

/// Steps of a walk that meets every record once in an order that looks random: index i of step s is
/// ((s · batch + i) · 2,654,435,761) mod records.
std::vector<std::uint64_t> walkStep(std::uint64_t step, std::uint64_t batch, std::uint64_t records);

}  // namespace zrecord
