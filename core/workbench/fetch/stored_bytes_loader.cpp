#include "workbench/fetch/stored_bytes_loader.h"

#include "workbench/document/stream_set.h"

namespace zrecord::workbench {

StoredBytesLoader::StoredBytesLoader(TaskRunner& runner, QObject* parent) : QObject(parent), m_task(runner) {}

void StoredBytesLoader::request(std::shared_ptr<const StreamSet> streams, std::size_t stream, std::uint64_t index) {
    const std::uint64_t ticket = m_task.ticket() + 1;  // of the work submitted now
    m_task.submit([this, box = m_task.mailbox(), streams = std::move(streams), stream, index, ticket](const std::stop_token& stop) {
        if (stop.stop_requested())
            return;
        auto read = streams->storedBytes(stream, index);
        const Status status = read.status();
        const Bytes bytes = read.ok() ? std::make_shared<const std::vector<std::byte>>(std::move(read).value()) : nullptr;
        box->post([this, bytes, status, stream, index, ticket] {
            if (!m_task.isCurrent(ticket))
                return;
            if (bytes)
                Q_EMIT loaded(stream, index, bytes);
            else
                Q_EMIT failed(stream, index, status);
        });
    });
}

void StoredBytesLoader::cancel() { m_task.cancel(); }

}  // namespace zrecord::workbench
