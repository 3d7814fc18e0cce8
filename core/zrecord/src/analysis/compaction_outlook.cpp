#include "zrecord/laboratory/compaction_outlook.h"

#include <algorithm>
#include <chrono>

#include "concurrency/progress_reporter.h"
#include "platform/copy_rate.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kEntryBytes = 16;           // of the location table, docs/format
constexpr std::uint64_t kSpareBytes = 1 << 20;      // that compact() wants beside its new files
constexpr std::uint64_t kLookUps = 65'536;
constexpr std::uint64_t kBetweenLooks = 1'024;
constexpr std::chrono::milliseconds kPatience{250};

}  // namespace

Result<CompactionRates> measureCompaction(const RecordLocator& locate, const std::filesystem::path& store, const SlotMap& map, const OperationContext& context)
{
    using Clock = std::chrono::steady_clock;
    CompactionRates rates;
    rates.entryBytes = kEntryBytes;
    if (map.records == 0)
        return rates;
    const Clock::time_point start = Clock::now();
    std::uint64_t looked = 0;
    for (; looked < std::min(map.records, kLookUps); ++looked) {
        if (looked % kBetweenLooks == 0) {
            ZR_RETURN_IF_ERROR(checkStop(context));
            if (Clock::now() - start > kPatience)
                break;
        }
        ZR_ASSIGN_OR_RETURN(const RecordLocation place, locate(looked));
        if (place.shapeStoredBytes > 0)
            rates.entryBytes = 2 * kEntryBytes;  // ragged: the shape has an entry, too
    }
    rates.recordSeconds = std::chrono::duration<double>(Clock::now() - start).count() / static_cast<double>(std::max<std::uint64_t>(looked, 1));
    rates.copyBytesPerSecond = measureCopyRate(store / "0.chunk", context.stop);
    ZR_RETURN_IF_ERROR(checkStop(context));
    return rates;
}

CompactionOutlook foresee(const SlotMap& map, const CompactionRates& rates) noexcept
{
    const std::uint64_t records = map.records - map.markedRecords;
    const std::uint64_t written = map.live - map.marked + records * rates.entryBytes;
    CompactionOutlook outlook{map.dead + map.marked, written + kSpareBytes, 0};
    if (rates.copyBytesPerSecond > 0)
        outlook.seconds = static_cast<double>(records) * rates.recordSeconds + static_cast<double>(written) / rates.copyBytesPerSecond;
    return outlook;
}

}  // namespace zrecord
