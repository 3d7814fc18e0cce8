#include <string>

#include "zrecord/codec.h"

namespace zrecord {

std::string_view codecName(Codec codec)
{
    switch (codec) {
    case Codec::Raw:
        return "raw";
    case Codec::Zstd:
        return "zstd";
    case Codec::ZstdDict:
        return "zstd_dict";
    }
    return "unknown";
}

std::string_view storeKindName(StoreKind kind)
{
    switch (kind) {
    case StoreKind::Dense:
        return "dense";
    case StoreKind::Ragged:
        return "ragged";
    }
    return "unknown";
}

Result<Codec> parseCodec(std::string_view name)
{
    for (const Codec codec : {Codec::Raw, Codec::Zstd, Codec::ZstdDict})
        if (name == codecName(codec))
            return codec;
    return Status(ErrorCode::InvalidArgument, "'" + std::string(name) + "' is not a codec")
        .withRemedy("Use raw, zstd or zstd_dict.");
}

}  // namespace zrecord
