#include "codec_arguments.h"

#include "command_line_remedy.h"
#include "zrecord/dictionary.h"

namespace zrecord::cli {

void CodecArguments::declare(ArgumentParser& parser)
{
    parser.choice("-c,--codec", m_codec, {"raw", "zstd", "zstd_dict"}, "How records are stored. Default: zstd.");
    parser.option("--dict", m_dictionary, "FILE", "Dictionary for zstd_dict, as 'zr train' writes it.");
    parser.option("--level", m_level, "N", "zstd level, 1 to 22. Default: 3, with a dictionary as --tune says.");
    parser.choice("--tune", m_tuning, {"balanced", "ratio", "write", "gather"},
                  "zstd_dict: how the level is chosen on the first records. The cheapest within 2 % of the size of level 19 (balanced), "
                  "level 19 (ratio), the cheapest (write), or of those within 2 % the fastest to read (gather). Default: balanced.");
}

Result<std::vector<std::byte>> CodecArguments::dictionary() const
{
    ZR_ASSIGN_OR_RETURN(const Codec wanted, codec());
    if (wanted == Codec::ZstdDict && !m_dictionary)
        return Status(ErrorCode::InvalidArgument, "codec zstd_dict needs a dictionary").withRemedy("Train one with 'zr train' and name it with --dict.");
    if (wanted != Codec::ZstdDict && m_dictionary)
        return Status(ErrorCode::InvalidArgument, "codec " + m_codec + " takes no dictionary").withRemedy("Add --codec zstd_dict, or leave --dict out.");
    if (!m_dictionary)
        return std::vector<std::byte>();
    constexpr char kRemedy[] = "Name a file that was written by 'zr train' or 'zstd --train'.";
    Result<std::vector<std::byte>> bytes = readDictionaryFile(*m_dictionary);
    if (bytes.code() == ErrorCode::DictionaryError)
        return replaceRemedy(bytes.status(), kRemedy);
    // zstd takes any bytes as mere content to refer to; a file named by mistake must not become a store's dictionary.
    if (bytes.ok() && dictionaryId(*bytes) == 0)
        return Status(ErrorCode::DictionaryError, "this is not a trained zstd dictionary").withFile(*m_dictionary).withRemedy(kRemedy);
    return bytes;
}

Result<CreateOptions> CodecArguments::createOptions() const
{
    CreateOptions options;
    if (m_level) {
        if (m_codec == "raw")
            return Status(ErrorCode::InvalidArgument, "codec raw has no level").withRemedy("Leave --level out, or choose --codec zstd.");
        if (*m_level < 1 || *m_level > 22)
            return Status(ErrorCode::InvalidArgument, "--level " + std::to_string(*m_level) + " does not exist").withRemedy("Levels go from 1, fast, to 22, small.");
        if (!m_tuning.empty())
            return Status(ErrorCode::InvalidArgument, "--level and --tune exclude each other").withRemedy("Leave one of them out.");
        options.zstdLevel = static_cast<int>(*m_level);
        options.dictionaryLevel = static_cast<int>(*m_level);
    }
    if (!m_tuning.empty()) {
        if (m_codec != "zstd_dict")
            return Status(ErrorCode::InvalidArgument, "--tune is for codec zstd_dict").withRemedy("Leave it out, or choose --codec zstd_dict and --dict.");
        ZR_ASSIGN_OR_RETURN(options.tuning, parseEncoderTuning(m_tuning));
    }
    return options;
}

}  // namespace zrecord::cli
