#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <QObject>

#include "workbench/fetch/record_cache.h"
#include "workbench/jobs/latest_task.h"
#include "workbench/selection/record_ranges.h"

namespace zrecord::workbench {

/// Brings the records of a view into the cache: one request runs, one waits, the newest wins. Blocks near the middle of
/// the wanted range come first; blocks that are there already cost nothing. GUI thread.
class RecordFetcher : public QObject {
    Q_OBJECT
public:
    /// Records above this size come without bytes: tables and tiles show their shape, the viewer loads them alone.
    static constexpr std::uint64_t kPreviewLimit = 16ULL << 20;

    RecordFetcher(TaskRunner& runner, RecordCache& cache, QObject* parent = nullptr);

    /// Replaces whatever this view wanted before. Give what is visible plus one screen each way; clipped to the store.
    void request(const std::vector<std::size_t>& streams, std::uint64_t first, std::uint64_t count) { request(streams, RecordRanges(first, count)); }
    void request(const std::vector<std::size_t>& streams, RecordRanges records);
    void cancel();
    /// Tries failed records of the last request again.
    void retry();
    [[nodiscard]] bool isBusy() const noexcept { return m_task.isRunning() || m_task.isWaiting(); }

Q_SIGNALS:
    void busyChanged(bool busy);

private:
    struct Wanted {
        std::size_t stream;
        std::uint64_t block;
        ReadRequest read;
    };
    std::vector<Wanted> missingBlocks() const;
    void clearLoading();
    void takeBlock(const Wanted& wanted, Result<RecordBlock> records);

    RecordCache& m_cache;
    std::vector<std::size_t> m_streams;
    RecordRanges m_records;
    std::vector<Wanted> m_loading;
    LatestTask m_task;
};

}  // namespace zrecord::workbench
