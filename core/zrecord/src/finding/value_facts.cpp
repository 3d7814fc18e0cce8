#include <algorithm>
#include <cmath>
#include <type_traits>

#include "values/float_text.h"
#include "values/scalar_reader.h"
#include "zrecord/record_facts.h"

namespace zrecord {
namespace {

/// Reads element after element of one type; a half is a number of its own only here.
struct HalfBits {
    std::uint16_t bits;
};

template <typename T>
class Elements {
public:
    /// Sums of 8-byte values need more than a double: a square of 1e300 is none.
    using Sum = std::conditional_t<std::is_same_v<T, HalfBits> || sizeof(T) < 8, double, long double>;

    Elements(std::span<const std::byte> bytes, bool swapped) : m_bytes(bytes), m_swapped(swapped) {}

    [[nodiscard]] std::size_t count() const { return m_bytes.size() / sizeof(T); }
    [[nodiscard]] auto at(std::size_t i) const
    {
        const auto raw = readScalar<T>(m_bytes.subspan(i * sizeof(T), sizeof(T)), m_swapped);
        if constexpr (std::is_same_v<T, HalfBits>)
            return halfToDouble(raw.bits);
        else
            return raw;
    }

private:
    std::span<const std::byte> m_bytes;
    bool m_swapped;
};

/// Integers: every value is finite, and small ones add up exactly.
template <typename T>
void measureIntegers(const Elements<T>& elements, RecordFacts& facts)
{
    using Sum = typename Elements<T>::Sum;
    const std::size_t count = elements.count();
    T low = elements.at(0);
    T high = low;
    Sum sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const T value = elements.at(i);
        low = std::min(low, value);
        high = std::max(high, value);
        sum += static_cast<Sum>(value);
    }
    const Sum mean = sum / static_cast<Sum>(count);
    Sum squares = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Sum distance = static_cast<Sum>(elements.at(i)) - mean;
        squares += distance * distance;
    }
    facts.min = static_cast<double>(low);
    facts.max = static_cast<double>(high);
    facts.mean = static_cast<double>(mean);
    facts.std = static_cast<double>(std::sqrt(squares / static_cast<Sum>(count)));
}

template <typename T>
void measureFloats(const Elements<T>& elements, RecordFacts& facts)
{
    using Sum = typename Elements<T>::Sum;
    const std::size_t count = elements.count();
    std::uint64_t finite = 0;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    Sum sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = static_cast<double>(elements.at(i));
        if (std::isnan(value)) {
            ++facts.nanCount;
        } else if (std::isinf(value)) {
            ++facts.infinityCount;
        } else {
            ++finite;
            low = std::min(low, value);
            high = std::max(high, value);
            sum += static_cast<Sum>(value);
        }
    }
    if (finite == 0)
        return;
    const Sum mean = sum / static_cast<Sum>(finite);
    Sum squares = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = static_cast<double>(elements.at(i));
        if (std::isfinite(value)) {
            const Sum distance = static_cast<Sum>(value) - mean;
            squares += distance * distance;
        }
    }
    facts.min = low;
    facts.max = high;
    facts.mean = static_cast<double>(mean);
    facts.std = static_cast<double>(std::sqrt(squares / static_cast<Sum>(finite)));
}

template <typename T>
RecordFacts measure(std::span<const std::byte> bytes, bool swapped)
{
    const Elements<T> elements(bytes, swapped);
    RecordFacts facts;
    facts.elements = elements.count();
    if (facts.elements == 0)
        return facts;
    if constexpr (std::is_integral_v<T>)
        measureIntegers(elements, facts);
    else
        measureFloats(elements, facts);
    if (facts.elements == 1)
        facts.value = static_cast<double>(elements.at(0));
    return facts;
}

RecordFacts measureBySize(const DType& dtype, std::span<const std::byte> bytes)
{
    const bool swapped = isForeignOrder(dtype);
    const bool isSigned = dtype.kind() == ScalarKind::Int;
    if (dtype.kind() == ScalarKind::Float) {
        switch (dtype.itemSize()) {
        case 2: return measure<HalfBits>(bytes, swapped);
        case 4: return measure<float>(bytes, swapped);
        default: return measure<double>(bytes, swapped);
        }
    }
    switch (dtype.itemSize()) {
    case 1: return isSigned ? measure<std::int8_t>(bytes, swapped) : measure<std::uint8_t>(bytes, swapped);
    case 2: return isSigned ? measure<std::int16_t>(bytes, swapped) : measure<std::uint16_t>(bytes, swapped);
    case 4: return isSigned ? measure<std::int32_t>(bytes, swapped) : measure<std::uint32_t>(bytes, swapped);
    default: return isSigned ? measure<std::int64_t>(bytes, swapped) : measure<std::uint64_t>(bytes, swapped);
    }
}

}  // namespace

bool hasStatistics(const DType& dtype)
{
    switch (dtype.kind()) {
    case ScalarKind::Bool:
    case ScalarKind::Int:
    case ScalarKind::UInt: return dtype.itemSize() <= 8;
    case ScalarKind::Float: return dtype.itemSize() <= 8;
    default: return false;
    }
}

RecordFacts valueFacts(const DType& dtype, std::span<const std::byte> bytes)
{
    RecordFacts facts;
    if (hasStatistics(dtype))
        facts = measureBySize(dtype, bytes);
    facts.elements = bytes.size() / dtype.itemSize();
    facts.plainBytes = bytes.size();
    return facts;
}

}  // namespace zrecord
