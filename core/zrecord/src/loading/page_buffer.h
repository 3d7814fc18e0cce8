#pragma once

#include <cstddef>
#include <utility>

#include "zrecord/status.h"

namespace zrecord {

/// Memory that begins on a page and comes straight from the system, so that giving it up returns it there.
class PageBuffer {
public:
    PageBuffer() noexcept = default;
    PageBuffer(PageBuffer&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr)), m_capacity(std::exchange(other.m_capacity, 0))
    {
    }
    PageBuffer& operator=(PageBuffer&& other) noexcept
    {
        std::swap(m_data, other.m_data);
        std::swap(m_capacity, other.m_capacity);
        return *this;
    }
    ~PageBuffer() { release(); }

    /// At least `bytes`; what it held is lost when it has to grow. OutOfMemory leaves it as it was or empty.
    Status reserve(std::size_t bytes);
    [[nodiscard]] std::byte* data() const noexcept { return m_data; }
    [[nodiscard]] std::size_t capacity() const noexcept { return m_capacity; }

private:
    void release() noexcept;

    std::byte* m_data = nullptr;
    std::size_t m_capacity = 0;
};

}  // namespace zrecord
