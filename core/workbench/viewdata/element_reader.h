#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <zrecord/dtype.h>

namespace zrecord::workbench {

/// Which number of a complex one is drawn. The phase is in radians, −π … π.
enum class ComplexPart { Magnitude, Phase, Real, Imaginary };

/// Reads the numbers of a record as doubles, whatever their type and byte order: bool, integers, f2, f4, f8, long double
/// (x87), complex (one part), dates as their counts. Pictures and ranges use it; exact text is value_text's matter.
class ElementReader {
public:
    /// Nothing for types without one number an element: text, void, structured, unknown float sizes.
    static std::optional<ElementReader> create(const DType& dtype, ComplexPart part = ComplexPart::Magnitude);

    [[nodiscard]] std::uint64_t itemSize() const noexcept { return m_itemSize; }
    /// Element at byte `offset`; NaT reads as NaN. `bytes` holds at least offset + itemSize().
    [[nodiscard]] double at(std::span<const std::byte> bytes, std::uint64_t offset) const { return m_read(bytes.data() + offset); }
    /// True for one-byte unsigned integers: the pixel is the byte.
    [[nodiscard]] bool isByte() const noexcept { return m_isByte; }

    using Read = double (*)(const std::byte*);

private:
    ElementReader(Read read, std::uint64_t itemSize, bool isByte) : m_read(read), m_itemSize(itemSize), m_isByte(isByte) {}
    Read m_read;
    std::uint64_t m_itemSize;
    bool m_isByte;
};

}  // namespace zrecord::workbench
