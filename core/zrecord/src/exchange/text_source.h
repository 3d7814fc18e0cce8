#pragma once

#include <memory>
#include <vector>

#include "exchange/byte_stream.h"
#include "zrecord/import_source.h"

namespace zrecord {

/// Adds one ragged record's place to a layout that is being built; begin with startLayout().
void startLayout(RaggedLayout& layout);
void appendToLayout(RaggedLayout& layout, std::uint64_t bytes, std::span<const std::uint64_t> shape);

/// Lines as ragged uint8 records. A byte order mark at the front is dropped; other text than UTF-8 is refused.
class TextSource final : public ImportSource {
public:
    TextSource(std::unique_ptr<PeekedStream> stream, bool skipEmptyLines);

    [[nodiscard]] const ImportDescription& description() const override { return m_description; }
    Status next(ImportBatch& batch, std::uint64_t maxBytes) override;
    void close() override { m_stream.reset(); }

private:
    Status fill();
    /// One line without its end; false at the end of the file.
    Result<bool> readLine(std::vector<std::byte>& line);
    Status checkLine() const;

    ImportDescription m_description;
    std::unique_ptr<PeekedStream> m_stream;
    const bool m_skipEmptyLines;
    std::vector<std::byte> m_buffer;
    std::size_t m_at = 0;
    bool m_inputEnded = false;
    bool m_begun = false;
    std::uint64_t m_line = 0;         ///< number of the line read last, from 1
    std::uint64_t m_lineOffset = 0;   ///< where it begins in the text
    std::uint64_t m_nextOffset = 0;
    std::vector<std::byte> m_pending; ///< a line that did not fit the last batch
    bool m_hasPending = false;
};

}  // namespace zrecord
