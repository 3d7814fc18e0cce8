#include "workbench/viewdata/element_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace zrecord::workbench {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

template <std::size_t Size, bool Big>
std::array<std::byte, Size> nativeBytes(const std::byte* from) {
    std::array<std::byte, Size> bytes;
    std::memcpy(bytes.data(), from, Size);
    if constexpr (Big != (std::endian::native == std::endian::big))
        std::reverse(bytes.begin(), bytes.end());
    return bytes;
}

template <typename T, bool Big>
double readNumber(const std::byte* from) {
    return static_cast<double>(std::bit_cast<T>(nativeBytes<sizeof(T), Big>(from)));
}

double readBool(const std::byte* from) {
    return *from == std::byte{0} ? 0.0 : 1.0;
}

template <bool Big>
double readTime(const std::byte* from) {
    const auto count = std::bit_cast<std::int64_t>(nativeBytes<8, Big>(from));
    return count == std::numeric_limits<std::int64_t>::min() ? kNan : static_cast<double>(count);
}

/// IEEE half: 1 sign, 5 exponent, 10 fraction bits.
template <bool Big>
double readHalf(const std::byte* from) {
    const auto bits = std::bit_cast<std::uint16_t>(nativeBytes<2, Big>(from));
    const int exponent = (bits >> 10) & 0x1f;
    const int fraction = bits & 0x3ff;
    double value = 0.0;
    if (exponent == 0x1f)
        value = fraction != 0 ? kNan : std::numeric_limits<double>::infinity();
    else if (exponent == 0)
        value = std::ldexp(fraction, -24);
    else
        value = std::ldexp(0x400 + fraction, exponent - 25);
    return (bits & 0x8000) != 0 ? -value : value;
}

/// x87 extended in 16 bytes, as NumPy stores it on x86: 64 bits of significand, then sign and exponent.
template <bool Big>
double readExtended(const std::byte* from) {
    std::array<std::byte, 16> bytes;
    std::memcpy(bytes.data(), from, bytes.size());
    if constexpr (Big)
        std::reverse(bytes.begin(), bytes.end());
    std::uint64_t significand = 0;
    std::uint64_t high = 0;
    for (std::size_t i = 8; i-- > 0;)
        significand = significand << 8 | std::to_integer<std::uint64_t>(bytes[i]);
    high = std::to_integer<std::uint64_t>(bytes[9]) << 8 | std::to_integer<std::uint64_t>(bytes[8]);
    const int exponent = static_cast<int>(high & 0x7fff);
    double value = 0.0;
    if (exponent == 0x7fff)
        value = (significand << 1) != 0 ? kNan : std::numeric_limits<double>::infinity();
    else
        value = std::ldexp(static_cast<double>(significand), std::max(exponent, 1) - 16383 - 63);
    return (high & 0x8000) != 0 ? -value : value;
}

template <ElementReader::Read Part, std::size_t PartSize>
double readMagnitude(const std::byte* from) {
    return std::hypot(Part(from), Part(from + PartSize));
}

template <ElementReader::Read Part, std::size_t PartSize>
double readPhase(const std::byte* from) {
    return std::atan2(Part(from + PartSize), Part(from));
}

template <ElementReader::Read Part, std::size_t PartSize>
double readSecond(const std::byte* from) {
    return Part(from + PartSize);
}

template <ElementReader::Read Part, std::size_t PartSize>
ElementReader::Read partReader(ComplexPart part) {
    switch (part) {
    case ComplexPart::Magnitude: return readMagnitude<Part, PartSize>;
    case ComplexPart::Phase: return readPhase<Part, PartSize>;
    case ComplexPart::Real: return Part;
    case ComplexPart::Imaginary: return readSecond<Part, PartSize>;
    }
    return nullptr;
}

template <bool Big>
ElementReader::Read signedReader(std::uint64_t size) {
    switch (size) {
    case 1: return readNumber<std::int8_t, Big>;
    case 2: return readNumber<std::int16_t, Big>;
    case 4: return readNumber<std::int32_t, Big>;
    case 8: return readNumber<std::int64_t, Big>;
    default: return nullptr;
    }
}

template <bool Big>
ElementReader::Read unsignedReader(std::uint64_t size) {
    switch (size) {
    case 1: return readNumber<std::uint8_t, Big>;
    case 2: return readNumber<std::uint16_t, Big>;
    case 4: return readNumber<std::uint32_t, Big>;
    case 8: return readNumber<std::uint64_t, Big>;
    default: return nullptr;
    }
}

template <bool Big>
ElementReader::Read floatReader(std::uint64_t size) {
    switch (size) {
    case 2: return readHalf<Big>;
    case 4: return readNumber<float, Big>;
    case 8: return readNumber<double, Big>;
    case 16: return readExtended<Big>;
    default: return nullptr;
    }
}

template <bool Big>
ElementReader::Read complexReader(std::uint64_t size, ComplexPart part) {
    switch (size) {
    case 8: return partReader<readNumber<float, Big>, 4>(part);
    case 16: return partReader<readNumber<double, Big>, 8>(part);
    case 32: return partReader<readExtended<Big>, 16>(part);
    default: return nullptr;
    }
}

template <bool Big>
ElementReader::Read readerFor(ScalarKind kind, std::uint64_t size, ComplexPart part) {
    switch (kind) {
    case ScalarKind::Bool: return readBool;
    case ScalarKind::Int: return signedReader<Big>(size);
    case ScalarKind::UInt: return unsignedReader<Big>(size);
    case ScalarKind::Float: return floatReader<Big>(size);
    case ScalarKind::Complex: return complexReader<Big>(size, part);
    case ScalarKind::DateTime:
    case ScalarKind::TimeDelta: return size == 8 ? readTime<Big> : nullptr;
    case ScalarKind::Bytes:
    case ScalarKind::Unicode:
    case ScalarKind::Void: return nullptr;
    }
    return nullptr;
}

}  // namespace

std::optional<ElementReader> ElementReader::create(const DType& dtype, ComplexPart part) {
    if (dtype.isStructured())
        return std::nullopt;
    const Read read = dtype.byteOrder() == ByteOrder::Big ? readerFor<true>(dtype.kind(), dtype.itemSize(), part)
                                                          : readerFor<false>(dtype.kind(), dtype.itemSize(), part);
    if (!read)
        return std::nullopt;
    return ElementReader(read, dtype.itemSize(), dtype.kind() == ScalarKind::UInt && dtype.itemSize() == 1);
}

}  // namespace zrecord::workbench
