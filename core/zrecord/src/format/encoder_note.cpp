#include "format/encoder_note.h"

#include <algorithm>
#include <cstring>

#include "base/checksum.h"
#include "base/little_endian.h"

namespace zrecord {
namespace {

constexpr char kMagic[4] = {'Z', 'R', 'X', 'E'};
constexpr std::size_t kVersionAt = 4, kTuningAt = 5, kFlagsAt = 6, kLevelAt = 8, kSamplesAt = 12, kChecksumAt = 24;
constexpr std::byte kVersion{1};
constexpr unsigned kChosen = 1, kLighter = 2, kAsked = 4;

}  // namespace

std::vector<std::byte> encodeEncoderNote(const EncoderNote& note)
{
    std::vector<std::byte> bytes(kEncoderNoteBytes);
    std::memcpy(bytes.data(), kMagic, sizeof kMagic);
    bytes[kVersionAt] = kVersion;
    bytes[kTuningAt] = static_cast<std::byte>(note.tuning);
    if (note.encoder) {
        bytes[kFlagsAt] = static_cast<std::byte>(kChosen | (note.encoder->choice.lighterSearch ? kLighter : 0) | (note.encoder->asked ? kAsked : 0));
        storeLittleEndian(bytes.data() + kLevelAt, static_cast<std::uint32_t>(note.encoder->choice.level));
        storeLittleEndian(bytes.data() + kSamplesAt, note.encoder->samples);
    }
    storeLittleEndian(bytes.data() + kChecksumAt, checksumOf(std::span(bytes).first(kChecksumAt)));
    return bytes;
}

std::optional<EncoderNote> decodeEncoderNote(std::span<const std::byte> bytes)
{
    if (bytes.size() != kEncoderNoteBytes || std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0 || bytes[kVersionAt] != kVersion ||
        loadLittleEndian<std::uint64_t>(bytes.data() + kChecksumAt) != checksumOf(bytes.first(kChecksumAt)) ||
        std::to_integer<unsigned>(bytes[kTuningAt]) > static_cast<unsigned>(EncoderTuning::Gather))
        return std::nullopt;
    EncoderNote note;
    note.tuning = static_cast<EncoderTuning>(bytes[kTuningAt]);
    const auto flags = std::to_integer<unsigned>(bytes[kFlagsAt]);
    if ((flags & kChosen) != 0)
        note.encoder = StoreEncoder{{static_cast<std::int32_t>(loadLittleEndian<std::uint32_t>(bytes.data() + kLevelAt)), (flags & kLighter) != 0},
                                    (flags & kAsked) != 0, loadLittleEndian<std::uint32_t>(bytes.data() + kSamplesAt)};
    return note;
}

}  // namespace zrecord
