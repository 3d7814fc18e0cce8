#include "exchange/text_source.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/utf8.h"
#include "exchange/dense_source.h"

namespace zrecord {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
constexpr std::uint64_t kMaxLineBytes = UINT64_C(1) << 31;
constexpr std::array kByteOrderMark{std::byte{0xEF}, std::byte{0xBB}, std::byte{0xBF}};

}  // namespace

void startLayout(RaggedLayout& layout)
{
    layout.offsets.assign(1, 0);
    layout.shapeOffsets.assign(1, 0);
    layout.dimensions.clear();
}

void appendToLayout(RaggedLayout& layout, std::uint64_t bytes, std::span<const std::uint64_t> shape)
{
    layout.offsets.push_back(layout.offsets.back() + bytes);
    layout.dimensions.insert(layout.dimensions.end(), shape.begin(), shape.end());
    layout.shapeOffsets.push_back(layout.dimensions.size());
}

TextSource::TextSource(std::unique_ptr<PeekedStream> stream, bool skipEmptyLines)
    : m_stream(std::move(stream)), m_skipEmptyLines(skipEmptyLines)
{
    m_description.format = ImportFormat::Text;
    m_description.kind = StoreKind::Ragged;
}

Status TextSource::fill()
{
    m_buffer.resize(kBufferBytes);
    m_at = 0;
    ZR_ASSIGN_OR_RETURN(const std::size_t got, m_stream->read(m_buffer));
    m_buffer.resize(got);
    m_inputEnded = got < kBufferBytes;
    return Status::success();
}

Result<bool> TextSource::readLine(std::vector<std::byte>& line)
{
    line.clear();
    m_lineOffset = m_nextOffset;
    bool ended = false;
    while (!ended) {
        if (m_at == m_buffer.size()) {
            if (m_inputEnded)
                break;
            ZR_RETURN_IF_ERROR(fill());
            continue;
        }
        const auto begin = m_buffer.begin() + static_cast<std::ptrdiff_t>(m_at);
        const auto newline = std::find(begin, m_buffer.end(), std::byte{'\n'});
        line.insert(line.end(), begin, newline);
        ended = newline != m_buffer.end();
        const auto taken = static_cast<std::size_t>(newline - begin) + (ended ? 1 : 0);
        m_at += taken;
        m_nextOffset += taken;
        if (line.size() > kMaxLineBytes + 1)
            return Status(ErrorCode::RecordTooLarge, "line " + std::to_string(m_line + 1) + " is longer than 2147483648 bytes")
                .withFile(m_stream->name(), m_lineOffset);
    }
    if (!ended && line.empty())
        return false;
    ++m_line;
    if (ended && !line.empty() && line.back() == std::byte{'\r'})
        line.pop_back();
    return true;
}

Status TextSource::checkLine() const
{
    const std::string line = "line " + std::to_string(m_line);
    if (m_pending.empty())
        return Status(ErrorCode::RecordTooLarge, line + " is empty, and a record has at least one byte")
            .withFile(m_stream->name(), m_lineOffset)
            .withRemedy("Leave empty lines out on import, or fill them.");
    if (m_pending.size() > kMaxLineBytes)
        return Status(ErrorCode::RecordTooLarge, line + " is longer than 2147483648 bytes").withFile(m_stream->name(), m_lineOffset);
    const std::string_view text(reinterpret_cast<const char*>(m_pending.data()), m_pending.size());
    if (const auto bad = findInvalidUtf8(text))
        return Status(ErrorCode::BadFormat, line + " is not UTF-8 text")
            .withFile(m_stream->name(), m_lineOffset + *bad)
            .withRemedy("Convert the file to UTF-8 first.");
    return Status::success();
}

Status TextSource::next(ImportBatch& batch, std::uint64_t maxBytes)
{
    batch.records = 0;
    batch.bytes.clear();
    startLayout(batch.layout);
    if (!m_stream)
        return closedSource();
    if (!m_begun) {
        m_begun = true;
        ZR_ASSIGN_OR_RETURN(const std::span<const std::byte> front, m_stream->peek(kByteOrderMark.size()));
        if (std::equal(front.begin(), front.end(), kByteOrderMark.begin(), kByteOrderMark.end())) {
            ZR_RETURN_IF_ERROR(m_stream->skip(kByteOrderMark.size()));
            m_nextOffset = kByteOrderMark.size();
        }
    }
    while (true) {
        if (!m_hasPending) {
            ZR_ASSIGN_OR_RETURN(m_hasPending, readLine(m_pending));
            if (!m_hasPending)
                return Status::success();
            if (m_pending.empty() && m_skipEmptyLines) {
                m_hasPending = false;
                continue;
            }
            ZR_RETURN_IF_ERROR(checkLine());
        }
        // The layout costs 24 bytes a record, which for short lines is more than their text.
        const std::uint64_t used = batch.bytes.size() + 24 * batch.records;
        if (batch.records > 0 && used + m_pending.size() + 24 > maxBytes)
            return Status::success();
        const std::uint64_t size = m_pending.size();
        batch.bytes.insert(batch.bytes.end(), m_pending.begin(), m_pending.end());
        appendToLayout(batch.layout, size, std::span(&size, 1));
        ++batch.records;
        m_hasPending = false;
    }
}

}  // namespace zrecord
