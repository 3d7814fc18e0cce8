#include "store/record_remover.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <utility>

#include "concurrency/progress_reporter.h"
#include "store/location_reader.h"
#include "store/record_gatherer.h"

namespace zrecord {
namespace {

constexpr std::size_t kSlice = 1 << 16;  // moves between two looks at the stop token

std::vector<std::uint64_t> sortedTargets(std::span<const std::uint64_t> indices)
{
    std::vector<std::uint64_t> targets(indices.begin(), indices.end());
    if (!std::ranges::is_sorted(targets))
        std::ranges::sort(targets);
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    return targets;
}

/// Rewrites entries of whole logical records and can put the old ones back.
class EntryPatch {
public:
    EntryPatch(StoreCore& core, std::span<const RecordMove> moves)
        : m_core(core), m_moves(moves), m_old(moves.size() * core.perRecord()), m_new(m_old.size())
    {
    }

    Status load(ProgressReporter& progress)
    {
        LocationReader reader(m_core.files());
        std::vector<std::uint64_t> places;
        for (std::size_t begin = 0; begin < m_moves.size(); begin += kSlice) {
            const auto slice = m_moves.subspan(begin, std::min(kSlice, m_moves.size() - begin));
            const std::size_t at = begin * m_core.perRecord();
            const std::size_t count = slice.size() * m_core.perRecord();
            ZR_RETURN_IF_ERROR(progress.advance(slice.size()));
            places.resize(slice.size());
            std::ranges::transform(slice, places.begin(), &RecordMove::from);
            ZR_RETURN_IF_ERROR(reader.readRecords(places, m_core.perRecord(), std::span(m_new).subspan(at, count)));
            std::ranges::transform(slice, places.begin(), &RecordMove::to);
            ZR_RETURN_IF_ERROR(reader.readRecords(places, m_core.perRecord(), std::span(m_old).subspan(at, count)));
        }
        return {};
    }

    Status apply() { return write(m_new, m_moves.size(), m_written); }

    /// When this fails the table is a mixture, so nothing may be changed any more.
    void undo()
    {
        std::size_t ignored = 0;
        if (Status status = write(m_old, m_written, ignored); !status.ok())
            m_core.poison(std::move(status));
    }

private:
    /// Neighbouring places go out in one write. `touched` is how many moves may have reached the file.
    Status write(const std::vector<LocationEntry>& entries, std::size_t count, std::size_t& touched)
    {
        const unsigned perRecord = m_core.perRecord();
        std::vector<std::byte> bytes;
        for (std::size_t begin = 0; begin < count;) {
            std::size_t end = begin + 1;
            while (end < count && m_moves[end].to == m_moves[end - 1].to + 1 && end - begin < kSlice)
                ++end;
            bytes.resize((end - begin) * perRecord * kLocationEntryBytes);
            for (std::size_t i = begin * perRecord; i < end * perRecord; ++i)
                storeLocationEntry(bytes.data() + (i - begin * perRecord) * kLocationEntryBytes, entries[i]);
            touched = end;
            ZR_RETURN_IF_ERROR(m_core.output().writeEntries(m_moves[begin].to * perRecord, bytes));
            begin = end;
        }
        return {};
    }

    StoreCore& m_core;
    std::span<const RecordMove> m_moves;
    std::vector<LocationEntry> m_old;
    std::vector<LocationEntry> m_new;
    std::size_t m_written = 0;
};

}  // namespace

RemovalResult planSwapLast(std::uint64_t records, std::span<const std::uint64_t> targets)
{
    RemovalResult result;
    result.removed = targets.size();
    result.recordsBefore = records;
    const std::uint64_t left = records - targets.size();
    // What lies in each of the places that disappear, while they are used up from the end.
    std::vector<std::uint64_t> tail(targets.size());
    std::iota(tail.begin(), tail.end(), left);
    std::uint64_t last = records;
    for (auto target = targets.rbegin(); target != targets.rend(); ++target) {
        const std::uint64_t moved = tail[--last - left];
        if (*target >= left)
            tail[*target - left] = moved;
        else
            result.moves.push_back({moved, *target});
    }
    std::ranges::reverse(result.moves);
    return result;
}

Result<RemovalResult> planRemoval(const StoreCore& core, std::span<const std::uint64_t> indices)
{
    const std::uint64_t records = core.header().length / core.perRecord();
    ZR_RETURN_IF_ERROR(checkIndices(indices, records));
    return planSwapLast(records, sortedTargets(indices));
}

Result<RemovalResult> removeRecords(StoreCore& core, std::span<const std::uint64_t> indices, const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(RemovalResult plan, planRemoval(core, indices));
    if (plan.removed == 0)
        return plan;
    EntryPatch patch(core, plan.moves);
    ProgressReporter progress(context, "removing records", plan.moves.size());
    ZR_RETURN_IF_ERROR(patch.load(progress));
    ZR_RETURN_IF_ERROR(progress.checkStop());

    const std::lock_guard gate(core.gate());
    MetaHeader header = core.header();
    header.length -= plan.removed * core.perRecord();
    Status status = patch.apply();
    if (status.ok())
        status = core.publish(header);
    if (!status.ok()) {
        patch.undo();
        return status;
    }
    core.bumpGeneration();
    progress.finish();
    return plan;
}

}  // namespace zrecord
