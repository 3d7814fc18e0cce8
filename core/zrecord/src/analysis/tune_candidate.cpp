#include <optional>
#include <string>

#include "zrecord/dictionary.h"
#include "zrecord/dictionary_tuning.h"

namespace zrecord {
namespace {

constexpr int kLoaderxLevel = 3;
constexpr int kLoaderxDictionaryLevel = 19;
constexpr std::uint64_t kMostDictionaryBytes = UINT64_C(1) << 26;

std::string sizeName(std::uint64_t bytes)
{
    if (bytes % (UINT64_C(1) << 20) == 0)
        return std::to_string(bytes >> 20) + " MiB";
    return bytes % 1'024 == 0 ? std::to_string(bytes / 1'024) + " KiB" : std::to_string(bytes) + " B";
}

// 1 … 22, or 0 for anything else.
int levelOf(std::string_view text)
{
    if (text.empty() || text.size() > 2)
        return 0;
    int level = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9')
            return 0;
        level = level * 10 + (digit - '0');
    }
    return level <= 22 ? level : 0;
}

// "4096", "64K", "1M".
std::optional<std::uint64_t> bytesOf(std::string_view text)
{
    std::uint64_t scale = 1;
    if (!text.empty() && (text.back() == 'K' || text.back() == 'M')) {
        scale = text.back() == 'K' ? 1'024 : 1'048'576;
        text.remove_suffix(1);
    }
    if (text.empty() || text.size() > 9)
        return std::nullopt;
    std::uint64_t number = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9')
            return std::nullopt;
        number = number * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    const std::uint64_t bytes = number * scale;
    return bytes >= 256 && bytes <= kMostDictionaryBytes ? std::optional(bytes) : std::nullopt;
}

TuneCandidate sized(std::uint64_t bytes, int level)
{
    return {sizeName(bytes) + ", level " + std::to_string(level), Codec::ZstdDict, level, bytes};
}

}  // namespace

std::vector<TuneCandidate> defaultTuneCandidates()
{
    std::vector<TuneCandidate> candidates{{"raw", Codec::Raw, 0, 0}, {"zstd 3", Codec::Zstd, kLoaderxLevel, 0}};
    candidates.push_back(sized(16'384, 9));
    candidates.push_back(sized(131'072, 9));
    for (const DictionaryTier& tier : kDictionaryTiers)
        candidates.push_back({std::string(tier.name), Codec::ZstdDict, kLoaderxDictionaryLevel, tier.dictionaryBytes});
    return candidates;
}

Result<TuneCandidate> parseTuneCandidate(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    const int level = colon == std::string_view::npos ? 0 : levelOf(text.substr(colon + 1));  // 0: not given
    const auto unknown = [text] {
        return Status(ErrorCode::InvalidArgument, "there is no candidate \"" + std::string(text) + "\"")
            .withRemedy("Use raw, zstd, zstd:LEVEL, fast, balanced, max, TIER:LEVEL, or SIZE:LEVEL such as 64K:9; levels go from 1 to 22.");
    };
    if (colon != std::string_view::npos && level == 0)
        return unknown();
    if (name == "raw" && level == 0)
        return TuneCandidate{"raw", Codec::Raw, 0, 0};
    if (name == "zstd") {
        const int chosen = level != 0 ? level : kLoaderxLevel;
        return TuneCandidate{"zstd " + std::to_string(chosen), Codec::Zstd, chosen, 0};
    }
    if (const auto tier = parseDictionaryTier(name); tier.ok()) {
        const int chosen = level != 0 ? level : kLoaderxDictionaryLevel;
        return TuneCandidate{std::string(name) + (level != 0 ? ", level " + std::to_string(chosen) : ""), Codec::ZstdDict, chosen, tier->dictionaryBytes};
    }
    if (const auto bytes = bytesOf(name); bytes && level != 0)
        return sized(*bytes, level);
    return unknown();
}

}  // namespace zrecord
