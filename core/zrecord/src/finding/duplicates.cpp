#include <algorithm>
#include <utility>

#include "finding/facts_source.h"
#include "finding/record_contents.h"
#include "concurrency/progress_reporter.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kBlock = FactsTable::kBlockRecords;
constexpr std::size_t kComparedAtOnce = 64;

struct HashedRecord {
    std::uint64_t hash;
    std::uint64_t index;
    friend auto operator<=>(const HashedRecord&, const HashedRecord&) = default;
};

/// Parts records of one hash into groups of really equal ones.
Status addGroups(const FindTarget& target, std::size_t stream, std::vector<std::uint64_t> candidates, std::vector<std::vector<std::uint64_t>>& groups, const OperationContext& context)
{
    const auto readSome = [&](std::span<const std::uint64_t> indices, RecordContents& contents) {
        return target.read([&]() -> Status {
            ZR_ASSIGN_OR_RETURN(contents, readContents(*target.streams[stream], indices, context));
            return {};
        });
    };
    while (candidates.size() > 1) {
        RecordContents first;
        ZR_RETURN_IF_ERROR(readSome(std::span(candidates).first(1), first));
        std::vector<std::uint64_t> group{candidates.front()};
        std::vector<std::uint64_t> others;
        for (std::size_t at = 1; at < candidates.size(); at += kComparedAtOnce) {
            ZR_RETURN_IF_ERROR(checkStop(context));
            const auto some = std::span<const std::uint64_t>(candidates).subspan(at, std::min(kComparedAtOnce, candidates.size() - at));
            RecordContents contents;
            ZR_RETURN_IF_ERROR(readSome(some, contents));
            for (std::size_t i = 0; i < some.size(); ++i)
                (contents.equal(i, first, 0) ? group : others).push_back(some[i]);
        }
        if (group.size() > 1)
            groups.push_back(std::move(group));
        candidates = std::move(others);
    }
    return {};
}

}  // namespace

Result<std::vector<std::vector<std::uint64_t>>> findDuplicates(const FindTarget& target, std::size_t stream, const OperationContext& context)
{
    std::vector<HashedRecord> hashed;
    const FactsSource source(target);
    ProgressReporter progress(context, "measuring records", target.records, ProgressUnit::Records);
    for (std::uint64_t first = 0; first < target.records; first += kBlock) {
        ZR_ASSIGN_OR_RETURN(const auto block, source.block(stream, first / kBlock, {false, true}, context));
        for (std::size_t i = 0; i < block->facts.size(); ++i)
            if (block->facts[i].readable)
                hashed.push_back({block->facts[i].hash, first + i});
        ZR_RETURN_IF_ERROR(progress.advance(block->facts.size()));
    }
    progress.finish();
    std::sort(hashed.begin(), hashed.end());
    std::vector<std::vector<std::uint64_t>> groups;
    const OperationContext quiet{context.stop, {}, context.executor};
    for (std::size_t begin = 0; begin < hashed.size();) {
        std::size_t end = begin + 1;
        while (end < hashed.size() && hashed[end].hash == hashed[begin].hash)
            ++end;
        if (end - begin > 1) {
            std::vector<std::uint64_t> candidates;
            for (std::size_t i = begin; i < end; ++i)
                candidates.push_back(hashed[i].index);
            ZR_RETURN_IF_ERROR(addGroups(target, stream, std::move(candidates), groups, quiet));
        }
        begin = end;
    }
    std::sort(groups.begin(), groups.end());
    return groups;
}

std::vector<std::uint64_t> redundantRecords(std::span<const std::vector<std::uint64_t>> groups, KeepRule rule)
{
    std::vector<std::uint64_t> records;
    for (const std::vector<std::uint64_t>& group : groups) {
        const auto kept = rule == KeepRule::First ? group.begin() : group.end() - (group.empty() ? 0 : 1);
        for (auto record = group.begin(); record != group.end(); ++record)
            if (record != kept)
                records.push_back(*record);
    }
    std::sort(records.begin(), records.end());
    return records;
}

}  // namespace zrecord
