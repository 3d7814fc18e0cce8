#include "workbench/fetch/record_fetcher.h"

#include <algorithm>
#include <utility>

namespace zrecord::workbench {

RecordFetcher::RecordFetcher(TaskRunner& runner, RecordCache& cache, QObject* parent)
    : QObject(parent), m_cache(cache), m_task(runner) {
    connect(&m_task, &LatestTask::idle, this, [this] {
        // What is left was dropped as stale or cancelled: it is not on its way any more.
        clearLoading();
        Q_EMIT busyChanged(false);
    });
}

void RecordFetcher::request(const std::vector<std::size_t>& streams, RecordRanges records) {
    m_streams = streams;
    m_records = std::move(records);
    std::vector<Wanted> wanted = missingBlocks();
    clearLoading();
    if (wanted.empty()) {
        m_task.cancel();
        return;
    }
    m_loading = wanted;
    for (const Wanted& block : m_loading)
        m_cache.setLoading(block.stream, block.block, true);

    const bool wasBusy = isBusy();
    auto source = m_cache.source();
    auto box = m_task.mailbox();
    m_task.submit([this, source = std::move(source), box, wanted = std::move(wanted)](const std::stop_token& stop) {
        OperationContext context;
        context.stop = stop;
        for (const Wanted& block : wanted) {
            if (stop.stop_requested())
                return;
            // Handed over even when a newer request came meanwhile: the data are right as long as the generation is.
            box->post([this, block, records = readIsolating(*source, block.read, context)]() mutable {
                takeBlock(block, std::move(records));
            });
        }
    });
    if (!wasBusy)
        Q_EMIT busyChanged(true);
}

std::vector<RecordFetcher::Wanted> RecordFetcher::missingBlocks() const {
    std::vector<Wanted> wanted;
    const auto& source = m_cache.source();
    const std::uint64_t total = source ? source->recordCount() : 0;
    RecordRanges records = m_records;
    records.clip(total);
    if (records.isEmpty())
        return wanted;
    for (const std::size_t stream : m_streams) {
        if (stream >= source->streamCount())
            continue;
        const std::uint64_t size = m_cache.blockRecords(stream);
        std::uint64_t next = 0;  // blocks below are wanted already
        for (const RecordRange& range : records.ranges()) {
            for (std::uint64_t block = std::max(range.first / size, next); block <= (range.end() - 1) / size; ++block) {
                next = block + 1;
                if (m_cache.hasBlock(stream, block))
                    continue;
                const std::uint64_t from = block * size;
                wanted.push_back({stream, block, {stream, from, std::min(size, total - from), m_cache.generation(), kPreviewLimit}});
            }
        }
    }
    const std::uint64_t middle = records.nth(records.count() / 2);
    const auto distance = [middle](const Wanted& w) {
        const std::uint64_t at = w.read.first + w.read.count / 2;
        return at > middle ? at - middle : middle - at;
    };
    std::stable_sort(wanted.begin(), wanted.end(),
                     [&distance](const Wanted& a, const Wanted& b) { return distance(a) < distance(b); });
    return wanted;
}

void RecordFetcher::clearLoading() {
    for (const Wanted& block : std::exchange(m_loading, {}))
        m_cache.setLoading(block.stream, block.block, false);
}

void RecordFetcher::takeBlock(const Wanted& wanted, Result<RecordBlock> records) {
    if (records.ok())
        m_cache.insert(wanted.stream, wanted.block, wanted.read.generation, std::move(*records));
}

void RecordFetcher::cancel() {
    m_task.cancel();
    clearLoading();
}

void RecordFetcher::retry() {
    for (const std::size_t stream : m_streams)
        for (const RecordRange& range : m_records.ranges())
            m_cache.forgetFailures(stream, range.first, range.count);
    request(std::vector<std::size_t>(m_streams), RecordRanges(m_records));
}

}  // namespace zrecord::workbench
