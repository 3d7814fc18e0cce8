#include "samples/bible_text.h"

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <span>

#include "samples/unix_compress.h"

namespace zrecord {
namespace {

constexpr std::size_t kDirectory = 84;
constexpr std::size_t kSharedHeader = 3;
constexpr std::uint32_t kMostWindows = 65'536;
constexpr std::uint32_t kLargestWindow = 16U << 20;

Status damaged(const std::filesystem::path& file, const std::string& what)
{
    return Status(ErrorCode::BadFormat, what).withFile(file.string()).withRemedy("Install the package bible-kjv-text again.");
}

std::uint32_t bigEndian(std::span<const std::byte> bytes, std::size_t at)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = (value << 8) | std::to_integer<std::uint32_t>(bytes[at + i]);
    return value;
}

Result<std::vector<std::byte>> readWhole(const std::filesystem::path& file)
{
    std::ifstream input(file, std::ios::binary);
    if (!input)
        return Status(ErrorCode::NotFound, "'" + file.string() + "' cannot be read");
    const std::string text{std::istreambuf_iterator<char>(input), {}};
    const auto bytes = std::as_bytes(std::span(text));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
}

/// All windows, decoded and joined.
Result<std::string> decodeWindows(const std::filesystem::path& file, std::span<const std::byte> bytes)
{
    const std::string_view magic = "EC02";
    if (bytes.size() < kDirectory + 8 || !std::equal(magic.begin(), magic.end(), bytes.begin(), [](char c, std::byte b) { return static_cast<std::byte>(c) == b; }))
        return damaged(file, "the file does not begin like the text of bible-kjv-text");
    const std::uint32_t windowSize = bigEndian(bytes, kDirectory);
    const std::uint32_t windows = bigEndian(bytes, kDirectory + 4);
    const std::size_t offsets = kDirectory + 8;
    const std::size_t header = offsets + (std::size_t{windows} + 1) * 4;
    if (windows == 0 || windows > kMostWindows || windowSize == 0 || windowSize > kLargestWindow || bytes.size() < header + kSharedHeader)
        return damaged(file, "the table of windows is not possible");
    std::string text;
    for (std::uint32_t w = 0; w < windows; ++w) {
        const std::uint32_t begin = bigEndian(bytes, offsets + std::size_t{w} * 4);
        const std::uint32_t end = bigEndian(bytes, offsets + (std::size_t{w} + 1) * 4);
        if (begin < header + kSharedHeader || begin > end || end > bytes.size())
            return damaged(file, "window " + std::to_string(w) + " lies outside the file");
        std::vector<std::byte> stream(bytes.begin() + static_cast<std::ptrdiff_t>(header), bytes.begin() + static_cast<std::ptrdiff_t>(header + kSharedHeader));
        stream.insert(stream.end(), bytes.begin() + begin, bytes.begin() + end);
        const Result<std::string> window = decodeUnixCompress(stream, windowSize);
        if (!window || (w + 1 < windows && window->size() != windowSize))
            return damaged(file, "window " + std::to_string(w) + " cannot be decoded");
        text += *window;
    }
    return text;
}

/// "Ge1:1 In the …": letters that may begin with a digit, chapter, colon, verse, space.
bool isVerse(std::string_view line)
{
    std::size_t at = 0;
    const auto skip = [&](auto accepts) {
        const std::size_t begin = at;
        while (at < line.size() && accepts(line[at]))
            ++at;
        return at > begin;
    };
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto isLetter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
    if (!line.empty() && isDigit(line.front()))
        at = 1;
    return skip(isLetter) && skip(isDigit) && skip([](char c) { return c == ':'; }) && skip(isDigit) && at + 1 < line.size() && line[at] == ' ';
}

}  // namespace

Result<std::vector<std::string>> readBibleVerses(const std::filesystem::path& file)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<std::byte> bytes, readWhole(file));
    ZR_ASSIGN_OR_RETURN(const std::string text, decodeWindows(file, bytes));
    std::vector<std::string> verses;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (const std::string_view line = std::string_view(text).substr(at, end - at); isVerse(line))
            verses.emplace_back(line);
        at = end + 1;
    }
    if (verses.empty())
        return damaged(file, "there is no verse in the text");
    return verses;
}

}  // namespace zrecord
