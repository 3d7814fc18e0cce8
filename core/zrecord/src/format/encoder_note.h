#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "zrecord/store_options.h"

namespace zrecord {

inline constexpr char kEncoderNoteName[] = "encoder";
inline constexpr std::size_t kEncoderNoteBytes = 32;

/// `.zrx/encoder`: how zstd and zstd_dict stores are written, so that all writers of the store do it alike
/// (docs/format/side_folder_format.md). Readers of records never need it.
struct EncoderNote {
    EncoderTuning tuning = EncoderTuning::Balanced;
    std::optional<StoreEncoder> encoder;  ///< nothing: to be chosen by the next large enough batch
    friend bool operator==(const EncoderNote&, const EncoderNote&) = default;
};

std::vector<std::byte> encodeEncoderNote(const EncoderNote& note);
/// Nothing when the bytes are damaged or of a later version: the choice is then made again.
std::optional<EncoderNote> decodeEncoderNote(std::span<const std::byte> bytes);

}  // namespace zrecord
