#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "zrecord/store_stats.h"
#include "zrecord/value_text.h"

namespace zrecord::cli {

/// True for records that are text: one dimension of uint8 or int8, or a single bytes or Unicode value.
bool holdsText(const DType& dtype, std::size_t rank);
/// The record as UTF-8 on one line, unsafe characters escaped; the record holdsText().
std::string recordAsText(const DType& dtype, std::span<const std::byte> bytes);

/// sixteen bytes a line: offset, hexadecimal, ASCII.
void appendHexDump(std::string& out, std::span<const std::byte> bytes);

/// Comma separated values. One column for each element (ragged stores: one column with all of them); the fields of a
/// structured scalar are columns.
class CsvLayout {
public:
    explicit CsvLayout(const StoreSummary& summary);
    [[nodiscard]] std::string header() const;
    void appendRow(std::string& out, std::uint64_t index, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes) const;

private:
    void appendElement(std::string& out, std::span<const std::byte> item) const;

    const StoreSummary& m_summary;
    bool m_fieldColumns;
};

}  // namespace zrecord::cli
