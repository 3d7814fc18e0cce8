#pragma once

#include <memory>
#include <vector>

#include "exchange/input_file.h"
#include "zrecord/import_source.h"

namespace zrecord {

/// Where a whole array can be read at any place: a part of a file, or memory.
struct ArrayBytes {
    std::shared_ptr<InputFile> file;  ///< null: `memory` holds the array
    std::uint64_t offset = 0;
    std::vector<std::byte> memory;

    Status readAt(std::uint64_t at, std::span<std::byte> out) const;
};

/// Records of an array whose first axis varies fastest: element e of all records lies together, so a batch is read run by
/// run and turned into C order.
class FortranSource final : public ImportSource {
public:
    /// description.records is set; `bytes` holds exactly the array.
    static Result<std::unique_ptr<ImportSource>> make(ImportDescription description, ArrayBytes bytes, const std::string& name);

    [[nodiscard]] const ImportDescription& description() const override { return m_description; }
    Status next(ImportBatch& batch, std::uint64_t maxBytes) override;
    void close() override;

private:
    FortranSource(ImportDescription description, ArrayBytes bytes, std::uint64_t recordBytes)
        : m_description(std::move(description)), m_bytes(std::move(bytes)), m_recordBytes(recordBytes) {}

    const ImportDescription m_description;
    ArrayBytes m_bytes;
    const std::uint64_t m_recordBytes;
    std::uint64_t m_done = 0;
    std::vector<std::byte> m_run;
    bool m_closed = false;
};

/// Steps through all positions of a shape, first axis fastest, and knows the C-order position of each.
class FortranOrder {
public:
    explicit FortranOrder(const Shape& shape);
    [[nodiscard]] std::uint64_t cIndex() const noexcept { return m_cIndex; }
    void advance();

private:
    const Shape& m_shape;
    Shape m_strides;
    Shape m_position;
    std::uint64_t m_cIndex = 0;
};

}  // namespace zrecord
