#include "store/store_statistics.h"

#include <atomic>

#include "concurrency/progress_reporter.h"
#include "store/block_runner.h"
#include "store/location_reader.h"

namespace zrecord {

Result<StoreStats> countStats(const StoreCore& core, const OperationContext& context)
{
    constexpr std::uint64_t kBlockEntries = 1 << 16;
    const MetaHeader header = core.header();
    if (const auto known = core.knownStats(header))
        return *known;
    std::atomic<std::uint64_t> stored{0};
    std::atomic<std::uint64_t> plain{0};
    const std::uint64_t payloadsEvery = core.perRecord();
    const auto countBlock = [&](std::uint64_t begin, std::uint64_t end) -> Status {
        thread_local std::vector<LocationEntry> entries;
        entries.resize(end - begin);
        ZR_RETURN_IF_ERROR(LocationReader(core.files()).read(begin, entries));
        std::uint64_t storedHere = 0;
        std::uint64_t plainHere = 0;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            storedHere += entries[i].physLength;
            if ((begin + i) % payloadsEvery == 0)
                plainHere += entries[i].logicLength;
        }
        stored.fetch_add(storedHere, std::memory_order_relaxed);
        plain.fetch_add(plainHere, std::memory_order_relaxed);
        return {};
    };
    ProgressReporter progress(context, "counting records", header.length);
    ZR_RETURN_IF_ERROR(runBlocks(context, progress, header.length, kBlockEntries, countBlock));
    progress.finish();
    StoreStats stats;
    stats.records = header.length / core.perRecord();
    stats.liveBytes = stored.load();
    stats.chunkBytes = (std::uint64_t{header.tailChunk} << 32) + header.tailOffset;
    stats.reclaimable = stats.chunkBytes > stats.liveBytes ? stats.chunkBytes - stats.liveBytes : 0;
    stats.plainBytes = plain.load();
    core.rememberStats(header, stats);
    return stats;
}

}  // namespace zrecord
