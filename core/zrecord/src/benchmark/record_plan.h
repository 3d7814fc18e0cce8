#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "zrecord/benchmark.h"
#include "zrecord/result_memory.h"
#include "zrecord/store.h"

namespace zrecord {

/// Whole batches of one walk over the records of a store, as far as they go into a million records and a gibibyte of them.
class RecordPlan {
public:
    static Result<RecordPlan> make(const StoreSummary& store, const BenchmarkOptions& options, const OperationContext& context);

    [[nodiscard]] std::uint64_t batches() const noexcept { return m_indices.size() / m_batch; }
    [[nodiscard]] std::uint64_t batch() const noexcept { return m_batch; }
    /// Of batch `number` modulo batches().
    [[nodiscard]] std::span<const std::uint64_t> indices(std::uint64_t number) const
    {
        return std::span(m_indices).subspan(number % batches() * m_batch, m_batch);
    }
    [[nodiscard]] std::span<const std::uint64_t> all() const noexcept { return m_indices; }

private:
    RecordPlan(std::vector<std::uint64_t> indices, std::uint64_t batch) : m_indices(std::move(indices)), m_batch(batch) {}
    std::vector<std::uint64_t> m_indices;
    std::uint64_t m_batch;
};

/// Gathers dense and ragged records alike into memory that grows with need; gives the bytes that were filled.
Result<std::uint64_t> gatherInto(const Store& store, std::span<const std::uint64_t> indices, ResultMemory& memory, const OperationContext& context);

}  // namespace zrecord
