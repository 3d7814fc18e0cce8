#include "zrecord/value_text.h"

#include "values/number_text.h"
#include "values/scalar_reader.h"
#include "values/text_escape.h"
#include "values/time_text.h"

namespace zrecord {
namespace {

void appendVoid(std::string& out, std::span<const std::byte> item)
{
    out += "0x";
    appendHex(out, item);
}

void appendFloat(std::string& out, std::span<const std::byte> item, bool swapped)
{
    if (!appendFloatItem(out, item, swapped))
        appendVoid(out, item);
}

void appendComplex(std::string& out, std::span<const std::byte> item, bool swapped)
{
    const std::size_t half = item.size() / 2;
    appendFloat(out, item.first(half), swapped);
    const std::size_t at = out.size();
    appendFloat(out, item.last(half), swapped);
    if (out[at] != '-')
        out.insert(at, 1, '+');
    out += 'j';
}

void appendTime(std::string& out, const DType& dtype, std::span<const std::byte> item)
{
    const auto count = readScalar<std::int64_t>(item, isForeignOrder(dtype));
    if (dtype.kind() == ScalarKind::DateTime)
        appendDateTimeText(out, count, dtype.timeUnit());
    else
        appendTimeDeltaText(out, count, dtype.timeUnit());
}

/// A sub-array field: nested lists with commas, as inside a Python tuple.
void appendSubArray(std::string& out, const DType& dtype, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes)
{
    if (shape.empty())
        return appendValueText(out, dtype, bytes);
    const std::size_t step = shape.front() == 0 ? 0 : bytes.size() / static_cast<std::size_t>(shape.front());
    out += '[';
    for (std::uint64_t i = 0; i < shape.front(); ++i) {
        if (i != 0)
            out += ", ";
        appendSubArray(out, dtype, shape.subspan(1), bytes.subspan(static_cast<std::size_t>(i) * step, step));
    }
    out += ']';
}

void appendStruct(std::string& out, const DType& dtype, std::span<const std::byte> item)
{
    out += '(';
    std::size_t written = 0;
    for (const DTypeField& field : dtype.fields()) {
        if (field.isPadding())
            continue;
        if (written++ != 0)
            out += ", ";
        const std::uint64_t bytes = field.type.itemSize() * elementCount(field.shape).value();
        appendSubArray(out, field.type, field.shape,
                       item.subspan(static_cast<std::size_t>(field.offset), static_cast<std::size_t>(bytes)));
    }
    out += written == 1 ? ",)" : ")";
}

}  // namespace

void appendValueText(std::string& out, const DType& dtype, std::span<const std::byte> item)
{
    item = item.first(static_cast<std::size_t>(dtype.itemSize()));
    const bool swapped = isForeignOrder(dtype);
    switch (dtype.kind()) {
    case ScalarKind::Bool:
        out += item.front() != std::byte{0} ? "True" : "False";
        return;
    case ScalarKind::Int:
    case ScalarKind::UInt:
        return appendIntegerText(out, item, dtype.kind() == ScalarKind::Int, swapped);
    case ScalarKind::Float:
        return appendFloat(out, item, swapped);
    case ScalarKind::Complex:
        return appendComplex(out, item, swapped);
    case ScalarKind::Bytes:
        return appendBytesLiteral(out, readByteString(item));
    case ScalarKind::Unicode:
        return appendUnicodeLiteral(out, readUnicode(item, swapped));
    case ScalarKind::DateTime:
    case ScalarKind::TimeDelta:
        return appendTime(out, dtype, item);
    case ScalarKind::Void:
        return dtype.isStructured() ? appendStruct(out, dtype, item) : appendVoid(out, item);
    }
}

std::string valueText(const DType& dtype, std::span<const std::byte> item)
{
    std::string out;
    appendValueText(out, dtype, item);
    return out;
}

}  // namespace zrecord
