#include "workbench/viewdata/frame_header.h"

#include <array>

namespace zrecord::workbench {
namespace {

constexpr std::uint32_t kMagic = 0xfd2fb528;

std::uint64_t readLittle(std::span<const std::byte> bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
    return value;
}

}  // namespace

std::optional<FrameHeader> readFrameHeader(std::span<const std::byte> frame) {
    if (frame.size() < 5 || readLittle(frame.first(4)) != kMagic)
        return std::nullopt;
    const auto descriptor = std::to_integer<unsigned>(frame[4]);
    constexpr std::array<std::size_t, 4> kIdBytes{0, 1, 2, 4};
    constexpr std::array<std::size_t, 4> kSizeBytes{0, 2, 4, 8};
    const bool singleSegment = (descriptor & 0x20U) != 0;
    const std::size_t windowBytes = singleSegment ? 0 : 1;
    const std::size_t idBytes = kIdBytes[descriptor & 3U];
    // A single segment always tells its size: one byte where the flag says none.
    const std::size_t sizeBytes = (descriptor >> 6) == 0 && singleSegment ? 1 : kSizeBytes[descriptor >> 6];
    const std::size_t total = 5 + windowBytes + idBytes + sizeBytes;
    if (frame.size() < total)
        return std::nullopt;
    FrameHeader header;
    header.headerBytes = static_cast<std::uint32_t>(total);
    header.dictionaryId = static_cast<std::uint32_t>(readLittle(frame.subspan(5 + windowBytes, idBytes)));
    header.hasChecksum = (descriptor & 4U) != 0;
    if (sizeBytes > 0)
        header.contentBytes = readLittle(frame.subspan(5 + windowBytes + idBytes, sizeBytes)) + (sizeBytes == 2 ? 256 : 0);
    return header;
}

}  // namespace zrecord::workbench
