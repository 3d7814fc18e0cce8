#include <fstream>
#include <limits>
#include <string>
#include <system_error>

#include <zdict.h>

#include "zrecord/dictionary.h"

namespace zrecord {

Result<std::vector<std::byte>> readDictionaryFile(const std::filesystem::path& file)
{
    std::error_code error;
    const bool regular = std::filesystem::is_regular_file(file, error);
    if (!regular) {
        if (!error)
            return Status(ErrorCode::IoError, "a dictionary is read from a regular file, and this is none").withFile(file.string());
        return Status::fromErrno(error.value(), "the dictionary cannot be read").withFile(file.string());
    }
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (error)
        return Status::fromErrno(error.value(), "the dictionary cannot be read").withFile(file.string());
    if (size == 0)
        return Status(ErrorCode::DictionaryError, "the dictionary file is empty").withFile(file.string());
    if (size > std::numeric_limits<std::uint32_t>::max())
        return Status(ErrorCode::DictionaryError, "the dictionary file has " + std::to_string(size) +
                                                      " bytes, more than the 4294967295 that a store can hold")
            .withFile(file.string());
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    std::ifstream stream(file, std::ios::binary);
    stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!stream)
        return Status(ErrorCode::IoError, "the dictionary cannot be read to its end").withFile(file.string());
    return bytes;
}

std::uint32_t dictionaryId(std::span<const std::byte> dictionary)
{
    return ZDICT_getDictID(dictionary.data(), dictionary.size());
}

}  // namespace zrecord
