#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <QString>

namespace zrecord::workbench {

/// Rows of a hex view: 64-bit offset, bytes in hex, printable characters. Value type, any thread.
class HexLayout {
public:
    explicit HexLayout(std::uint64_t byteCount, unsigned bytesPerRow = 16);

    [[nodiscard]] std::uint64_t byteCount() const noexcept { return m_byteCount; }
    [[nodiscard]] unsigned bytesPerRow() const noexcept { return m_bytesPerRow; }
    [[nodiscard]] std::uint64_t rowCount() const noexcept;
    [[nodiscard]] std::uint64_t rowOf(std::uint64_t byte) const noexcept { return byte / m_bytesPerRow; }
    [[nodiscard]] QString offsetText(std::uint64_t row) const;  ///< as many hex digits as the last offset needs, at least 8
    [[nodiscard]] QString hexText(std::span<const std::byte> bytes, std::uint64_t row) const;
    [[nodiscard]] QString characterText(std::span<const std::byte> bytes, std::uint64_t row) const;  ///< '.' for the rest

private:
    std::span<const std::byte> rowBytes(std::span<const std::byte> bytes, std::uint64_t row) const;

    std::uint64_t m_byteCount;
    unsigned m_bytesPerRow;
    int m_offsetDigits;
};

}  // namespace zrecord::workbench
