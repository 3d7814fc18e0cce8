#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "argument_parser.h"
#include "zrecord/codec.h"
#include "zrecord/store_options.h"

namespace zrecord::cli {

/// How the records of a new store are to be stored: --codec, --dict, --level, --tune.
class CodecArguments {
public:
    void declare(ArgumentParser& parser);
    [[nodiscard]] Result<Codec> codec() const { return parseCodec(m_codec); }
    /// Reads the dictionary file; empty without one. InvalidArgument when codec and dictionary do not fit each other.
    [[nodiscard]] Result<std::vector<std::byte>> dictionary() const;
    [[nodiscard]] Result<CreateOptions> createOptions() const;

private:
    std::string m_codec = "zstd";
    std::optional<std::string> m_dictionary;
    std::optional<std::uint64_t> m_level;
    std::string m_tuning;
};

}  // namespace zrecord::cli
