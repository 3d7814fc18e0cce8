#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sampling/philox.h"
#include "zrecord/result.h"

namespace zrecord {

/// Records sorted by class: 4 bytes for each, 8 from 2^32 records on.
class ClassTable {
public:
    /// InvalidArgument: no record.
    static Result<ClassTable> create(std::span<const std::uint32_t> classOf);

    [[nodiscard]] std::uint64_t records() const noexcept { return m_starts.back(); }
    [[nodiscard]] std::size_t classes() const noexcept { return m_starts.size() - 1; }
    [[nodiscard]] std::uint64_t size(std::size_t number) const noexcept { return m_starts[number + 1] - m_starts[number]; }
    [[nodiscard]] std::uint64_t start(std::size_t number) const noexcept { return m_starts[number]; }
    /// The class that the sorted record at `place` belongs to.
    [[nodiscard]] std::size_t classAt(std::uint64_t place) const noexcept;
    /// XXH3-64 over the classes of all records.
    [[nodiscard]] std::uint64_t checksum() const noexcept { return m_checksum; }
    /// The record at `place` of the class's shuffled order in its `cycle`.
    [[nodiscard]] std::uint64_t shuffled(std::size_t number, const Philox& classKeys, std::uint64_t cycle, std::uint64_t place) const noexcept;

private:
    std::vector<std::uint64_t> m_starts;
    std::vector<std::uint32_t> m_short;
    std::vector<std::uint64_t> m_long;
    std::uint64_t m_checksum = 0;
};

}  // namespace zrecord
