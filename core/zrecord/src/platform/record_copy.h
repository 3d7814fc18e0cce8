#pragma once

#include <cstddef>
#include <cstdint>

namespace zrecord {

/// memcpy; through the caches.
void copyCached(std::byte* to, const std::byte* from, std::size_t bytes) noexcept;

/// A copy whose result goes to memory past the caches (non-temporal stores): faster when the result is larger than they
/// are, since its lines need not be read first. Ends with finishStreaming(), once for any number of copies.
void copyStreaming(std::byte* to, const std::byte* from, std::size_t bytes) noexcept;
void finishStreaming() noexcept;

/// Results of at least so many bytes are worth copyStreaming(); never, where the machine has no such stores.
std::uint64_t streamingThreshold() noexcept;

}  // namespace zrecord
