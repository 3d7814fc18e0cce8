#include "format/file_names.h"

#include <charconv>

namespace zrecord {

std::string chunkFileName(std::uint64_t number)
{
    return std::to_string(number) + ".chunk";
}

std::string locationFileName(std::uint64_t number)
{
    return std::to_string(number) + ".loc";
}

std::optional<std::uint64_t> parseNumberedName(std::string_view name, std::string_view suffix)
{
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos || dot == 0 || name.substr(dot + 1) != suffix)
        return std::nullopt;
    const std::string_view digits = name.substr(0, dot);
    if (digits.size() > 1 && digits.front() == '0')
        return std::nullopt;
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size())
        return std::nullopt;
    return number;
}

}  // namespace zrecord
