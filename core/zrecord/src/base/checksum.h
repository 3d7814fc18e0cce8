#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace zrecord {

/// XXH3-64 of bytes that lie together.
std::uint64_t checksumOf(std::span<const std::byte> bytes) noexcept;

/// XXH3-64 over bytes that come in pieces; the pieces' borders do not matter.
class StreamChecksum {
public:
    StreamChecksum();
    void add(std::span<const std::byte> bytes);
    [[nodiscard]] std::uint64_t value() const;

private:
    struct StateDeleter {
        void operator()(void* state) const noexcept;
    };
    std::unique_ptr<void, StateDeleter> m_state;
};

}  // namespace zrecord
