#include "store/store_core.h"

#include <utility>

#include "platform/process_identity.h"

namespace zrecord {
namespace {

Mapping mappingFor(const StoreCore::Parts& parts)
{
    // Without a lock anybody may shorten a file at any time, and zeros would stand where a read fails.
    if (parts.readMode == ReadMode::Pread || !parts.lock)
        return Mapping::Never;
    return parts.access == Access::ReadWrite ? Mapping::Growing : Mapping::AsTheyAre;
}

}  // namespace

StoreCore::StoreCore(Parts parts)
    : m_parts(std::move(parts)),
      m_owner(forkGeneration()),
      m_files(m_parts.fileSystem, m_parts.path, m_parts.limits, mappingFor(m_parts)),
      m_output(m_parts.fileSystem, m_parts.path, m_parts.limits),
      m_encoder(m_parts.fileSystem, m_parts.path, m_parts.description, *m_parts.codec)
{
    m_summary.path = m_parts.path;
    m_summary.kind = m_parts.description.kind;
    m_summary.dtype = m_parts.description.dtype;
    m_summary.itemShape = m_parts.description.itemShape;
    m_summary.codec = m_parts.description.codec;
    m_summary.dictionaryBytes = m_parts.description.dictionary.size();
    if (const auto width = m_parts.description.recordBytes(); width.ok())
        m_summary.recordBytes = *width;
    setHeader(m_parts.header);
    m_files.show(std::move(m_parts.pending));
}

StoreCore::~StoreCore()
{
    release();
}

void StoreCore::setHeader(const MetaHeader& header)
{
    const std::lock_guard guard(m_headerMutex);
    m_parts.header = header;
    m_summary.records = header.length / perRecord();
    m_summary.chunkBytes = (std::uint64_t{header.tailChunk} << 32) + header.tailOffset;
    m_summary.chunks = header.tailChunk + 1;
    m_records.store(m_summary.records, std::memory_order_release);
}

MetaHeader StoreCore::header() const
{
    const std::lock_guard guard(m_headerMutex);
    return m_parts.header;
}

Status StoreCore::usable() const
{
    if (m_closed.load(std::memory_order_acquire))
        return Status(ErrorCode::Closed, "the store was closed");
    if (isForeign())
        return Status(ErrorCode::Closed, "the store was opened by another process, and handles do not survive a fork");
    return {};
}

Status StoreCore::changeable() const
{
    ZR_RETURN_IF_ERROR(usable());
    if (m_parts.access != Access::ReadWrite)
        return Status(ErrorCode::ReadOnly, "the store is open for reading only");
    return m_poison;
}

void StoreCore::poison(Status why)
{
    if (!m_poison.ok() || why.ok())
        return;
    std::string text = "changes are no longer accepted because an earlier one failed: ";
    text += why.what();
    m_poison = Status(why.code(), std::move(text)).withFile(why.file());
    m_poison = std::move(m_poison).withRemedy("Close the store, check the disk, open it again and verify it.");
}

Status StoreCore::publish(const MetaHeader& header)
{
    m_metaChanged = true;
    if (Status failed = m_parts.meta->writeAt(0, encodeMetaHeader(header)); !failed.ok()) {
        if (!m_parts.meta->writeAt(0, encodeMetaHeader(m_parts.header)).ok())
            poison(failed);
        return std::move(failed).withFile(kMetaFileName, 0);
    }
    setHeader(header);
    return {};
}

Status StoreCore::raiseFence(const JournalId& journal, bool& raised)
{
    m_metaChanged = true;
    raised = false;
    if (Status failed = m_parts.meta->writeAt(0, encodeFence(m_parts.header, journal)); !failed.ok()) {
        const bool restored = m_parts.meta->writeAt(0, encodeMetaHeader(m_parts.header)).ok();
        // A part of the fence may have reached the device before the old header came back.
        if (!restored || (durability() == Durability::Power && !m_parts.meta->sync().ok()))
            poison(failed);
        return std::move(failed).withFile(kMetaFileName, 0);
    }
    raised = true;
    return durability() == Durability::Power ? m_parts.meta->sync() : Status();
}

Status StoreCore::liftFence(const MetaHeader& header, const JournalId& journal)
{
    if (Status failed = m_parts.meta->writeAt(0, encodeMetaHeader(header)); !failed.ok()) {
        static_cast<void>(m_parts.meta->writeAt(0, encodeFence(m_parts.header, journal)).ok());
        return std::move(failed).withFile(kMetaFileName, 0);
    }
    if (durability() == Durability::Power)
        ZR_RETURN_IF_ERROR(m_parts.meta->sync());
    m_metaChanged = durability() != Durability::Power;
    setHeader(header);
    return {};
}

Status StoreCore::lowerFence()
{
    Status status = m_parts.meta->writeAt(0, encodeMetaHeader(m_parts.header));
    if (status.ok() && durability() == Durability::Power)
        status = m_parts.meta->sync();
    if (!status.ok())
        poison(status);
    return status;
}

void StoreCore::showPending(const MetaHeader& header, PendingView view)
{
    m_files.show(std::move(view));
    setHeader(header);
}

Status StoreCore::sync()
{
    if (m_output.settled() && !m_metaChanged)
        return {};
    if (Status status = m_output.sync(m_parts.header); !status.ok()) {
        // The kernel may have dropped the pages that it could not write: a second call would report success for lost data.
        if (m_output.syncFailed())
            poison(status);
        return status;
    }
    return syncHeader();
}

Status StoreCore::syncHeader()
{
    Status status = m_parts.meta->sync();
    if (status.ok())
        m_metaChanged = false;
    else
        poison(status);
    return status;
}

bool StoreCore::isForeign() const noexcept
{
    return forkGeneration() != m_owner;
}

void StoreCore::abandon() noexcept
{
    m_parts.lock.reset();
    m_parts.meta.reset();
}

void StoreCore::release()
{
    m_closed.store(true, std::memory_order_release);
    m_files.forget();
    m_output.forget();
    m_parts.lock.reset();
    m_parts.meta.reset();
}

std::optional<StoreStats> StoreCore::knownStats(const MetaHeader& header) const
{
    const std::lock_guard guard(m_headerMutex);
    if (m_counted && m_counted->header == header && m_counted->generation == generation())
        return m_counted->stats;
    return std::nullopt;
}

void StoreCore::rememberStats(const MetaHeader& header, const StoreStats& stats) const
{
    const std::lock_guard guard(m_headerMutex);
    m_counted = Counted{header, generation(), stats};
}

}  // namespace zrecord
