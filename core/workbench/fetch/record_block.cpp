#include "workbench/fetch/record_block.h"

#include <unordered_set>
#include <utility>

namespace zrecord::workbench {

RecordBlock::RecordBlock(std::uint64_t first, std::vector<DecodedRecord> records, std::map<std::size_t, Status> failures)
    : m_first(first), m_records(std::move(records)), m_failures(std::move(failures)) {
    constexpr std::uint64_t kFailureBytes = 512;
    std::unordered_set<const RecordStorage*> counted;
    m_memoryBytes = sizeof(RecordBlock) + m_records.size() * sizeof(DecodedRecord) + m_failures.size() * kFailureBytes;
    for (const DecodedRecord& record : m_records) {
        const RecordStorage* storage = record.storage();
        if (storage && counted.insert(storage).second)
            m_memoryBytes += sizeof(RecordStorage) + storage->byteCount + storage->dimensions.size() * sizeof(std::uint64_t);
    }
}

Status RecordBlock::status(std::uint64_t index) const {
    const auto failure = m_failures.find(static_cast<std::size_t>(index - m_first));
    return failure == m_failures.end() ? Status() : failure->second;
}

}  // namespace zrecord::workbench
