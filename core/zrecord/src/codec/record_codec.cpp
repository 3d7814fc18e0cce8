#include "codec/record_codec.h"

#include <string>

#include "codec/codec_factories.h"

namespace zrecord {

Result<std::unique_ptr<RecordCodec>> makeRecordCodec(Codec codec, std::span<const std::byte> dictionary,
                                                     const CreateOptions& options)
{
    if (codec != Codec::ZstdDict && !dictionary.empty())
        return Status(ErrorCode::DictionaryError, "a dictionary was given, but the codec does not use one");
    switch (codec) {
    case Codec::Raw:
        return makeRawCodec();
    case Codec::Zstd:
        return makeZstdCodec(options.zstdLevel);
    case Codec::ZstdDict:
        return makeZstdDictCodec(dictionary, EncoderChoice{options.dictionaryLevel.value_or(kLoaderxDictionaryLevel), false});
    }
    return Status(ErrorCode::InvalidArgument, "codec number " + std::to_string(static_cast<unsigned>(codec)) + " is not known");
}

}  // namespace zrecord
