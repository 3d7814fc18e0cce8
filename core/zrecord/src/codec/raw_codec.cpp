#include <cstring>
#include <string>

#include "codec/codec_factories.h"

namespace zrecord {
namespace {

class RawCodec final : public RecordCodec {
public:
    [[nodiscard]] Codec kind() const noexcept override { return Codec::Raw; }
    [[nodiscard]] std::size_t encodeBound(std::size_t plainBytes) const noexcept override { return plainBytes; }

    Result<std::size_t> encode(std::span<const std::byte> plain, std::span<std::byte> out) const override
    {
        if (out.size() < plain.size())
            return Status(ErrorCode::BufferTooSmall, "the memory for a stored record is too small");
        if (!plain.empty())
            std::memcpy(out.data(), plain.data(), plain.size());
        return plain.size();
    }

    Status decode(std::span<const std::byte> stored, std::span<std::byte> plain) const override
    {
        if (stored.size() != plain.size())
            return Status(ErrorCode::CorruptRecord, "the record is stored in " + std::to_string(stored.size()) +
                                                        " bytes instead of " + std::to_string(plain.size()));
        if (!plain.empty())
            std::memcpy(plain.data(), stored.data(), plain.size());
        return {};
    }

private:
    bool decodeWith(void*, std::span<const std::byte> stored, std::span<std::byte> plain) const noexcept override
    {
        if (stored.size() != plain.size())
            return false;
        if (!plain.empty())
            std::memcpy(plain.data(), stored.data(), plain.size());
        return true;
    }
};

}  // namespace

std::unique_ptr<RecordCodec> makeRawCodec()
{
    return std::make_unique<RawCodec>();
}

}  // namespace zrecord
