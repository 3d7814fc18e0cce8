#pragma once

#include <cstddef>
#include <span>

namespace zrecord::test {

/// A long range of addresses in which the same few MiB of memory appear again and again: what a batch of many GiB writes at i
/// is seen at i + periodBytes() as well. Movable only by reference; freed with the object.
class RepeatedMemory {
public:
    /// Both multiples of the page size; throws std::system_error when the system refuses.
    RepeatedMemory(std::size_t periodBytes, std::size_t periods);
    ~RepeatedMemory();
    RepeatedMemory(const RepeatedMemory&) = delete;
    RepeatedMemory& operator=(const RepeatedMemory&) = delete;

    [[nodiscard]] std::span<std::byte> all() const { return {m_begin, m_periodBytes * m_periods}; }
    [[nodiscard]] std::span<std::byte> period() const { return {m_begin, m_periodBytes}; }

private:
    std::byte* m_begin = nullptr;
    std::size_t m_periodBytes;
    std::size_t m_periods;
};

}  // namespace zrecord::test
