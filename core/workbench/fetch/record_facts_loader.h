#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <QObject>

#include <zrecord/status.h>
#include <zrecord/store_stats.h>

#include "workbench/jobs/latest_task.h"

namespace zrecord::workbench {

class StreamSet;

/// Finds out where a record lies and how large it is, without decoding it. Newest request wins; GUI thread.
class RecordFactsLoader : public QObject {
    Q_OBJECT
public:
    /// The runner outlives the loader.
    explicit RecordFactsLoader(TaskRunner& runner, QObject* parent = nullptr);

    void request(std::shared_ptr<const StreamSet> streams, std::size_t stream, std::uint64_t index);
    void cancel();

Q_SIGNALS:
    void located(std::size_t stream, std::uint64_t index, const zrecord::RecordLocation& location);
    void failed(std::size_t stream, std::uint64_t index, const zrecord::Status& status);

private:
    LatestTask m_task;
};

}  // namespace zrecord::workbench
