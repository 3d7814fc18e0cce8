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

private:
    friend class RecordDecoder;
    /// What decodeWith() works in; null where nothing is needed, or when there is no memory for it.
    [[nodiscard]] virtual void* lendContext() const noexcept { return nullptr; }
    virtual void takeContextBack(void* context) const noexcept { static_cast<void>(context); }
    virtual void destroyContext(void* context) const noexcept { static_cast<void>(context); }
    virtual bool decodeWith(void* context, std::span<const std::byte> stored, std::span<std::byte> plain) const noexcept = 0;
};

/// Decodes many records with one context. One thread at a time; the codec must outlive it.
class RecordDecoder {
public:
    explicit RecordDecoder(const RecordCodec& codec) : m_codec(codec), m_context(codec.lendContext()) {}
    RecordDecoder(const RecordDecoder&) = delete;
    RecordDecoder& operator=(const RecordDecoder&) = delete;
    ~RecordDecoder() { m_codec.takeContextBack(m_context); }

    /// True when `plain` was filled exactly; ask RecordCodec::decode() for the reason when not. Owns nothing, locks nothing
    /// and allocates nothing while it runs, so that it may be left by a jump; discard() is due then.
    [[nodiscard]] bool decode(std::span<const std::byte> stored, std::span<std::byte> plain) noexcept
    {
        return m_codec.decodeWith(m_context, stored, plain);
    }
    /// Gives the context up: it was left in the middle of a record.
    void discard() noexcept
    {
        m_codec.destroyContext(m_context);
        m_context = nullptr;
    }

private:
    const RecordCodec& m_codec;
    void* m_context;
};

/// `dictionary` is copied; only with ZstdDict. DictionaryError when zstd cannot load it.
Result<std::unique_ptr<RecordCodec>> makeRecordCodec(Codec codec, std::span<const std::byte> dictionary,
                                                     const CreateOptions& options = {});

}  // namespace zrecord
