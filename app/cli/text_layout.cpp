#include "text_layout.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace zrecord::cli {
namespace {

/// Characters as a terminal counts them: bytes that begin a code point.
std::size_t displayWidth(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string significant(double value)
{
    std::array<char, 32> buffer{};
    const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
    return buffer.data();
}

}  // namespace

std::string joined(const std::vector<std::string>& words, std::string_view separator)
{
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty())
            text += separator;
        text += word;
    }
    return text;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width)
{
    std::string out;
    std::size_t column = indent;
    bool lineBegins = true;
    const auto breakLine = [&](bool indentNext) {
        out += '\n';
        if (indentNext)
            out.append(indent, ' ');
        column = indent;
        lineBegins = true;
    };
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '\n') {
            ++at;
            breakLine(at < text.size() && text[at] != '\n');
            continue;
        }
        if (text[at] == ' ' && !lineBegins) {
            ++at;
            continue;
        }
        const std::size_t end = std::min(text.find_first_of(" \n", text[at] == ' ' ? text.find_first_not_of(' ', at) : at), text.size());
        const std::string_view word = text.substr(at, end - at);
        if (!lineBegins && column + 1 + displayWidth(word) > width)
            breakLine(true);
        if (!lineBegins) {
            out += ' ';
            ++column;
        }
        out += word;
        column += displayWidth(word);
        lineBegins = false;
        at = end;
    }
    out += '\n';
    return out;
}

std::string describedList(const std::vector<std::pair<std::string, std::string>>& items)
{
    constexpr std::size_t kMargin = 2;
    constexpr std::size_t kGap = 3;
    constexpr std::size_t kWidest = 30;
    std::size_t widest = 0;
    for (const auto& [name, description] : items)
        if (displayWidth(name) <= kWidest)
            widest = std::max(widest, displayWidth(name));
    const std::size_t indent = kMargin + widest + kGap;
    std::string out;
    for (const auto& [name, description] : items) {
        out.append(kMargin, ' ').append(name);
        if (displayWidth(name) > widest)
            out.append(1, '\n').append(indent, ' ');
        else
            out.append(indent - kMargin - displayWidth(name), ' ');
        out += wrapped(description, indent, kHelpWidth);
    }
    return out;
}

std::string groupedCount(std::uint64_t count)
{
    std::string digits = std::to_string(count);
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

std::string byteSize(std::uint64_t bytes)
{
    constexpr std::array<std::string_view, 6> kUnits{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 1024)
        return std::to_string(bytes) + " B";
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (value >= 1023.5 && unit + 1 < kUnits.size()) {
        value /= 1024;
        ++unit;
    }
    return significant(value) + " " + std::string(kUnits[unit]);
}

std::string counted(std::uint64_t count, std::string_view singular)
{
    return groupedCount(count) + " " + std::string(singular) + (count == 1 ? "" : "s");
}

std::string duration(double seconds)
{
    const auto total = static_cast<std::uint64_t>(seconds + 0.5);
    std::array<char, 48> buffer{};
    const auto hours = static_cast<unsigned long long>(total / 3600);
    const auto minutes = static_cast<unsigned>(total / 60 % 60);
    const auto rest = static_cast<unsigned>(total % 60);
    if (hours != 0)
        std::snprintf(buffer.data(), buffer.size(), "%llu:%02u:%02u", hours, minutes, rest);
    else
        std::snprintf(buffer.data(), buffer.size(), "%u:%02u", minutes, rest);
    return buffer.data();
}

std::string percent(std::uint64_t part, std::uint64_t whole)
{
    if (whole == 0 || part == 0)
        return "0 %";
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.1f %%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
    return buffer.data();
}

std::string FieldList::text() const
{
    std::size_t widest = 0;
    for (const auto& [name, value] : m_fields)
        widest = std::max(widest, displayWidth(name));
    std::string out;
    for (const auto& [name, value] : m_fields)
        out.append(name).append(widest - displayWidth(name) + 2, ' ').append(value).append(1, '\n');
    return out;
}

std::string TextTable::text() const
{
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
        widths.push_back(displayWidth(m_columns[c].first));
        for (const auto& row : m_rows)
            widths[c] = std::max(widths[c], displayWidth(row[c]));
    }
    std::string out;
    const auto write = [&](const auto& cell) {
        std::string line;
        for (std::size_t c = 0; c < m_columns.size(); ++c) {
            const std::string& text = cell(c);
            const std::size_t padding = widths[c] - displayWidth(text);
            const bool right = m_columns[c].second == Align::Right;
            line.append(right ? padding : 0, ' ').append(text).append(right ? 0 : padding, ' ').append(2, ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    };
    write([&](std::size_t c) -> const std::string& { return m_columns[c].first; });
    for (const auto& row : m_rows)
        write([&](std::size_t c) -> const std::string& { return row[c]; });
    return out;
}

}  // namespace zrecord::cli
