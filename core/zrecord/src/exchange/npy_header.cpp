#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "base/checked_math.h"
#include "base/little_endian.h"
#include "base/python_literal.h"
#include "base/utf8.h"
#include "exchange/byte_stream.h"
#include "zrecord/npy_file.h"

namespace zrecord {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kVersionAt = 6;
constexpr std::size_t kLengthAt = 8;
constexpr std::size_t kAlignment = 64;
/// NumPy leaves room for the first dimension to grow to that many digits in place.
constexpr std::size_t kGrowthDigits = 21;

Status badHeader(std::size_t offset, std::string what)
{
    return badInput({}, offset, "the npy header cannot be read: " + std::move(what));
}

struct Preamble {
    unsigned version = 0;
    std::size_t textAt = 0;
    std::size_t textBytes = 0;
};

Result<Preamble> readPreamble(std::span<const std::byte> bytes)
{
    const auto* text = reinterpret_cast<const char*>(bytes.data());
    if (bytes.size() < kLengthAt || std::string_view(text, kMagic.size()) != kMagic)
        return badHeader(0, "the file does not begin with \\x93NUMPY and a version");
    Preamble preamble;
    preamble.version = std::to_integer<unsigned>(bytes[kVersionAt]);
    const auto minor = std::to_integer<unsigned>(bytes[kVersionAt + 1]);
    if (preamble.version < 1 || preamble.version > 3 || minor != 0)
        return badHeader(kVersionAt, "format version " + std::to_string(preamble.version) + "." + std::to_string(minor) +
                                         " is unknown; 1.0, 2.0 and 3.0 are read");
    preamble.textAt = kLengthAt + (preamble.version == 1 ? 2 : 4);
    if (bytes.size() < preamble.textAt)
        return badHeader(bytes.size(), "the file ends too early");
    preamble.textBytes = preamble.version == 1 ? loadLittleEndian<std::uint16_t>(bytes.data() + kLengthAt)
                                               : loadLittleEndian<std::uint32_t>(bytes.data() + kLengthAt);
    if (preamble.textBytes > kMaxNpyHeaderText)
        return badHeader(kLengthAt, "its text has " + std::to_string(preamble.textBytes) + " bytes, the limit is " +
                                        std::to_string(kMaxNpyHeaderText));
    if (bytes.size() - preamble.textAt < preamble.textBytes)
        return badHeader(bytes.size(), "the file ends too early");
    return preamble;
}

Result<Shape> readShape(const PythonLiteral& literal, std::size_t offset)
{
    if (literal.kind != PythonLiteral::Kind::Tuple)
        return badHeader(offset, "'shape' is not a tuple");
    Shape shape;
    for (const PythonLiteral& item : literal.items) {
        if (item.kind != PythonLiteral::Kind::Integer || item.integer > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return badHeader(offset, "'shape' holds something that is not a dimension");
        shape.push_back(item.integer);
    }
    return shape;
}

}  // namespace

Result<std::uint64_t> NpyHeader::dataBytes() const
{
    ZR_ASSIGN_OR_RETURN(const std::uint64_t count, elementCount(shape));
    const auto bytes = checkedMultiply(count, dtype.itemSize());
    if (!bytes || *bytes > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return Status(ErrorCode::InvalidArgument, "an array of shape " + shapeText(shape) + " has more bytes than 63 bits can count");
    return *bytes;
}

Result<NpyHeader> parseNpyHeader(std::span<const std::byte> bytes)
{
    ZR_ASSIGN_OR_RETURN(const Preamble preamble, readPreamble(bytes));
    const std::string_view raw(reinterpret_cast<const char*>(bytes.data()) + preamble.textAt, preamble.textBytes);
    const std::string text = preamble.version == 3 ? std::string(raw) : latin1ToUtf8(raw);
    const auto parsed = parsePythonLiteral(text);
    if (!parsed)
        return badHeader(preamble.textAt, std::string(parsed.status().what()));
    const PythonLiteral* descr = parsed->find("descr");
    const PythonLiteral* order = parsed->find("fortran_order");
    const PythonLiteral* shape = parsed->find("shape");
    if (!descr || !order || !shape || parsed->items.size() != 6)
        return badHeader(preamble.textAt, "it must have exactly the keys 'descr', 'fortran_order' and 'shape'");
    if (order->kind != PythonLiteral::Kind::Bool)
        return badHeader(preamble.textAt, "'fortran_order' is neither True nor False");
    NpyHeader header;
    header.fortranOrder = order->boolean;
    header.headerBytes = preamble.textAt + preamble.textBytes;
    ZR_ASSIGN_OR_RETURN(header.shape, readShape(*shape, preamble.textAt));
    auto dtype = DType::parse(std::string_view(text).substr(descr->begin, descr->end - descr->begin));
    if (!dtype) {
        const Status inner = std::move(dtype).status();
        return Status(ErrorCode::BadFormat, "the dtype of the array cannot be used: " + std::string(inner.what()))
            .withFile("", preamble.textAt)
            .withRemedy(inner.remedy());
    }
    header.dtype = std::move(dtype).value();
    if (const auto size = header.dataBytes(); !size)
        return badHeader(preamble.textAt, std::string(size.status().what()));
    return header;
}

Result<std::vector<std::byte>> makeNpyHeader(const DType& dtype, std::span<const std::uint64_t> shape)
{
    std::string text = "{'descr': " + (dtype.isStructured() ? dtype.descr() : pythonQuoted(dtype.str())) +
                       ", 'fortran_order': False, 'shape': " + shapeText(shape) + ", }";
    if (!shape.empty()) {
        const std::size_t digits = std::to_string(shape.front()).size();
        text.append(kGrowthDigits - std::min(digits, kGrowthDigits), ' ');
    }
    char version = 1;
    if (auto latin1 = utf8ToLatin1(text))
        text = std::move(*latin1);
    else
        version = 3;
    std::string head(kMagic);
    head += version;
    head += '\0';
    const std::size_t before = head.size() + (version == 1 ? 2 : 4);
    text.append(kAlignment - (before + text.size() + 1) % kAlignment, ' ');
    text += '\n';
    if (text.size() > kMaxNpyHeaderText)
        return Status(ErrorCode::Unsupported, "the dtype has too many fields for the header of an npy file")
            .withRemedy("Export as raw instead.");
    std::array<std::byte, 4> length{};
    storeLittleEndian<std::uint32_t>(length.data(), static_cast<std::uint32_t>(text.size()));
    head.append(reinterpret_cast<const char*>(length.data()), version == 1 ? 2 : 4);
    head += text;
    const auto bytes = std::as_bytes(std::span(head));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
}

}  // namespace zrecord
