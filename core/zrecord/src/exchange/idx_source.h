#pragma once

#include <memory>
#include <optional>

#include "exchange/byte_stream.h"
#include "zrecord/import_source.h"

namespace zrecord {

/// Whether a file begins as the MNIST family does: 0, 0, a known type, 1 … 16 dimensions.
[[nodiscard]] bool looksLikeIdx(std::span<const std::byte> front);

/// `fileBytes`: the size of the file when it is known, to refuse a wrong size at once.
Result<std::unique_ptr<ImportSource>> openIdxSource(std::unique_ptr<PeekedStream> stream, std::optional<std::uint64_t> fileBytes);

}  // namespace zrecord
