#include "workbench/fetch/record_loader.h"

#include <utility>

namespace zrecord::workbench {

RecordLoader::RecordLoader(TaskRunner& runner, RecordCache& cache, QObject* parent)
    : QObject(parent), m_cache(cache), m_task(runner) {}

void RecordLoader::request(std::size_t stream, std::uint64_t index, bool evenIfLarge) {
    const auto& source = m_cache.source();
    if (!source || stream >= source->streamCount() || index >= source->recordCount()) {
        cancel();
        return;
    }
    if (m_cache.state(stream, index) == RecordState::Ready) {
        const DecodedRecord record = m_cache.record(stream, index);
        if (record.hasBytes()) {
            cancel();
            Q_EMIT loaded(stream, index, record);
            return;
        }
    }
    setLoading(true);
    ReadRequest read{stream, index, 1, m_cache.generation(), evenIfLarge ? UINT64_MAX : kLargeRecord};
    auto box = m_task.mailbox();
    const std::uint64_t ticket = m_task.ticket() + 1;
    m_task.submit([this, source, box, read, ticket](const std::stop_token& stop) {
        OperationContext context;
        context.stop = stop;
        box->post([this, read, ticket, block = source->read(read, context)]() mutable {
            take(read.stream, read.first, ticket, std::move(block));
        });
    });
}

void RecordLoader::cancel() {
    m_task.cancel();
    setLoading(false);
}

void RecordLoader::take(std::size_t stream, std::uint64_t index, std::uint64_t ticket, Result<RecordBlock> block) {
    if (!m_task.isCurrent(ticket))
        return;
    setLoading(false);
    if (!block.ok()) {
        // Closed: the records moved on; whoever shows them asks again when the session says so.
        if (block.code() != ErrorCode::Closed && block.code() != ErrorCode::Cancelled)
            Q_EMIT failed(stream, index, std::move(block).status());
        return;
    }
    const DecodedRecord& record = block->record(index);
    if (record.hasBytes())
        Q_EMIT loaded(stream, index, record);
    else
        Q_EMIT tooLarge(stream, index, record);
}

void RecordLoader::setLoading(bool loading) {
    if (std::exchange(m_loading, loading) != loading)
        Q_EMIT loadingChanged(loading);
}

}  // namespace zrecord::workbench
