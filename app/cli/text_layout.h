#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zrecord::cli {

inline constexpr std::size_t kHelpWidth = 96;

std::string joined(const std::vector<std::string>& words, std::string_view separator);
/// Breaks at spaces; every line but the first is indented. Paragraphs are kept. Ends with a line feed.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);
/// "  name   description" lines with the descriptions below each other.
std::string describedList(const std::vector<std::pair<std::string, std::string>>& items);

/// 1,234,567
std::string groupedCount(std::uint64_t count);
/// "784 B", "1.5 KiB", "44.9 MiB": three significant digits from KiB on.
std::string byteSize(std::uint64_t bytes);
/// "1 record", "60,000 records".
std::string counted(std::uint64_t count, std::string_view singular);
/// "0:07", "12:45", "1:02:03".
std::string duration(double seconds);
/// "12.3 %"; "0 %" when the whole is 0.
std::string percent(std::uint64_t part, std::uint64_t whole);

/// Lines of "name   value" with the values below each other.
class FieldList {
public:
    void add(std::string name, std::string value) { m_fields.emplace_back(std::move(name), std::move(value)); }
    [[nodiscard]] std::string text() const;

private:
    std::vector<std::pair<std::string, std::string>> m_fields;
};

/// A plain table: columns as wide as their widest cell, two spaces between them, no trailing spaces.
class TextTable {
public:
    enum class Align : std::uint8_t { Left, Right };

    void column(std::string title, Align align = Align::Left) { m_columns.emplace_back(std::move(title), align); }
    void row(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }
    [[nodiscard]] std::string text() const;

private:
    std::vector<std::pair<std::string, Align>> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

}  // namespace zrecord::cli
