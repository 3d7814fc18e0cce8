#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include <zrecord/status.h>

#include "workbench/fetch/decoded_record.h"

namespace zrecord::workbench {

/// Neighbouring records of one stream as one read brought them; a bad record fails alone. Immutable once shared.
class RecordBlock {
public:
    RecordBlock() = default;
    /// `records` of one after the other from `first`; a null record has its Status in `failures` under its position.
    RecordBlock(std::uint64_t first, std::vector<DecodedRecord> records, std::map<std::size_t, Status> failures = {});

    [[nodiscard]] std::uint64_t first() const noexcept { return m_first; }
    [[nodiscard]] std::uint64_t count() const noexcept { return m_records.size(); }
    [[nodiscard]] bool contains(std::uint64_t index) const noexcept { return index - m_first < m_records.size(); }
    /// Null when it failed; `index` is in the block.
    [[nodiscard]] const DecodedRecord& record(std::uint64_t index) const { return m_records[index - m_first]; }
    [[nodiscard]] Status status(std::uint64_t index) const;
    [[nodiscard]] bool hasFailures() const noexcept { return !m_failures.empty(); }
    /// Bytes of memory that this block keeps.
    [[nodiscard]] std::uint64_t memoryBytes() const noexcept { return m_memoryBytes; }

private:
    std::uint64_t m_first = 0;
    std::vector<DecodedRecord> m_records;
    std::map<std::size_t, Status> m_failures;
    std::uint64_t m_memoryBytes = 0;
};

}  // namespace zrecord::workbench
