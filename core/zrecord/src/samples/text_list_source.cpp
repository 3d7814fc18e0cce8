#include "samples/text_list_source.h"

#include <array>
#include <span>

#include "exchange/text_source.h"

namespace zrecord {

TextListSource::TextListSource(std::vector<std::string> texts) : m_texts(std::move(texts))
{
    m_description.format = ImportFormat::Text;
    m_description.kind = StoreKind::Ragged;
    m_description.records = m_texts.size();
}

Status TextListSource::next(ImportBatch& batch, std::uint64_t maxBytes)
{
    if (m_closed)
        return Status(ErrorCode::Closed, "the source is closed");
    batch.records = 0;
    batch.bytes.clear();
    startLayout(batch.layout);
    for (; m_at < m_texts.size() && (batch.records == 0 || batch.bytes.size() + m_texts[m_at].size() <= maxBytes); ++m_at) {
        const auto bytes = std::as_bytes(std::span(m_texts[m_at]));
        batch.bytes.insert(batch.bytes.end(), bytes.begin(), bytes.end());
        const std::array<std::uint64_t, 1> shape{bytes.size()};
        appendToLayout(batch.layout, bytes.size(), shape);
        ++batch.records;
    }
    return {};
}

}  // namespace zrecord
