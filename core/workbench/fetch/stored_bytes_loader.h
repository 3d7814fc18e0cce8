#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <QObject>

#include <zrecord/status.h>

#include "workbench/jobs/latest_task.h"

namespace zrecord::workbench {

class StreamSet;

/// Brings one record's payload as it lies in the chunk: a compressed frame, or the record itself in raw stores. Newest
/// request wins; GUI thread.
class StoredBytesLoader : public QObject {
    Q_OBJECT
public:
    using Bytes = std::shared_ptr<const std::vector<std::byte>>;

    /// The runner outlives the loader.
    explicit StoredBytesLoader(TaskRunner& runner, QObject* parent = nullptr);

    void request(std::shared_ptr<const StreamSet> streams, std::size_t stream, std::uint64_t index);
    void cancel();

Q_SIGNALS:
    void loaded(std::size_t stream, std::uint64_t index, const zrecord::workbench::StoredBytesLoader::Bytes& bytes);
    void failed(std::size_t stream, std::uint64_t index, const zrecord::Status& status);

private:
    LatestTask m_task;
};

}  // namespace zrecord::workbench
