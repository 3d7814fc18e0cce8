#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "zrecord/export.h"
#include "zrecord/result.h"

namespace zrecord {

/// Memory for results, from a pool of the process: it begins on a page, and it was touched before where that is possible,
/// so that a gather into it pays for no page faults. Goes back to the pool when its owner goes. What is in it is left over
/// from earlier users. Thread-safe; one ResultMemory belongs to one thread at a time.
///
///     ZR_ASSIGN_OR_RETURN(ResultMemory memory, ResultMemory::take(indices.size() * recordBytes));
///     ZR_RETURN_IF_ERROR(store.gather(indices, {memory.data(), memory.size()}));
class ZRECORD_EXPORT ResultMemory {
public:
    /// OutOfMemory when the system has none. 0 bytes are fine.
    static Result<ResultMemory> take(std::size_t bytes);

    ResultMemory() noexcept = default;
    ResultMemory(ResultMemory&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr)), m_size(std::exchange(other.m_size, 0)), m_capacity(std::exchange(other.m_capacity, 0))
    {
    }
    ResultMemory& operator=(ResultMemory&& other) noexcept
    {
        std::swap(m_data, other.m_data);
        std::swap(m_size, other.m_size);
        std::swap(m_capacity, other.m_capacity);
        return *this;
    }
    ~ResultMemory();

    [[nodiscard]] std::byte* data() const noexcept { return m_data; }
    /// What was asked for.
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    /// What may be used: whole pages.
    [[nodiscard]] std::size_t capacity() const noexcept { return m_capacity; }

    /// Most bytes that the pool keeps while nobody uses them; 256 MiB, or a sixteenth of the machine's memory when that is
    /// less. Lowering it gives memory back at once; 0 keeps nothing.
    static void setIdleLimit(std::uint64_t bytes);
    [[nodiscard]] static std::uint64_t idleBytes();

private:
    ResultMemory(std::byte* data, std::size_t size, std::size_t capacity) noexcept : m_data(data), m_size(size), m_capacity(capacity) {}

    std::byte* m_data = nullptr;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

}  // namespace zrecord
