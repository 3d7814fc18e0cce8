#include "workbench/document/index_remap.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace zrecord::workbench {
namespace {

bool fromLess(const RecordMove& a, const RecordMove& b) {
    return a.from < b.from;
}

bool toLess(const RecordMove& a, const RecordMove& b) {
    return a.to < b.to;
}

}  // namespace

IndexRemap::IndexRemap(RecordRanges removed, RemovalResult result)
    : m_recordsBefore(result.recordsBefore), m_removed(std::move(removed)), m_moves(std::move(result.moves)),
      m_movesByFrom(m_moves) {
    std::sort(m_movesByFrom.begin(), m_movesByFrom.end(), fromLess);
}

IndexRemap::IndexRemap(RestorationResult result)
    : m_recordsBefore(result.recordsBefore), m_restored(RecordRanges::fromIndices(result.restored)), m_moves(std::move(result.moves)),
      m_movesByFrom(m_moves) {
    std::sort(m_movesByFrom.begin(), m_movesByFrom.end(), fromLess);
}

IndexRemap IndexRemap::inverse() const {
    IndexRemap back;
    back.m_recordsBefore = recordsAfter();
    back.m_removed = m_restored;
    back.m_restored = m_removed;
    for (const RecordMove& move : m_moves)
        back.m_moves.push_back({move.to, move.from});
    back.m_movesByFrom = back.m_moves;  // was ascending by `to`
    std::sort(back.m_moves.begin(), back.m_moves.end(), toLess);
    return back;
}

IndexRemap IndexRemap::plan(RecordRanges removed, std::uint64_t recordsBefore) {
    removed.clip(recordsBefore);
    // Slots filled so far, highest first. The last record of the shrinking store is either an original one or sits in
    // the highest filled slot; every slot freed later is lower than all filled ones.
    std::deque<RecordMove> filled;
    std::uint64_t size = recordsBefore;
    const std::vector<RecordRange>& ranges = removed.ranges();
    for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
        for (std::uint64_t index = range->end(); index-- > range->first;) {
            const std::uint64_t last = --size;
            std::uint64_t origin = last;
            if (!filled.empty() && filled.front().to == last) {
                origin = filled.front().from;
                filled.pop_front();
            }
            if (index != last)
                filled.push_back({origin, index});
        }
    }
    RemovalResult result;
    result.removed = removed.count();
    result.recordsBefore = recordsBefore;
    result.moves.assign(filled.rbegin(), filled.rend());
    return {std::move(removed), std::move(result)};
}

std::optional<std::uint64_t> IndexRemap::map(std::uint64_t oldIndex) const {
    if (m_removed.contains(oldIndex))
        return std::nullopt;
    const auto move = std::lower_bound(m_movesByFrom.begin(), m_movesByFrom.end(), RecordMove{oldIndex, 0}, fromLess);
    return move != m_movesByFrom.end() && move->from == oldIndex ? move->to : oldIndex;
}

std::optional<std::uint64_t> IndexRemap::origin(std::uint64_t newIndex) const {
    if (m_restored.contains(newIndex))
        return std::nullopt;
    const auto move = std::lower_bound(m_moves.begin(), m_moves.end(), newIndex,
                                       [](const RecordMove& m, std::uint64_t to) { return m.to < to; });
    return move != m_moves.end() && move->to == newIndex ? move->from : newIndex;
}

RecordRanges IndexRemap::map(const RecordRanges& oldRanges) const {
    RecordRanges result = oldRanges;
    result.remove(m_removed);
    std::vector<std::uint64_t> left;
    std::vector<std::uint64_t> moved;
    for (const RecordRange& range : result.ranges()) {
        auto move = std::lower_bound(m_movesByFrom.begin(), m_movesByFrom.end(), RecordMove{range.first, 0}, fromLess);
        for (; move != m_movesByFrom.end() && move->from < range.end(); ++move) {
            left.push_back(move->from);
            moved.push_back(move->to);
        }
    }
    result.remove(RecordRanges::fromIndices(left));
    result.add(RecordRanges::fromIndices(moved));
    return result;
}

bool IndexRemap::touches(std::uint64_t first, std::uint64_t count) const {
    if (count == 0 || (m_removed.isEmpty() && m_restored.isEmpty()))
        return false;
    return m_removed.intersects(first, count) || m_restored.intersects(first, count) || first + count > std::min(m_recordsBefore, recordsAfter());
}

}  // namespace zrecord::workbench
