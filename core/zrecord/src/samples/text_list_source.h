#pragma once

#include <string>
#include <vector>

#include "zrecord/import_source.h"

namespace zrecord {

/// Texts held in memory as ragged uint8 records, one each.
class TextListSource final : public ImportSource {
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

}  // namespace zrecord
