#include "workbench/viewdata/hex_layout.h"

#include <algorithm>

namespace zrecord::workbench {
namespace {

constexpr int kFewestDigits = 8;

QChar hexDigit(unsigned value) {
    return QChar(static_cast<char16_t>(value < 10 ? u'0' + value : u'a' + value - 10));
}

}  // namespace

HexLayout::HexLayout(std::uint64_t byteCount, unsigned bytesPerRow)
    : m_byteCount(byteCount), m_bytesPerRow(std::max(1U, bytesPerRow)), m_offsetDigits(kFewestDigits) {
    const std::uint64_t last = byteCount == 0 ? 0 : byteCount - 1;
    while (m_offsetDigits < 16 && last >> (4 * m_offsetDigits) != 0)
        ++m_offsetDigits;
}

std::uint64_t HexLayout::rowCount() const noexcept {
    return m_byteCount / m_bytesPerRow + (m_byteCount % m_bytesPerRow != 0 ? 1 : 0);
}

QString HexLayout::offsetText(std::uint64_t row) const {
    return QStringLiteral("%1").arg(static_cast<qulonglong>(row * m_bytesPerRow), m_offsetDigits, 16, QLatin1Char('0'));
}

std::span<const std::byte> HexLayout::rowBytes(std::span<const std::byte> bytes, std::uint64_t row) const {
    const std::uint64_t from = row * m_bytesPerRow;
    if (from >= bytes.size())
        return {};
    return bytes.subspan(from, std::min<std::uint64_t>(m_bytesPerRow, bytes.size() - from));
}

QString HexLayout::hexText(std::span<const std::byte> bytes, std::uint64_t row) const {
    QString text;
    text.reserve(static_cast<qsizetype>(m_bytesPerRow) * 3);
    for (const std::byte byte : rowBytes(bytes, row)) {
        if (!text.isEmpty())
            text += u' ';
        text += hexDigit(std::to_integer<unsigned>(byte) >> 4);
        text += hexDigit(std::to_integer<unsigned>(byte) & 15U);
    }
    return text;
}

QString HexLayout::characterText(std::span<const std::byte> bytes, std::uint64_t row) const {
    QString text;
    for (const std::byte byte : rowBytes(bytes, row)) {
        const auto code = std::to_integer<char16_t>(byte);
        text += code >= 0x20 && code < 0x7f ? QChar(code) : QChar(u'.');
    }
    return text;
}

}  // namespace zrecord::workbench
