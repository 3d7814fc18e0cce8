#include "workbench/viewdata/numpy_literal.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <zrecord/value_text.h>

namespace zrecord::workbench {
namespace {

using Bytes = std::span<const std::byte>;

std::string pythonString(std::string_view text) {
    std::string out;
    appendJsonString(out, text);  // a JSON string is a Python string
    return out;
}

std::string tupleText(std::span<const std::uint64_t> dimensions) {
    std::string out = "(";
    for (std::size_t i = 0; i < dimensions.size(); ++i)
        out += (i == 0 ? "" : ", ") + std::to_string(dimensions[i]);
    return out + (dimensions.size() == 1 ? ",)" : ")");
}

/// Python text for numpy.dtype. Gaps need the form with offsets: a list would name them.
std::string dtypeText(const DType& dtype) {
    if (!dtype.isStructured())
        return "'" + dtype.str() + "'";
    std::string names, formats, offsets;
    for (const DTypeField& field : dtype.fields()) {
        if (field.isPadding())
            continue;
        const std::string comma = names.empty() ? "" : ", ";
        names += comma + pythonString(field.name);
        formats += comma + (field.shape.empty() ? dtypeText(field.type) : "(" + dtypeText(field.type) + ", " + tupleText(field.shape) + ")");
        offsets += comma + std::to_string(field.offset);
    }
    return "{'names': [" + names + "], 'formats': [" + formats + "], 'offsets': [" + offsets +
           "], 'itemsize': " + std::to_string(dtype.itemSize()) + "}";
}

std::string floatText(std::string text) {
    if (text == "nan")
        return "np.nan";
    if (text == "inf")
        return "np.inf";
    return text == "-inf" ? "-np.inf" : text;
}

std::string bytesLiteral(Bytes bytes) {
    constexpr char kDigits[] = "0123456789abcdef";
    std::string out = "b'";
    for (const std::byte byte : bytes) {
        const auto value = std::to_integer<unsigned>(byte);
        out += {'\\', 'x', kDigits[value >> 4], kDigits[value & 0xfU]};
    }
    return out + "'";
}

DType partOf(const DType& complex) {
    return DType::makeScalar(ScalarKind::Float, static_cast<std::uint32_t>(complex.itemSize() / 2), complex.byteOrder()).value();
}

void appendItems(std::string& out, const DType& dtype, std::span<const std::uint64_t> shape, Bytes bytes);

void appendStructure(std::string& out, const DType& dtype, Bytes item) {
    out += '(';
    for (const DTypeField& field : dtype.fields()) {
        if (field.isPadding())
            continue;
        std::uint64_t items = 1;
        for (const std::uint64_t size : field.shape)
            items *= size;
        appendItems(out, field.type, field.shape, item.subspan(field.offset, items * field.type.itemSize()));
        out += ", ";
    }
    out += ')';  // a comma before it is allowed, and needed by a single field
}

void appendItem(std::string& out, const DType& dtype, Bytes item) {
    if (dtype.isStructured()) {
        appendStructure(out, dtype, item);
        return;
    }
    const Bytes own = item.first(dtype.itemSize());
    switch (dtype.kind()) {
    case ScalarKind::Float:
        // Python's own floats are shorter than an extended one: NumPy reads the digits itself.
        out += dtype.itemSize() > 8 ? "'" + valueText(dtype, own) + "'" : floatText(valueText(dtype, own));
        return;
    case ScalarKind::Complex: {
        const DType part = partOf(dtype);
        const std::size_t half = dtype.itemSize() / 2;
        out += "complex(" + floatText(valueText(part, own.first(half))) + ", " + floatText(valueText(part, own.subspan(half))) + ")";
        return;
    }
    case ScalarKind::DateTime:
    case ScalarKind::TimeDelta: {
        // Counts of the unit are exact whatever the unit is.
        const DType count = DType::makeScalar(ScalarKind::Int, 8, dtype.byteOrder()).value();
        const std::string text = valueText(count, own);
        out += text == "-9223372036854775808" ? "'NaT'" : text;
        return;
    }
    case ScalarKind::Void: out += bytesLiteral(own); return;
    default: appendValueText(out, dtype, own); return;
    }
}

void appendItems(std::string& out, const DType& dtype, std::span<const std::uint64_t> shape, Bytes bytes) {
    if (shape.empty()) {
        appendItem(out, dtype, bytes);
        return;
    }
    out += '[';
    const std::uint64_t step = shape[0] == 0 ? 0 : bytes.size() / shape[0];
    for (std::uint64_t i = 0; i < shape[0]; ++i) {
        if (i > 0)
            out += ", ";
        appendItems(out, dtype, shape.subspan(1), bytes.subspan(i * step, step));
    }
    out += ']';
}

}  // namespace

Result<QString> numpyLiteral(const DecodedRecord& record) {
    if (record.isNull() || !record.hasBytes())
        return Status(ErrorCode::InvalidArgument, "the record's bytes are not in memory");
    const std::uint64_t count = record.elementCount();
    if (count > kMostLiteralElements) {
        return Status(ErrorCode::RecordTooLarge, "a literal of " + std::to_string(count) + " values is too long for Python to read; at most " +
                                                     std::to_string(kMostLiteralElements) + " can be copied");
    }
    const std::string dtype = dtypeText(record.dtype());
    std::string text;
    if (count == 0) {
        text = "np.zeros(" + tupleText(record.shape()) + ", dtype=" + dtype + ")";
    } else {
        text = "np.array(";
        appendItems(text, record.dtype(), record.shape(), record.bytes());
        text += ", dtype=" + dtype + ")";
    }
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace zrecord::workbench
