#include "samples/unix_compress.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace zrecord {
namespace {

constexpr unsigned kFirstWidth = 9;
constexpr unsigned kWidestCode = 16;
constexpr std::uint32_t kClearCode = 256;

/// Codes with the lowest bit first. They come in groups of eight; whoever changes the width skips the rest of a group.
class CodeReader {
public:
    explicit CodeReader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    [[nodiscard]] bool hasNext() const { return m_bit + m_width <= m_bytes.size() * 8; }

    std::uint32_t next()
    {
        std::uint32_t code = 0;
        for (unsigned got = 0; got < m_width;) {
            const unsigned inByte = static_cast<unsigned>(m_bit % 8);
            const unsigned take = std::min(8 - inByte, m_width - got);
            const auto part = (std::to_integer<std::uint32_t>(m_bytes[m_bit / 8]) >> inByte) & ((1U << take) - 1);
            code |= part << got;
            got += take;
            m_bit += take;
        }
        return code;
    }

    void setWidth(unsigned width)
    {
        const std::size_t group = std::size_t{m_width} * 8;
        m_bit = m_groupStart + (m_bit - m_groupStart + group - 1) / group * group;
        m_groupStart = m_bit;
        m_width = width;
    }

    [[nodiscard]] unsigned width() const { return m_width; }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_bit = 0;
    std::size_t m_groupStart = 0;
    unsigned m_width = kFirstWidth;
};

/// The table of strings: each entry is an earlier one and a last byte.
class LzwDecoder {
public:
    LzwDecoder(std::span<const std::byte> codes, unsigned widest, bool canClear)
        : m_reader(codes), m_widest(widest), m_canClear(canClear), m_prefix(std::size_t{1} << widest), m_last(std::size_t{1} << widest)
    {
        for (std::uint32_t i = 0; i < 256; ++i)
            m_last[i] = static_cast<char>(i);
        clear();
    }

    Result<std::string> decode(std::size_t limit)
    {
        std::string text;
        while (true) {
            if (m_free > (std::uint32_t{1} << m_reader.width()) - 1 && m_reader.width() < m_widest)
                m_reader.setWidth(m_reader.width() + 1);
            if (!m_reader.hasNext())
                return text;
            const std::uint32_t code = m_reader.next();
            if (code == kClearCode && m_canClear) {
                m_reader.setWidth(kFirstWidth);
                clear();
                continue;
            }
            if (!append(text, code) || text.size() > limit)
                return Status(ErrorCode::BadFormat, "the compressed text is damaged");
        }
    }

private:
    void clear()
    {
        m_free = m_canClear ? kClearCode + 1 : kClearCode;
        m_hasPrevious = false;
    }

    /// False for a code that cannot stand here.
    bool append(std::string& text, std::uint32_t code)
    {
        // The one code that is not in the table yet: the previous string followed by its own first byte.
        const bool unknown = code >= m_free;
        if (unknown && (code > m_free || !m_hasPrevious))
            return false;
        if (!m_hasPrevious && code >= 256)
            return false;
        const std::size_t begin = text.size();
        for (std::uint32_t at = unknown ? m_previous : code;; at = m_prefix[at]) {
            text += m_last[at];
            if (at < 256)
                break;
        }
        std::reverse(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end());
        const char first = text[begin];
        if (unknown)
            text += first;
        if (m_hasPrevious && m_free < m_prefix.size()) {
            m_prefix[m_free] = static_cast<std::uint16_t>(m_previous);
            m_last[m_free] = first;
            ++m_free;
        }
        m_previous = code;
        m_hasPrevious = true;
        return true;
    }

    CodeReader m_reader;
    unsigned m_widest;
    bool m_canClear;
    std::vector<std::uint16_t> m_prefix;
    std::vector<char> m_last;
    std::uint32_t m_free = 0;
    std::uint32_t m_previous = 0;
    bool m_hasPrevious = false;
};

}  // namespace

Result<std::string> decodeUnixCompress(std::span<const std::byte> stream, std::size_t limit)
{
    constexpr std::size_t kHeader = 3;
    if (stream.size() < kHeader || stream[0] != std::byte{0x1f} || stream[1] != std::byte{0x9d})
        return Status(ErrorCode::BadFormat, "this is not the output of compress");
    const auto flags = std::to_integer<unsigned>(stream[2]);
    const unsigned widest = flags & 0x1f;
    if (widest < kFirstWidth || widest > kWidestCode)
        return Status(ErrorCode::BadFormat, "compress codes of " + std::to_string(widest) + " bits do not exist");
    return LzwDecoder(stream.subspan(kHeader), widest, (flags & 0x80) != 0).decode(limit);
}

}  // namespace zrecord
