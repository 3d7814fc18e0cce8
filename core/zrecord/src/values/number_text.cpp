#include "values/number_text.h"

#include <cfloat>
#include <charconv>
#include <cstdint>

#include "values/float_text.h"
#include "values/scalar_reader.h"

namespace zrecord {
namespace {

template <typename T>
void appendInteger(std::string& out, std::span<const std::byte> item, bool swapped)
{
    char buffer[24];
    const auto written = std::to_chars(buffer, buffer + sizeof buffer, readScalar<T>(item, swapped));
    out.append(buffer, written.ptr);
}

/// x87 extended precision: ten bytes of value, padded to 12 or 16 bytes on disk.
bool appendExtended(std::string& out, std::span<const std::byte> item, bool swapped)
{
#if LDBL_MANT_DIG == 64
    constexpr std::size_t kValueBytes = 10;
    std::array<std::byte, kValueBytes> raw;
    if (swapped)
        std::reverse_copy(item.end() - kValueBytes, item.end(), raw.begin());
    else
        std::copy_n(item.begin(), kValueBytes, raw.begin());
    long double value = 0;
    std::memcpy(&value, raw.data(), kValueBytes);
    appendFloatText(out, value);
    return true;
#else
    static_cast<void>(out);
    static_cast<void>(item);
    static_cast<void>(swapped);
    return false;
#endif
}

}  // namespace

void appendIntegerText(std::string& out, std::span<const std::byte> item, bool isSigned, bool swapped)
{
    switch (item.size()) {
    case 1:
        return isSigned ? appendInteger<std::int8_t>(out, item, swapped) : appendInteger<std::uint8_t>(out, item, swapped);
    case 2:
        return isSigned ? appendInteger<std::int16_t>(out, item, swapped) : appendInteger<std::uint16_t>(out, item, swapped);
    case 4:
        return isSigned ? appendInteger<std::int32_t>(out, item, swapped) : appendInteger<std::uint32_t>(out, item, swapped);
    default:
        return isSigned ? appendInteger<std::int64_t>(out, item, swapped) : appendInteger<std::uint64_t>(out, item, swapped);
    }
}

bool appendFloatItem(std::string& out, std::span<const std::byte> item, bool swapped)
{
    switch (item.size()) {
    case 2:
        appendHalfText(out, readScalar<std::uint16_t>(item, swapped));
        return true;
    case 4:
        appendFloatText(out, readScalar<float>(item, swapped));
        return true;
    case 8:
        appendFloatText(out, readScalar<double>(item, swapped));
        return true;
    default:
        return (item.size() == 12 || item.size() == 16) && appendExtended(out, item, swapped);
    }
}

}  // namespace zrecord
