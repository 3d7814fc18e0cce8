#include "codec/codec_factories.h"
#include "codec/zstd_support.h"

namespace zrecord {
namespace {

class ZstdCodec final : public RecordCodec {
public:
    explicit ZstdCodec(int level) : m_level(level) {}

    [[nodiscard]] Codec kind() const noexcept override { return Codec::Zstd; }
    [[nodiscard]] std::size_t encodeBound(std::size_t plainBytes) const noexcept override
    {
        return ZSTD_compressBound(plainBytes);
    }

    Result<std::size_t> encode(std::span<const std::byte> plain, std::span<std::byte> out) const override
    {
        const auto context = m_compression.acquire([this] { return makeCompressionContext(); });
        if (!context.get())
            return outOfContextMemory();
        return checkCompressed(ZSTD_compress2(context.get(), out.data(), out.size(), plain.data(), plain.size()));
    }

    // One call for every form of record: it writes straight into `plain`, goes on through several and skippable frames,
    // needs no content size, verifies checksums and refuses what is left over.
    Status decode(std::span<const std::byte> stored, std::span<std::byte> plain) const override
    {
        ZR_RETURN_IF_ERROR(checkFrameStart(stored));
        const auto context = m_decompression.acquire([] { return DecompressionPool::Owned(ZSTD_createDCtx()); });
        if (!context.get())
            return outOfContextMemory();
        return checkDecompressed(
            ZSTD_decompressDCtx(context.get(), plain.data(), plain.size(), stored.data(), stored.size()), plain.size());
    }

private:
    [[nodiscard]] void* lendContext() const noexcept override
    {
        return m_decompression.take([] { return DecompressionPool::Owned(ZSTD_createDCtx()); }).release();
    }
    void takeContextBack(void* context) const noexcept override
    {
        m_decompression.giveBack(DecompressionPool::Owned(static_cast<ZSTD_DCtx*>(context)));
    }
    void destroyContext(void* context) const noexcept override
    {
        DecompressionPool::Owned(static_cast<ZSTD_DCtx*>(context)).reset();
    }
    bool decodeWith(void* context, std::span<const std::byte> stored, std::span<std::byte> plain) const noexcept override
    {
        if (decodeStoredFrame(stored, plain, 0))
            return true;
        auto* const zstd = static_cast<ZSTD_DCtx*>(context);
        return zstd && beginsWithFrame(stored) &&
               ZSTD_decompressDCtx(zstd, plain.data(), plain.size(), stored.data(), stored.size()) == plain.size();
    }

    // The level stays with the context; content size on and checksum off are zstd's own defaults.
    [[nodiscard]] CompressionPool::Owned makeCompressionContext() const
    {
        CompressionPool::Owned context(ZSTD_createCCtx());
        if (context && ZSTD_isError(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, m_level)))
            context.reset();
        return context;
    }

    const int m_level;
    mutable CompressionPool m_compression;
    mutable DecompressionPool m_decompression;
};

}  // namespace

Result<std::unique_ptr<RecordCodec>> makeZstdCodec(int level)
{
    ZR_RETURN_IF_ERROR(checkZstdLevel(level));
    return std::unique_ptr<RecordCodec>(std::make_unique<ZstdCodec>(level));
}

}  // namespace zrecord
