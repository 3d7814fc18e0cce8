#include <algorithm>
#include <utility>
#include <vector>

#include "values/text_escape.h"
#include "zrecord/value_text.h"

namespace zrecord {
namespace {

/// Characters as a terminal counts them: bytes that begin a code point.
std::size_t displayWidth(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// Lays an array out in two passes over the same walk: the first finds the widest item, the second writes.
class ArrayLayout {
public:
    ArrayLayout(const DType& dtype, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes, const ArrayTextOptions& options)
        : m_dtype(dtype), m_bytes(bytes), m_edge(std::max<std::uint64_t>(options.edgeItems, 1))
    {
        const std::uint64_t count = elementCount(shape).value();
        m_shorten = options.threshold != 0 && count > options.threshold;
        m_shape.assign(shape.begin(), shape.end());
        m_strides.assign(shape.size(), static_cast<std::size_t>(dtype.itemSize()));
        for (std::size_t d = shape.size(); d-- > 1;)
            m_strides[d - 1] = m_strides[d] * static_cast<std::size_t>(shape[d]);
    }

    std::string text()
    {
        walk(0, 0, [&](std::size_t at) { m_width = std::max(m_width, displayWidth(item(at))); });
        write(0, 0);
        return std::move(m_out);
    }

private:
    std::string item(std::size_t at) const { return valueText(m_dtype, m_bytes.subspan(at)); }
    bool isShortened(std::uint64_t extent) const { return m_shorten && extent > 2 * m_edge; }

    /// Calls visit(i) for the positions of one dimension that are shown, gap() where some are left out.
    template <typename Visit, typename Gap>
    void eachShown(std::uint64_t extent, const Visit& visit, const Gap& gap) const
    {
        for (std::uint64_t i = 0; i < extent; ++i) {
            if (isShortened(extent) && i == m_edge) {
                gap();
                i = extent - m_edge;
            }
            visit(i);
        }
    }

    template <typename Visit>
    void walk(std::size_t dimension, std::size_t at, const Visit& visit) const
    {
        if (dimension == m_shape.size())
            return visit(at);
        eachShown(m_shape[dimension], [&](std::uint64_t i) { walk(dimension + 1, at + static_cast<std::size_t>(i) * m_strides[dimension], visit); }, [] {});
    }

    void writeItem(std::size_t at)
    {
        const std::string value = item(at);
        const std::size_t width = displayWidth(value);
        const bool textual = m_dtype.kind() == ScalarKind::Bytes || m_dtype.kind() == ScalarKind::Unicode;
        const std::size_t padding = m_width - std::min(m_width, width);
        if (!textual)
            m_out.append(padding, ' ');
        m_out += value;
        if (textual)
            m_pendingSpaces = padding;
    }

    void write(std::size_t dimension, std::size_t at)
    {
        if (dimension == m_shape.size())
            return writeItem(at);
        const bool innermost = dimension + 1 == m_shape.size();
        bool first = true;
        const auto separate = [&] {
            if (!std::exchange(first, false)) {
                if (innermost)
                    m_out.append(m_pendingSpaces + 1, ' ');
                else
                    m_out.append(m_shape.size() - dimension - 1, '\n').append(dimension + 1, ' ');
            }
            m_pendingSpaces = 0;
        };
        m_out += '[';
        eachShown(
            m_shape[dimension],
            [&](std::uint64_t i) {
                separate();
                write(dimension + 1, at + static_cast<std::size_t>(i) * m_strides[dimension]);
            },
            [&] {
                separate();
                m_out += "...";
            });
        m_out += ']';
        m_pendingSpaces = 0;
    }

    const DType& m_dtype;
    std::span<const std::byte> m_bytes;
    std::uint64_t m_edge;
    bool m_shorten = false;
    Shape m_shape;
    std::vector<std::size_t> m_strides;
    std::size_t m_width = 0;
    std::size_t m_pendingSpaces = 0;
    std::string m_out;
};

/// False once the limit is reached.
bool appendLine(std::string& out, const DType& dtype, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes, std::size_t limit)
{
    if (shape.empty()) {
        appendValueText(out, dtype, bytes);
        return out.size() < limit;
    }
    const std::size_t step = shape.front() == 0 ? 0 : bytes.size() / static_cast<std::size_t>(shape.front());
    out += '[';
    for (std::uint64_t i = 0; i < shape.front(); ++i) {
        if (i != 0)
            out += ' ';
        const bool fits = appendLine(out, dtype, shape.subspan(1), bytes.subspan(static_cast<std::size_t>(i) * step, step), limit);
        if (!fits && i + 1 < shape.front()) {
            out += " …";
            break;
        }
    }
    out += ']';
    return out.size() < limit;
}

}  // namespace

std::string arrayText(const DType& dtype, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes, const ArrayTextOptions& options)
{
    return ArrayLayout(dtype, shape, bytes, options).text();
}

std::string lineText(const DType& dtype, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes, std::size_t limit)
{
    std::string out;
    appendLine(out, dtype, shape, bytes, limit);
    return out;
}

}  // namespace zrecord
