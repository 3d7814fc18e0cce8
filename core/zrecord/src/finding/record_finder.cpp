#include "zrecord/record_finder.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "finding/facts_source.h"
#include "concurrency/progress_reporter.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kBlock = FactsTable::kBlockRecords;

/// What filter and keys need of each stream together.
std::vector<std::optional<FactNeeds>> allNeeds(const FindTarget& target, const FindQuestion& question)
{
    std::vector<std::optional<FactNeeds>> all(target.streams.size());
    const auto add = [&all](const RecordFilter& filter) {
        for (std::size_t stream = 0; stream < all.size(); ++stream) {
            const auto needs = filter.needs(stream);
            if (needs && !all[stream])
                all[stream].emplace();
            if (needs)
                *all[stream] |= *needs;
        }
    };
    add(question.filter);
    for (const SortKey& key : question.keys)
        add(key.key);
    return all;
}

void addRecord(std::vector<IndexRange>& ranges, std::uint64_t record)
{
    if (!ranges.empty() && ranges.back().start + ranges.back().count == record)
        ++ranges.back().count;
    else
        ranges.push_back({record, 1, 1});
}

/// Asks the records of one block after the other and collects matches and their keys.
class Asker {
public:
    Asker(const FindTarget& target, const FindQuestion& question)
        : m_question(question), m_source(target), m_needs(allNeeds(target, question)), m_blocks(target.streams.size()), m_keys(question.keys.size())
    {
    }

    Status ask(std::uint64_t first, std::uint64_t count, const OperationContext& context)
    {
        for (std::size_t stream = 0; stream < m_needs.size(); ++stream) {
            if (!m_needs[stream])
                continue;
            ZR_ASSIGN_OR_RETURN(m_blocks[stream], m_source.block(stream, first / kBlock, *m_needs[stream], context));
        }
        std::vector<const RecordFacts*> facts(m_blocks.size(), nullptr);
        std::vector<std::span<const std::uint64_t>> shapes(m_blocks.size());
        for (std::uint64_t i = 0; i < count; ++i) {
            bool readable = true;
            for (std::size_t stream = 0; stream < m_blocks.size(); ++stream) {
                if (!m_blocks[stream])
                    continue;
                facts[stream] = &m_blocks[stream]->facts[i];
                shapes[stream] = m_blocks[stream]->shape(i);
                readable = readable && facts[stream]->readable;
            }
            m_found.unreadable += readable ? 0 : 1;
            take({first + i, facts, shapes});
        }
        return {};
    }

    FoundRecords finish()
    {
        if (!m_keys.empty())
            sort();
        return std::move(m_found);
    }

private:
    void take(const FilterRow& row)
    {
        if (!m_question.filter.matches(row))
            return;
        addRecord(m_found.ranges, row.index);
        ++m_found.matches;
        for (std::size_t i = 0; i < m_keys.size(); ++i)
            m_keys[i].push_back(m_question.keys[i].key.evaluate(row));
        if (!m_keys.empty())
            m_found.order.push_back(row.index);
    }

    void sort()
    {
        std::vector<std::size_t> places(m_found.order.size());
        std::iota(places.begin(), places.end(), std::size_t{0});
        std::stable_sort(places.begin(), places.end(), [this](std::size_t a, std::size_t b) {
            for (std::size_t i = 0; i < m_keys.size(); ++i) {
                const double left = m_keys[i][a];
                const double right = m_keys[i][b];
                if (std::isnan(left) || std::isnan(right)) {
                    if (std::isnan(left) != std::isnan(right))
                        return std::isnan(right);
                } else if (left != right) {
                    return (left < right) != m_question.keys[i].descending;
                }
            }
            return false;
        });
        std::vector<std::uint64_t> sorted;
        sorted.reserve(places.size());
        for (const std::size_t place : places)
            sorted.push_back(m_found.order[place]);
        m_found.order = std::move(sorted);
    }

    const FindQuestion& m_question;
    FactsSource m_source;
    std::vector<std::optional<FactNeeds>> m_needs;
    std::vector<std::shared_ptr<const FactsBlock>> m_blocks;
    std::vector<std::vector<double>> m_keys;
    FoundRecords m_found;
};

}  // namespace

Result<FoundRecords> findRecords(const FindTarget& target, const FindQuestion& question, const OperationContext& context)
{
    ProgressReporter progress(context, "looking at records", target.records, ProgressUnit::Records);
    Asker asker(target, question);
    for (std::uint64_t first = 0; first < target.records; first += kBlock) {
        const std::uint64_t count = std::min(kBlock, target.records - first);
        ZR_RETURN_IF_ERROR(asker.ask(first, count, context));
        ZR_RETURN_IF_ERROR(progress.advance(count));
    }
    progress.finish();
    return asker.finish();
}

Status fillFacts(const FindTarget& target, std::size_t stream, const FactNeeds& needs, const OperationContext& context)
{
    ProgressReporter progress(context, "measuring records", target.records, ProgressUnit::Records);
    const FactsSource source(target);
    for (std::uint64_t first = 0; first < target.records; first += kBlock) {
        ZR_RETURN_IF_ERROR(source.block(stream, first / kBlock, needs, context).status());
        ZR_RETURN_IF_ERROR(progress.advance(std::min(kBlock, target.records - first)));
    }
    progress.finish();
    return {};
}

}  // namespace zrecord
