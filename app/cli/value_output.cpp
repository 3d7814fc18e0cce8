#include "value_output.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

namespace zrecord::cli {
namespace {

std::string_view asCharacters(std::span<const std::byte> bytes)
{
    return {static_cast<const char*>(static_cast<const void*>(bytes.data())), bytes.size()};
}

/// Quoted when it has to be, after RFC 4180.
void appendCell(std::string& out, std::string_view text)
{
    if (text.find_first_of(",\"\n\r") == std::string_view::npos) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text)
        out.append(c == '"' ? 2 : 1, c);
    out += '"';
}

/// The text itself for S and U, without the quotes of a literal.
std::string cellText(const DType& dtype, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes)
{
    const bool textual = dtype.kind() == ScalarKind::Bytes || dtype.kind() == ScalarKind::Unicode;
    return textual && shape.empty() ? recordAsText(dtype, bytes) : lineText(dtype, shape, bytes, SIZE_MAX);
}

}  // namespace

bool holdsText(const DType& dtype, std::size_t rank)
{
    switch (dtype.kind()) {
    case ScalarKind::UInt:
    case ScalarKind::Int:
        return dtype.itemSize() == 1 && rank == 1;
    case ScalarKind::Bytes:
    case ScalarKind::Unicode:
        return rank == 0;
    default:
        return false;
    }
}

std::string recordAsText(const DType& dtype, std::span<const std::byte> bytes)
{
    std::string out;
    if (dtype.kind() == ScalarKind::Unicode) {
        const std::string literal = valueText(dtype, bytes);
        return literal.substr(1, literal.size() - 2);
    }
    std::string_view text = asCharacters(bytes);
    if (dtype.kind() == ScalarKind::Bytes)
        text = text.substr(0, text.find_last_not_of('\0') + 1);
    appendPrintableText(out, text);
    return out;
}

void appendHexDump(std::string& out, std::span<const std::byte> bytes)
{
    constexpr std::size_t kLine = 16;
    std::array<char, 24> buffer{};
    for (std::size_t at = 0; at < bytes.size(); at += kLine) {
        const auto line = bytes.subspan(at, std::min(kLine, bytes.size() - at));
        std::snprintf(buffer.data(), buffer.size(), "%08zx ", at);
        out += buffer.data();
        std::string characters;
        for (std::size_t i = 0; i < kLine; ++i) {
            out.append(i == kLine / 2 ? "  " : " ");
            if (i >= line.size()) {
                out += "  ";
                continue;
            }
            const auto byte = std::to_integer<unsigned>(line[i]);
            std::snprintf(buffer.data(), buffer.size(), "%02x", byte);
            out += buffer.data();
            characters += byte >= 0x20 && byte < 0x7f ? static_cast<char>(byte) : '.';
        }
        out.append("  |").append(characters).append("|\n");
    }
}

CsvLayout::CsvLayout(const StoreSummary& summary)
    : m_summary(summary), m_fieldColumns(summary.kind == StoreKind::Dense && summary.itemShape.empty() && summary.dtype.isStructured())
{
}

std::string CsvLayout::header() const
{
    std::string line = "index";
    if (m_summary.kind == StoreKind::Ragged)
        return line + ",shape,values\n";
    if (m_fieldColumns) {
        for (const DTypeField& field : m_summary.dtype.fields())
            if (!field.isPadding())
                appendCell(line += ',', field.name);
        return line + "\n";
    }
    if (m_summary.itemShape.empty())
        return line + ",value\n";
    // Column "3_7" holds element [3, 7].
    const std::uint64_t count = m_summary.recordBytes / m_summary.dtype.itemSize();
    for (std::uint64_t element = 0; element < count; ++element) {
        std::string name;
        std::uint64_t rest = element;
        for (std::size_t d = m_summary.itemShape.size(); d-- > 0;) {
            name = std::to_string(rest % m_summary.itemShape[d]) + (name.empty() ? "" : "_" + name);
            rest /= m_summary.itemShape[d];
        }
        line.append(",").append(name);
    }
    return line + "\n";
}

void CsvLayout::appendElement(std::string& out, std::span<const std::byte> item) const
{
    if (!m_fieldColumns) {
        out += ',';
        return appendCell(out, cellText(m_summary.dtype, {}, item));
    }
    for (const DTypeField& field : m_summary.dtype.fields()) {
        if (field.isPadding())
            continue;
        const std::uint64_t bytes = field.type.itemSize() * elementCount(field.shape).value();
        out += ',';
        appendCell(out, cellText(field.type, field.shape, item.subspan(static_cast<std::size_t>(field.offset), static_cast<std::size_t>(bytes))));
    }
}

void CsvLayout::appendRow(std::string& out, std::uint64_t index, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes) const
{
    out += std::to_string(index);
    if (m_summary.kind == StoreKind::Ragged) {
        out += ',';
        appendCell(out, shapeText(shape));
        out += ',';
        appendCell(out, holdsText(m_summary.dtype, shape.size()) ? recordAsText(m_summary.dtype, bytes) : lineText(m_summary.dtype, shape, bytes, SIZE_MAX));
    } else {
        const auto step = static_cast<std::size_t>(m_summary.dtype.itemSize());
        for (std::size_t at = 0; at < bytes.size(); at += step)
            appendElement(out, bytes.subspan(at, step));
    }
    out += '\n';
}

}  // namespace zrecord::cli
