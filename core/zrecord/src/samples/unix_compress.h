#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "zrecord/result.h"

namespace zrecord {

/// Decodes a stream of the Unix program compress (".Z"): LZW with codes of 9 to 16 bits. BadFormat for anything else,
/// or when the text would be longer than `limit` bytes.
Result<std::string> decodeUnixCompress(std::span<const std::byte> stream, std::size_t limit);

}  // namespace zrecord
