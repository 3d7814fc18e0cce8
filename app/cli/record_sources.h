#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "session.h"
#include "zrecord/import_source.h"

namespace zrecord::cli {

/// Texts held in memory as ragged uint8 records, one each.
class TextListSource : public ImportSource {
public:
    explicit TextListSource(std::vector<std::string> texts);
    [[nodiscard]] const ImportDescription& description() const override { return m_description; }
    Status next(ImportBatch& batch, std::uint64_t maxBytes) override;
    void close() override { m_closed = true; }

private:
    std::vector<std::string> m_texts;
    std::size_t m_at = 0;
    bool m_closed = false;
    ImportDescription m_description;
};

/// Opens the files one after the other behind one face. "-" is standard input, for formats raw and text. All files must
/// hold the same dtype and, for dense records, the same shape: WrongKind names the first that does not. The number of
/// records is known when all files know theirs.
Result<std::unique_ptr<ImportSource>> openAllSources(std::span<const std::string> files, const ImportOptions& options, Session& session);

}  // namespace zrecord::cli
