#include <mutex>
#include <vector>

#include "codec/codec_factories.h"
#include "codec/zstd_support.h"

namespace zrecord {
namespace {

class ZstdDictCodec final : public RecordCodec {
public:
    using ReadTables = std::unique_ptr<ZSTD_DDict, ZstdDeleter>;
    using WriteTables = std::unique_ptr<ZSTD_CDict, ZstdDeleter>;

    ZstdDictCodec(std::span<const std::byte> dictionary, ReadTables readTables, const EncoderChoice& choice)
        : m_choice(choice), m_dictionary(dictionary.begin(), dictionary.end()), m_readTables(std::move(readTables)),
          m_dictionaryId(ZSTD_getDictID_fromDDict(m_readTables.get()))
    {
    }

    [[nodiscard]] Codec kind() const noexcept override { return Codec::ZstdDict; }
    [[nodiscard]] std::size_t encodeBound(std::size_t plainBytes) const noexcept override
    {
        return ZSTD_compressBound(plainBytes);
    }

    Result<std::size_t> encode(std::span<const std::byte> plain, std::span<std::byte> out) const override
    {
        if (m_choice.lighterSearch)
            return encodeLighter(plain, out);
        const ZSTD_CDict* tables = writeTables();
        if (!tables)
            return Status(ErrorCode::DictionaryError, "zstd cannot compress with this dictionary");
        const auto context = m_compression.acquire([] { return CompressionPool::Owned(ZSTD_createCCtx()); });
        if (!context.get())
            return outOfContextMemory();
        return checkCompressed(
            ZSTD_compress_usingCDict(context.get(), out.data(), out.size(), plain.data(), plain.size(), tables));
    }

    // The contexts belong to this codec alone, so that zstd finds the dictionary it used last and keeps its fast decoder.
    Status decode(std::span<const std::byte> stored, std::span<std::byte> plain) const override
    {
        ZR_RETURN_IF_ERROR(checkFrameStart(stored));
        const auto context = m_decompression.acquire([] { return DecompressionPool::Owned(ZSTD_createDCtx()); });
        if (!context.get())
            return outOfContextMemory();
        return checkDecompressed(ZSTD_decompress_usingDDict(context.get(), plain.data(), plain.size(), stored.data(),
                                                            stored.size(), m_readTables.get()),
                                 plain.size());
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
        if (decodeStoredFrame(stored, plain, m_dictionaryId))
            return true;
        auto* const zstd = static_cast<ZSTD_DCtx*>(context);
        return zstd && beginsWithFrame(stored) &&
               ZSTD_decompress_usingDDict(zstd, plain.data(), plain.size(), stored.data(), stored.size(),
                                                           m_readTables.get()) == plain.size();
    }

    // A context of its own settings takes no ready tables: it makes them of the dictionary once and keeps them.
    Result<std::size_t> encodeLighter(std::span<const std::byte> plain, std::span<std::byte> out) const
    {
        const auto context = m_compression.acquire([this] { return makeLighterContext(); });
        if (!context.get())
            return outOfContextMemory();
        return checkCompressed(ZSTD_compress2(context.get(), out.data(), out.size(), plain.data(), plain.size()));
    }
    [[nodiscard]] CompressionPool::Owned makeLighterContext() const
    {
        CompressionPool::Owned context(ZSTD_createCCtx());
        if (context && (ZSTD_isError(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, m_choice.level)) ||
                        ZSTD_isError(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_strategy, ZSTD_btopt)) ||
                        ZSTD_isError(ZSTD_CCtx_loadDictionary(context.get(), m_dictionary.data(), m_dictionary.size()))))
            context.reset();
        return context;
    }

    // Tables for writing cost tens of milliseconds and megabytes at level 19: a store that is only read never makes them.
    [[nodiscard]] const ZSTD_CDict* writeTables() const
    {
        std::call_once(m_writeTablesMade, [this] {
            m_writeTables.reset(ZSTD_createCDict(m_dictionary.data(), m_dictionary.size(), m_choice.level));
        });
        return m_writeTables.get();
    }

    const EncoderChoice m_choice;
    const std::vector<std::byte> m_dictionary;
    const ReadTables m_readTables;
    const std::uint32_t m_dictionaryId;
    mutable std::once_flag m_writeTablesMade;
    mutable WriteTables m_writeTables;
    mutable CompressionPool m_compression;
    mutable DecompressionPool m_decompression;
};

}  // namespace

Result<std::unique_ptr<RecordCodec>> makeZstdDictCodec(std::span<const std::byte> dictionary, const EncoderChoice& choice)
{
    ZR_RETURN_IF_ERROR(checkZstdLevel(choice.level));
    if (dictionary.empty())
        return Status(ErrorCode::DictionaryError, "the dictionary is empty");
    ZstdDictCodec::ReadTables readTables(ZSTD_createDDict(dictionary.data(), dictionary.size()));
    if (!readTables)
        return Status(ErrorCode::DictionaryError, "zstd cannot load the dictionary: it begins like one but is damaged");
    return std::unique_ptr<RecordCodec>(std::make_unique<ZstdDictCodec>(dictionary, std::move(readTables), choice));
}

}  // namespace zrecord
