#include "benchmark/record_plan.h"

#include <algorithm>
#include <utility>

#include "concurrency/progress_reporter.h"
#include "zrecord/sampler.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kLongestPlan = 1 << 20;          // records: its places fit into some tens of megabytes
constexpr std::uint64_t kLongestPeerPlan = 1 << 17;  // each other package writes these records to files of its own
constexpr std::uint64_t kLargestPeerPlan = UINT64_C(64) << 20;
constexpr std::uint64_t kLargestPlan = UINT64_C(1) << 30;  // bytes: every line walks it once before it is timed

}  // namespace

Result<RecordPlan> RecordPlan::make(const StoreSummary& store, const BenchmarkOptions& options, const OperationContext& context)
{
    const std::uint64_t records = store.records;
    const std::uint64_t size = std::max<std::uint64_t>({store.recordBytes, store.chunkBytes / std::max<std::uint64_t>(records, 1), 1});
    const std::uint64_t batches = std::max<std::uint64_t>(std::min({records, options.peers ? kLongestPeerPlan : kLongestPlan, (options.peers ? kLargestPeerPlan : kLargestPlan) / size}) / options.batch, 1);
    std::vector<std::uint64_t> indices(batches * options.batch);
    SamplerOptions sampling;
    sampling.length = records;
    sampling.batch = options.batch;
    sampling.mode = options.random ? SamplerMode::Cyclic : SamplerMode::Sequential;
    sampling.seed = options.seed;
    ZR_ASSIGN_OR_RETURN(Sampler sampler, Sampler::create(sampling));
    for (std::uint64_t b = 0; b < batches; ++b) {
        ZR_RETURN_IF_ERROR(checkStop(context));
        ZR_RETURN_IF_ERROR(sampler.next(std::span(indices).subspan(b * options.batch, options.batch)));
    }
    return RecordPlan(std::move(indices), options.batch);
}

Result<std::uint64_t> gatherInto(const Store& store, std::span<const std::uint64_t> indices, ResultMemory& memory, const OperationContext& context)
{
    const auto grow = [&memory](std::uint64_t bytes) -> Status {
        if (memory.size() >= bytes)
            return {};
        ZR_ASSIGN_OR_RETURN(memory, ResultMemory::take(bytes));
        return {};
    };
    if (store.summary().kind == StoreKind::Dense) {
        const std::uint64_t bytes = indices.size() * store.summary().recordBytes;
        ZR_RETURN_IF_ERROR(grow(bytes));
        ZR_RETURN_IF_ERROR(store.gather(indices, {memory.data(), memory.size()}, context));
        return bytes;
    }
    ZR_ASSIGN_OR_RETURN(const RaggedLayout layout, store.layout(indices, context));
    ZR_RETURN_IF_ERROR(grow(layout.offsets.back()));
    ZR_RETURN_IF_ERROR(store.gather(indices, layout, {memory.data(), memory.size()}, context));
    return layout.offsets.back();
}

}  // namespace zrecord
