#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace zrecord {

/// A read-only view of the first bytes of a file, shared with whoever writes to it. Owns the mapping, not the file: the
/// descriptor may be closed. May be larger than the file: bytes beyond its end must not be touched, and those that are
/// there must be touched under a FaultGuard, since a file that shrinks or a device that fails answers with SIGBUS.
class FileMap {
public:
    FileMap() noexcept = default;
    /// Takes over a mapping of `bytes` bytes; `slot` is its place in the process's list of maps (file_map.cpp).
    FileMap(const std::byte* data, std::size_t bytes, std::size_t slot) noexcept : m_data(data), m_bytes(bytes), m_slot(slot) {}
    FileMap(FileMap&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr)), m_bytes(std::exchange(other.m_bytes, 0)), m_slot(other.m_slot)
    {
    }
    FileMap& operator=(FileMap&& other) noexcept
    {
        std::swap(m_data, other.m_data);
        std::swap(m_bytes, other.m_bytes);
        std::swap(m_slot, other.m_slot);
        return *this;
    }
    ~FileMap();

    [[nodiscard]] const std::byte* data() const noexcept { return m_data; }
    [[nodiscard]] std::size_t size() const noexcept { return m_bytes; }
    explicit operator bool() const noexcept { return m_data != nullptr; }

private:
    const std::byte* m_data = nullptr;
    std::size_t m_bytes = 0;
    std::size_t m_slot = 0;
};

/// Maps a descriptor; empty when the system refuses (address space, number of maps), when the process has as many maps as
/// it may use, or when the file lies on a network or user-space file system, whose answers may end at any time.
FileMap mapDescriptor(int descriptor, std::uint64_t bytes) noexcept;

/// True when the address lies in a FileMap that is alive. Async-signal-safe.
bool isInsideFileMap(const void* address) noexcept;

}  // namespace zrecord
