#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "zrecord/codec.h"
#include "zrecord/result.h"
#include "zrecord/store_options.h"

namespace zrecord {

/// Encodes and decodes single records of one store. Thread-safe: contexts come from a pool of the codec's own and stay
/// warm with its dictionary. Reads what loaderx reads: frames without content size, several or skippable frames.
class RecordCodec {
public:
    virtual ~RecordCodec() = default;
    [[nodiscard]] virtual Codec kind() const noexcept = 0;
    /// Room that encode() may need for `plainBytes`.
    [[nodiscard]] virtual std::size_t encodeBound(std::size_t plainBytes) const noexcept = 0;
    /// Returns the stored size; `out` has at least encodeBound() bytes.
    virtual Result<std::size_t> encode(std::span<const std::byte> plain, std::span<std::byte> out) const = 0;
    /// Must fill `plain` exactly; CorruptRecord otherwise, without a place (the caller knows it).
    virtual Status decode(std::span<const std::byte> stored, std::span<std::byte> plain) const = 0;
    /// Raw: the stored bytes are the record, so a gather may read them straight into its destination.
    [[nodiscard]] bool isIdentity() const noexcept { return kind() == Codec::Raw; }
};

/// `dictionary` is copied; only with ZstdDict. DictionaryError when zstd cannot load it.
Result<std::unique_ptr<RecordCodec>> makeRecordCodec(Codec codec, std::span<const std::byte> dictionary,
                                                     const CreateOptions& options = {});

}  // namespace zrecord
