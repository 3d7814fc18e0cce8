#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <QObject>

#include "workbench/fetch/record_cache.h"
#include "workbench/jobs/latest_task.h"

namespace zrecord::workbench {

/// Loads the one record that the viewer shows, whole, and reads no other. Newest wins; an answer for a record that is no
/// longer wanted is dropped. GUI thread.
class RecordLoader : public QObject {
    Q_OBJECT
public:
    /// Above this a record is only announced (tooLarge()) until request() is asked with `evenIfLarge`.
    static constexpr std::uint64_t kLargeRecord = 512ULL << 20;

    RecordLoader(TaskRunner& runner, RecordCache& cache, QObject* parent = nullptr);

    /// Answers at once, before this returns, when the cache has the record.
    void request(std::size_t stream, std::uint64_t index, bool evenIfLarge = false);
    void cancel();
    [[nodiscard]] bool isLoading() const noexcept { return m_loading; }

Q_SIGNALS:
    void loadingChanged(bool loading);
    void loaded(std::size_t stream, std::uint64_t index, const zrecord::workbench::DecodedRecord& record);
    /// Shape known, bytes left out: ask the person first.
    void tooLarge(std::size_t stream, std::uint64_t index, const zrecord::workbench::DecodedRecord& record);
    void failed(std::size_t stream, std::uint64_t index, const zrecord::Status& status);

private:
    void take(std::size_t stream, std::uint64_t index, std::uint64_t ticket, Result<RecordBlock> block);
    void setLoading(bool loading);

    RecordCache& m_cache;
    bool m_loading = false;
    LatestTask m_task;
};

}  // namespace zrecord::workbench
