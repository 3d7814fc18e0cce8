#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "codec/encoder_choice.h"
#include "codec/record_codec.h"
#include "zrecord/result.h"

namespace zrecord {

std::unique_ptr<RecordCodec> makeRawCodec();
/// InvalidArgument when zstd does not know the level.
Result<std::unique_ptr<RecordCodec>> makeZstdCodec(int level);
/// DictionaryError when the dictionary is empty or zstd cannot load it.
Result<std::unique_ptr<RecordCodec>> makeZstdDictCodec(std::span<const std::byte> dictionary, const EncoderChoice& choice);

}  // namespace zrecord
