#include "store/placement_list.h"

#include <algorithm>
#include <limits>
#include <string>

#include "concurrency/progress_reporter.h"
#include "platform/process_identity.h"
#include "store/block_runner.h"
#include "store/location_reader.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kBlockEntries = 1 << 16;
constexpr std::uint32_t kDropped = 0;  // a kept placement never has 0 bytes

bool lowerPlace(const Placement& a, const Placement& b)
{
    return a.place < b.place;
}

/// Sorts parts on all threads, then merges neighbours until one part is left.
void sortInParts(std::vector<Placement>& placements, Executor& executor)
{
    const std::uint64_t count = placements.size();
    constexpr std::uint64_t kSmallPart = 1 << 16;
    const std::uint64_t part = std::max<std::uint64_t>(kSmallPart, (count + executor.concurrency() - 1) / executor.concurrency());
    const auto at = [&](std::uint64_t i) { return placements.begin() + static_cast<std::ptrdiff_t>(std::min(i, count)); };
    executor.parallelFor((count + part - 1) / part, 1, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t p = begin; p < end; ++p)
            std::sort(at(p * part), at((p + 1) * part), lowerPlace);
    });
    for (std::uint64_t width = part; width < count; width *= 2)
        executor.parallelFor((count + 2 * width - 1) / (2 * width), 1, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t p = begin; p < end; ++p)
                std::inplace_merge(at(2 * p * width), at((2 * p + 1) * width), at((2 * p + 2) * width), lowerPlace);
        });
}

/// After deletes only the records that filled a hole are out of order: they are taken out, sorted and merged in again.
void sortPlacements(std::vector<Placement>& placements, Executor& executor)
{
    std::vector<Placement> strays;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < placements.size(); ++i) {
        const Placement placement = placements[i];
        while (kept > 0 && placements[kept - 1].place > placement.place)
            strays.push_back(placements[--kept]);
        placements[kept++] = placement;
    }
    std::ranges::copy(strays, placements.begin() + static_cast<std::ptrdiff_t>(kept));
    if (strays.size() > placements.size() / 8) {
        sortInParts(placements, executor);
        return;
    }
    const auto middle = placements.begin() + static_cast<std::ptrdiff_t>(kept);
    std::sort(middle, placements.end(), lowerPlace);
    std::inplace_merge(placements.begin(), middle, placements.end(), lowerPlace);
}

}  // namespace

Result<std::vector<Placement>> loadPlacements(const StoreCore& core, const MetaHeader& header, const OperationContext& context,
                                              const PlacementFilter& filter)
{
    if (header.length >= std::numeric_limits<std::uint32_t>::max())
        return Status(ErrorCode::Unsupported, "the store has " + std::to_string(header.length) +
                                                  " stored records; at most 4294967294 can be put in order at once")
            .withRemedy("Split the store into several ones.");
    // Twice what the list takes: its users keep as much again.
    if (header.length > physicalMemory() / (2 * sizeof(Placement)))
        return Status(ErrorCode::OutOfMemory, "putting " + std::to_string(header.length) + " stored records in order needs " +
                                                  std::to_string(header.length * 2 * sizeof(Placement)) + " bytes of memory");
    std::vector<Placement> placements(header.length);
    const auto loadBlock = [&](std::uint64_t begin, std::uint64_t end) -> Status {
        thread_local std::vector<LocationEntry> entries;
        entries.resize(end - begin);
        ZR_RETURN_IF_ERROR(LocationReader(core.files()).read(begin, entries));
        for (std::uint64_t i = begin; i < end; ++i) {
            const LocationEntry& entry = entries[i - begin];
            ZR_ASSIGN_OR_RETURN(const bool keep, filter(i, entry));
            placements[i] = {entry.place(), keep ? entry.physLength : kDropped, static_cast<std::uint32_t>(i)};
        }
        return {};
    };
    ProgressReporter progress(context, "reading the record table", header.length);
    ZR_RETURN_IF_ERROR(runBlocks(context, progress, header.length, kBlockEntries, loadBlock));
    progress.finish();
    std::erase_if(placements, [](const Placement& placement) { return placement.bytes == kDropped; });
    if (!std::ranges::is_sorted(placements, {}, &Placement::place))
        sortPlacements(placements, context.pool());
    return placements;
}

void forEachOverlap(std::span<const Placement> placements,
                    const std::function<bool(const Placement&, const Placement&)>& overlap)
{
    if (placements.empty())
        return;
    const Placement* furthest = &placements.front();
    for (const Placement& placement : placements.subspan(1)) {
        if (placement.place < furthest->end() && !overlap(*furthest, placement))
            return;
        if (placement.end() > furthest->end())
            furthest = &placement;
    }
}

}  // namespace zrecord
