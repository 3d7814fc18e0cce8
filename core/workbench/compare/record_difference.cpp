#include "workbench/compare/record_difference.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "workbench/viewdata/element_reader.h"

namespace zrecord::workbench {
namespace {

using Kind = RecordDifference::Kind;
/// Difference of one element; NaN where it has none. `equal` says whether both are the same value.
using Subtract = std::function<double(std::uint64_t element, bool& equal)>;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t kCheckEvery = 1U << 16;

bool isWideInteger(const DType& dtype) {
    return !dtype.isStructured() && dtype.itemSize() == 8 && (dtype.kind() == ScalarKind::Int || dtype.kind() == ScalarKind::UInt);
}

std::uint64_t readBits(const DType& dtype, std::span<const std::byte> bytes, std::uint64_t element) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        const std::size_t place = dtype.byteOrder() == ByteOrder::Big ? i : 7 - i;
        value = value << 8 | std::to_integer<std::uint64_t>(bytes[element * 8 + place]);
    }
    return value;
}

/// Both of 64 bits and of one signedness: the difference of the bit patterns is exact, and its sign is known.
Subtract subtractWide(const DecodedRecord& a, const DecodedRecord& b) {
    return [&a, &b, isSigned = a.dtype().kind() == ScalarKind::Int](std::uint64_t element, bool& equal) {
        const std::uint64_t x = readBits(a.dtype(), a.bytes(), element);
        const std::uint64_t y = readBits(b.dtype(), b.bytes(), element);
        equal = x == y;
        const bool up = isSigned ? static_cast<std::int64_t>(y) >= static_cast<std::int64_t>(x) : y >= x;
        return up ? static_cast<double>(y - x) : -static_cast<double>(x - y);
    };
}

double difference(double x, double y, bool& equal) {
    equal = x == y || (std::isnan(x) && std::isnan(y));
    if (equal)
        return 0;
    return std::isfinite(x) && std::isfinite(y) ? y - x : kNone;
}

Subtract subtractReal(const DecodedRecord& a, const DecodedRecord& b, const ElementReader& readA, const ElementReader& readB) {
    return [&a, &b, readA, readB](std::uint64_t element, bool& equal) {
        return difference(readA.at(a.bytes(), element * readA.itemSize()), readB.at(b.bytes(), element * readB.itemSize()), equal);
    };
}

Subtract subtractComplex(const DecodedRecord& a, const DecodedRecord& b) {
    const auto part = [](const DecodedRecord& record, ComplexPart which) {
        const bool complex = record.dtype().kind() == ScalarKind::Complex;
        return complex || which == ComplexPart::Real ? ElementReader::create(record.dtype(), which) : std::nullopt;
    };
    return [&a, &b, realA = *part(a, ComplexPart::Real), realB = *part(b, ComplexPart::Real), imaginaryA = part(a, ComplexPart::Imaginary),
            imaginaryB = part(b, ComplexPart::Imaginary)](std::uint64_t element, bool& equal) {
        const auto at = [element](const DecodedRecord& record, const std::optional<ElementReader>& reader) {
            return reader ? reader->at(record.bytes(), element * record.dtype().itemSize()) : 0.0;
        };
        bool realEqual = false;
        bool imaginaryEqual = false;
        const double real = difference(at(a, realA), at(b, realB), realEqual);
        const double imaginary = difference(at(a, imaginaryA), at(b, imaginaryB), imaginaryEqual);
        equal = realEqual && imaginaryEqual;
        return std::isnan(real) || std::isnan(imaginary) ? kNone : std::hypot(real, imaginary);
    };
}

std::optional<Subtract> subtraction(const DecodedRecord& a, const DecodedRecord& b) {
    const auto readA = ElementReader::create(a.dtype());
    const auto readB = ElementReader::create(b.dtype());
    if (!readA || !readB)
        return std::nullopt;
    if (a.dtype().kind() == ScalarKind::Complex || b.dtype().kind() == ScalarKind::Complex)
        return subtractComplex(a, b);
    if (isWideInteger(a.dtype()) && isWideInteger(b.dtype()) && a.dtype().kind() == b.dtype().kind())
        return subtractWide(a, b);
    return subtractReal(a, b, *readA, *readB);
}

double peakOf(const DecodedRecord& record) {
    const DType& dtype = record.dtype();
    if (dtype.kind() == ScalarKind::Bool)
        return 1;
    if ((dtype.kind() == ScalarKind::UInt || dtype.kind() == ScalarKind::Int) && dtype.itemSize() <= 2)
        return dtype.itemSize() == 1 ? 255 : 65'535;
    const auto reader = ElementReader::create(dtype);
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (std::uint64_t i = 0; i < record.elementCount(); ++i) {
        const double value = reader->at(record.bytes(), i * reader->itemSize());
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    return high > low ? high - low : 0;
}

void compareEquality(RecordDifference& result, const DecodedRecord& a, const DecodedRecord& b) {
    const std::uint64_t size = a.dtype().itemSize();
    for (std::uint64_t i = 0; i < result.elements; ++i) {
        if (std::memcmp(a.bytes().data() + i * size, b.bytes().data() + i * size, size) == 0)
            ++result.equal;
    }
}

/// Sums in long double, so that 2^31 squares lose nothing that shows.
bool compareNumbers(RecordDifference& result, const DecodedRecord& a, const Subtract& subtract, const std::stop_token& stop) {
    auto storage = std::make_shared<RecordStorage>();
    storage->dtype = DType::makeScalar(ScalarKind::Float, 8).value();
    storage->dimensions.assign(a.shape().begin(), a.shape().end());
    storage->byteCount = result.elements * 8;
    storage->bytes = std::make_unique<std::byte[]>(storage->byteCount);
    long double sum = 0, absolute = 0, squares = 0;
    std::uint64_t counted = 0;
    for (std::uint64_t i = 0; i < result.elements; ++i) {
        if (i % kCheckEvery == 0 && stop.stop_requested())
            return false;
        bool equal = false;
        const double value = subtract(i, equal);
        std::memcpy(storage->bytes.get() + i * 8, &value, 8);
        result.equal += equal ? 1 : 0;
        if (std::isnan(value)) {
            ++result.unlike;
            continue;
        }
        ++counted;
        sum += value;
        absolute += std::abs(value);
        squares += static_cast<long double>(value) * value;
        if (std::abs(value) > result.maximum) {
            result.maximum = std::abs(value);
            result.maximumElement = i;
        }
    }
    if (counted > 0) {
        const auto count = static_cast<long double>(counted);
        result.mean = static_cast<double>(sum / count);
        result.meanAbsolute = static_cast<double>(absolute / count);
        result.rootMeanSquare = static_cast<double>(std::sqrt(squares / count));
    }
    const std::span<const std::byte> bytes(storage->bytes.get(), storage->byteCount);
    const std::span<const std::uint64_t> dimensions(storage->dimensions);
    const std::uint64_t size = storage->byteCount;
    result.difference = DecodedRecord(std::move(storage), dimensions, bytes, size);
    return true;
}

}  // namespace

RecordDifference compareRecords(const DecodedRecord& reference, const DecodedRecord& other, const std::stop_token& stop) {
    RecordDifference result;
    if (!std::ranges::equal(reference.shape(), other.shape()))
        return result;
    result.elements = reference.elementCount();
    const auto subtract = subtraction(reference, other);
    if (!subtract) {
        result.kind = reference.dtype() == other.dtype() ? Kind::Equality : Kind::OtherType;
        if (result.kind == Kind::Equality)
            compareEquality(result, reference, other);
        return result;
    }
    result.kind = compareNumbers(result, reference, *subtract, stop) ? Kind::Numbers : Kind::Cancelled;
    if (result.kind == Kind::Numbers) {
        result.peak = peakOf(reference);
        result.psnr = result.unlike > 0            ? kNone
                      : result.rootMeanSquare == 0 ? std::numeric_limits<double>::infinity()
                                                   : 20 * std::log10(result.peak / result.rootMeanSquare);
    }
    return result;
}

}  // namespace zrecord::workbench
