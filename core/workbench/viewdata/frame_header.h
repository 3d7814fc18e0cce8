#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace zrecord::workbench {

/// What the first bytes of a Zstandard frame say about it (RFC 8878, section 3.1.1.1).
struct FrameHeader {
    std::uint32_t headerBytes = 0;               ///< magic number included
    std::uint32_t dictionaryId = 0;              ///< 0 = none named
    std::optional<std::uint64_t> contentBytes;   ///< decoded size, where the frame tells it
    bool hasChecksum = false;
};

/// Nothing when the bytes are not the beginning of a whole frame header.
[[nodiscard]] std::optional<FrameHeader> readFrameHeader(std::span<const std::byte> frame);

}  // namespace zrecord::workbench
