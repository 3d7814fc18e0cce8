#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "workbench/fetch/record_source.h"

namespace zrecord::workbench::test {

/// Records that exist only by their number: record i of a stream is `itemBytes` bytes of (i + 100·stream) mod 256, as
/// uint8. Counts what is read.
class FakeSource final : public RecordSource {
public:
    explicit FakeSource(std::uint64_t records, Shape itemShape = {4}, std::size_t streams = 1);

    std::uint64_t m_generation = 1;
    std::set<std::uint64_t> m_bad;                   ///< these records fail with CorruptRecord
    std::function<void(const ReadRequest&)> m_hook;  ///< called before every read
    mutable std::vector<ReadRequest> m_reads;        ///< in order; one thread at a time

    [[nodiscard]] std::uint64_t generation() const override { return m_generation; }
    [[nodiscard]] std::uint64_t recordCount() const override { return m_records; }
    [[nodiscard]] std::size_t streamCount() const override { return m_streams; }
    [[nodiscard]] StreamLayout layout(std::size_t stream) const override;
    [[nodiscard]] Result<RecordBlock> read(const ReadRequest& request, const OperationContext& context) const override;

    /// A block as read() gives it, without counting.
    [[nodiscard]] RecordBlock block(std::size_t stream, std::uint64_t first, std::uint64_t count) const;

private:
    std::uint64_t m_records;
    Shape m_itemShape;
    std::size_t m_streams;
    std::uint64_t m_recordBytes;
};

}  // namespace zrecord::workbench::test
