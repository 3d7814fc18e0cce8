#include "zrecord/record_selection.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>

namespace zrecord {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

Status selectorError(std::string_view text, std::size_t at, std::string_view why)
{
    std::string what = "'" + std::string(text) + "' does not select records: " + std::string(why);
    if (at < text.size())
        what += " at '" + std::string(1, text[at]) + "', character " + std::to_string(at + 1);
    return Status(ErrorCode::InvalidArgument, std::move(what))
        .withRemedy("Write an index such as 7 or -1, or a slice such as 10:20, ::100 or -5:.");
}

Status outside(std::string_view index, std::uint64_t length)
{
    return Status(ErrorCode::OutOfRange, "index " + std::string(index) + " is outside a store of " + std::to_string(length) +
                                             (length == 1 ? " record" : " records"));
}

/// Up to three numbers between colons; each may be absent, numbers beyond 63 bits are clipped and noted.
struct SelectorParts {
    std::array<std::optional<std::int64_t>, 3> numbers;
    std::size_t colons = 0;
    bool clipped = false;
};

bool isSpace(char c)
{
    return c == ' ' || c == '\t';
}

Result<SelectorParts> splitSelector(std::string_view text)
{
    SelectorParts parts;
    std::size_t i = 0;
    while (i < text.size()) {
        if (isSpace(text[i])) {
            ++i;
            continue;
        }
        if (text[i] == ':') {
            if (++parts.colons > 2)
                return selectorError(text, i, "a slice has at most two colons");
            ++i;
            continue;
        }
        const std::size_t begin = i;
        const bool negative = text[i] == '-';
        i += negative ? 1 : 0;
        if (i == text.size() || text[i] < '0' || text[i] > '9')
            return selectorError(text, std::min(i, text.size() - 1), "a whole number is expected");
        if (parts.numbers[parts.colons])
            return selectorError(text, begin, "a colon is missing");
        std::int64_t value = 0;
        for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) {
            const std::int64_t digit = text[i] - '0';
            if (value > (kMax - digit) / 10) {
                value = kMax;
                parts.clipped = true;
            } else {
                value = value * 10 + digit;
            }
        }
        parts.numbers[parts.colons] = negative ? -value : value;
    }
    return parts;
}

/// Python's slice.indices() for a length that fits 63 bits.
IndexRange clipSlice(const SelectorParts& parts, std::int64_t length)
{
    const std::int64_t step = parts.numbers[2].value_or(1);
    const bool backwards = step < 0;
    const std::int64_t lowest = backwards ? -1 : 0;
    const std::int64_t highest = backwards ? length - 1 : length;
    const auto clip = [&](std::int64_t value) {
        if (value < 0)
            return std::max(value + length, lowest);
        return std::min(value, highest);
    };
    const std::int64_t start = parts.numbers[0] ? clip(*parts.numbers[0]) : (backwards ? highest : lowest);
    const std::int64_t stop = parts.numbers[1] ? clip(*parts.numbers[1]) : (backwards ? lowest : highest);
    IndexRange range;
    range.step = step;
    const std::int64_t distance = backwards ? start - stop : stop - start;
    const std::int64_t stride = backwards ? -step : step;
    if (distance > 0) {
        range.start = static_cast<std::uint64_t>(start);
        range.count = static_cast<std::uint64_t>((distance - 1) / stride + 1);
    }
    return range;
}

}  // namespace

Result<std::uint64_t> resolveIndex(std::int64_t index, std::uint64_t length)
{
    if (index >= 0) {
        const auto position = static_cast<std::uint64_t>(index);
        if (position < length)
            return position;
    } else {
        const std::uint64_t fromEnd = ~static_cast<std::uint64_t>(index) + 1;
        if (fromEnd <= length)
            return length - fromEnd;
    }
    return outside(std::to_string(index), length);
}

Result<IndexRange> parseSelector(std::string_view text, std::uint64_t length)
{
    ZR_ASSIGN_OR_RETURN(const SelectorParts parts, splitSelector(text));
    if (parts.colons == 0) {
        if (!parts.numbers[0])
            return selectorError(text, text.size(), "it is empty");
        if (parts.clipped)
            return outside(text, length);
        ZR_ASSIGN_OR_RETURN(const std::uint64_t index, resolveIndex(*parts.numbers[0], length));
        return IndexRange{index, 1, 1};
    }
    if (parts.numbers[2] == 0)
        return selectorError(text, text.size(), "the step of a slice cannot be zero");
    return clipSlice(parts, static_cast<std::int64_t>(std::min(length, static_cast<std::uint64_t>(kMax))));
}

Result<std::vector<std::uint64_t>> expandRanges(const std::vector<IndexRange>& ranges, std::uint64_t limit)
{
    std::uint64_t total = 0;
    for (const IndexRange& range : ranges) {
        if (range.count > limit - total)
            return Status(ErrorCode::InvalidArgument, "more than " + std::to_string(limit) + " records are selected")
                .withRemedy("Select fewer records at once.");
        total += range.count;
    }
    std::vector<std::uint64_t> indices;
    indices.reserve(static_cast<std::size_t>(total));
    for (const IndexRange& range : ranges) {
        std::uint64_t index = range.start;
        for (std::uint64_t i = 0; i < range.count; ++i, index += static_cast<std::uint64_t>(range.step))
            indices.push_back(index);
    }
    return indices;
}

}  // namespace zrecord
