#include "base/utf8.h"
#include "values/number_text.h"
#include "values/scalar_reader.h"
#include "values/text_escape.h"
#include "values/time_text.h"
#include "zrecord/value_text.h"

namespace zrecord {
namespace {

/// JSON has no nan and no infinities: they become strings.
void appendNumberOrString(std::string& out, std::string_view text)
{
    const bool finite = text.find('n') == std::string_view::npos;  // nan, inf, -inf
    out.append(finite ? "" : "\"").append(text).append(finite ? "" : "\"");
}

void appendFloatJson(std::string& out, std::span<const std::byte> item, bool swapped)
{
    std::string text;
    if (appendFloatItem(text, item, swapped)) {
        appendNumberOrString(out, text);
    } else {
        out += "\"0x";
        appendHex(out, item);
        out += '"';
    }
}

void appendBytesJson(std::string& out, std::span<const std::byte> item)
{
    const std::string text = readByteString(item);
    if (isValidUtf8(text))
        return appendJsonString(out, text);
    out += "\"0x";
    appendHex(out, item.first(text.size()));
    out += '"';
}

void appendUnicodeJson(std::string& out, std::span<const std::byte> item, bool swapped)
{
    std::string text;
    for (const char32_t point : readUnicode(item, swapped))
        if (!appendUtf8(text, point))
            appendUtf8(text, U'\ufffd');
    appendJsonString(out, text);
}

void appendTimeJson(std::string& out, const DType& dtype, std::span<const std::byte> item)
{
    const auto count = readScalar<std::int64_t>(item, isForeignOrder(dtype));
    if (dtype.kind() == ScalarKind::TimeDelta && count != kNotATime) {
        out += std::to_string(count);
        return;
    }
    out += '"';
    appendDateTimeText(out, count, dtype.timeUnit());
    out += '"';
}

void appendStructJson(std::string& out, const DType& dtype, std::span<const std::byte> item)
{
    out += '{';
    std::string_view separator = "";
    for (const DTypeField& field : dtype.fields()) {
        if (field.isPadding())
            continue;
        out += separator;
        separator = ", ";
        appendJsonString(out, field.name);
        out += ": ";
        const std::uint64_t bytes = field.type.itemSize() * elementCount(field.shape).value();
        appendJsonValue(out, field.type, field.shape,
                        item.subspan(static_cast<std::size_t>(field.offset), static_cast<std::size_t>(bytes)));
    }
    out += '}';
}

void appendItemJson(std::string& out, const DType& dtype, std::span<const std::byte> item)
{
    const bool swapped = isForeignOrder(dtype);
    switch (dtype.kind()) {
    case ScalarKind::Bool:
        out += item.front() != std::byte{0} ? "true" : "false";
        return;
    case ScalarKind::Int:
    case ScalarKind::UInt:
        return appendIntegerText(out, item, dtype.kind() == ScalarKind::Int, swapped);
    case ScalarKind::Float:
        return appendFloatJson(out, item, swapped);
    case ScalarKind::Complex:
        out += '[';
        appendFloatJson(out, item.first(item.size() / 2), swapped);
        out += ", ";
        appendFloatJson(out, item.last(item.size() / 2), swapped);
        out += ']';
        return;
    case ScalarKind::Bytes:
        return appendBytesJson(out, item);
    case ScalarKind::Unicode:
        return appendUnicodeJson(out, item, swapped);
    case ScalarKind::DateTime:
    case ScalarKind::TimeDelta:
        return appendTimeJson(out, dtype, item);
    case ScalarKind::Void:
        if (dtype.isStructured())
            return appendStructJson(out, dtype, item);
        out += "\"0x";
        appendHex(out, item);
        out += '"';
        return;
    }
}

}  // namespace

void appendJsonValue(std::string& out, const DType& dtype, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes)
{
    if (shape.empty())
        return appendItemJson(out, dtype, bytes.first(static_cast<std::size_t>(dtype.itemSize())));
    const std::size_t step = shape.front() == 0 ? 0 : bytes.size() / static_cast<std::size_t>(shape.front());
    out += '[';
    for (std::uint64_t i = 0; i < shape.front(); ++i) {
        if (i != 0)
            out += ", ";
        appendJsonValue(out, dtype, shape.subspan(1), bytes.subspan(static_cast<std::size_t>(i) * step, step));
    }
    out += ']';
}

}  // namespace zrecord
