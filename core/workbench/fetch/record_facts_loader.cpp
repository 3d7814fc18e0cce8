#include "workbench/fetch/record_facts_loader.h"

#include "workbench/document/stream_set.h"

namespace zrecord::workbench {

RecordFactsLoader::RecordFactsLoader(TaskRunner& runner, QObject* parent) : QObject(parent), m_task(runner) {}

void RecordFactsLoader::request(std::shared_ptr<const StreamSet> streams, std::size_t stream, std::uint64_t index) {
    const std::uint64_t ticket = m_task.ticket() + 1;  // of the work submitted now
    m_task.submit([this, box = m_task.mailbox(), streams = std::move(streams), stream, index, ticket](const std::stop_token& stop) {
        if (stop.stop_requested())
            return;
        auto location = std::make_shared<Result<RecordLocation>>(streams->locate(stream, index));
        box->post([this, location, stream, index, ticket] {
            if (!m_task.isCurrent(ticket))
                return;
            if (location->ok())
                Q_EMIT located(stream, index, **location);
            else
                Q_EMIT failed(stream, index, location->status());
        });
    });
}

void RecordFactsLoader::cancel() { m_task.cancel(); }

}  // namespace zrecord::workbench
