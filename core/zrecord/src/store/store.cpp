#include "zrecord/store.h"

#include <mutex>
#include <new>
#include <shared_mutex>
#include <utility>

#include "base/memory_guard.h"
#include "format/meta_header.h"
#include "store/compactor.h"
#include "store/reading/page_requests.h"
#include "store/record_gatherer.h"
#include "store/record_remover.h"
#include "store/recovery/record_restorer.h"
#include "store/store_access.h"
#include "store/store_appender.h"
#include "store/store_core.h"
#include "store/store_creator.h"
#include "store/store_opener.h"
#include "store/store_statistics.h"
#include "store/verifier.h"

namespace zrecord {

class Store::Impl {
public:
    explicit Impl(std::unique_ptr<StoreCore> ownedCore) : core(std::move(ownedCore)) {}
    ~Impl()
    {
        if (!core->isForeign())
            return;
        core->abandon();
        static_cast<void>(core.release());
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    std::unique_ptr<StoreCore> core;
};

namespace {

Status outOfMemory()
{
    return Status(ErrorCode::OutOfMemory, "there is not enough memory for this operation");
}

Status failureOf(Status&& status) { return std::move(status); }
template <typename T>
Status failureOf(Result<T>&& result) { return std::move(result).status(); }

template <typename Outcome>
Outcome inStore(const StoreCore& core, Outcome outcome)
{
    if (outcome.ok())
        return outcome;
    return failureOf(std::move(outcome)).withStore(core.path().string());
}

/// Runs a read: the handle is usable and no change that moves records is under way.
template <typename Operation>
auto reading(const StoreCore* core, Operation&& operation) -> decltype(operation(*core))
{
    if (core == nullptr)
        return Status(ErrorCode::Closed, "the store was moved away");
    // Before any mutex: after fork one may be held by a thread that does not exist here.
    if (Status status = core->usable(); !status.ok())
        return std::move(status).withStore(core->path().string());
    const std::shared_lock gate(core->gate());
    if (Status status = core->usable(); !status.ok())
        return std::move(status).withStore(core->path().string());
    try {
        return inStore(*core, operation(*core));
    } catch (const std::bad_alloc&) {
        return outOfMemory().withStore(core->path().string());
    }
}

/// Runs a change: alone among changes, beside reads unless the operation takes the gate itself.
template <typename Operation>
auto changing(StoreCore* core, Operation&& operation) -> decltype(operation(*core))
{
    if (core == nullptr)
        return Status(ErrorCode::Closed, "the store was moved away");
    if (Status status = core->usable(); !status.ok())
        return std::move(status).withStore(core->path().string());
    const std::lock_guard writer(core->writeMutex());
    if (Status status = core->changeable(); !status.ok())
        return std::move(status).withStore(core->path().string());
    try {
        return inStore(*core, operation(*core));
    } catch (const std::bad_alloc&) {
        return outOfMemory().withStore(core->path().string());
    }
}

Status needs(const StoreCore& core, StoreKind kind)
{
    if (core.description().kind == kind)
        return {};
    return Status(ErrorCode::WrongKind, kind == StoreKind::Dense ? "the store is ragged, but this call is for dense ones"
                                                                 : "the store is dense, but this call is for ragged ones");
}

}  // namespace

Result<Store> StoreAccess::open(const std::filesystem::path& path, const OpenOptions& options, FileSystem& fileSystem,
                                const StoreLimits& limits)
{
    return withMemoryErrors([&]() -> Result<Store> {
        ZR_ASSIGN_OR_RETURN(std::unique_ptr<StoreCore> core, openStore(fileSystem, limits, path, options));
        return Store(std::make_unique<Store::Impl>(std::move(core)));
    });
}

Result<Store> StoreAccess::create(const std::filesystem::path& path, const StoreDescription& description,
                                  const CreateOptions& options, FileSystem& fileSystem, const StoreLimits& limits)
{
    return withMemoryErrors([&]() -> Result<Store> {
        ZR_ASSIGN_OR_RETURN(std::unique_ptr<StoreCore> core, createStore(fileSystem, limits, path, description, options));
        return Store(std::make_unique<Store::Impl>(std::move(core)));
    });
}

std::uint64_t StoreAccess::readAhead(const Store& store, std::span<const std::uint64_t> indices, ReadAheadCheck check)
{
    const auto asked = reading(store.m_impl ? store.m_impl->core.get() : nullptr, [&](const StoreCore& core) -> Result<std::uint64_t> {
        const MetaHeader header = core.header();
        return PageRequests(core, header).ask(indices, check);
    });
    return asked.ok() ? *asked : 0;
}

std::uint64_t readAhead(const Store& store, std::span<const std::uint64_t> indices, ReadAheadCheck check)
{
    return StoreAccess::readAhead(store, indices, check);
}

StoreCore* StoreAccess::coreOf(const Store& store) noexcept
{
    return store.m_impl ? store.m_impl->core.get() : nullptr;
}

Store StoreAccess::adopt(std::unique_ptr<StoreCore> core)
{
    return Store(std::make_unique<Store::Impl>(std::move(core)));
}

Result<Store> Store::open(const std::filesystem::path& path, const OpenOptions& options)
{
    return StoreAccess::open(path, options, posixFileSystem());
}

Result<Store> Store::create(const std::filesystem::path& path, const StoreDescription& description, const CreateOptions& options)
{
    return StoreAccess::create(path, description, options, posixFileSystem());
}

bool Store::looksLikeStore(const std::filesystem::path& path)
{
    const auto type = posixFileSystem().entryType(path / kMetaFileName);
    if (type.ok())
        return *type == EntryType::File;
    // A folder that nobody may look into: open() says so. A path that is no path is no store.
    const auto folder = posixFileSystem().entryType(path);
    return folder.ok() && *folder == EntryType::Folder;
}

Store::Store(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

const StoreSummary& Store::summary() const { return m_impl->core->summary(); }
std::uint64_t Store::size() const { return m_impl->core->records(); }
Access Store::access() const { return m_impl->core->access(); }
bool Store::isOpen() const { return m_impl && m_impl->core->usable().ok(); }
std::span<const std::byte> Store::dictionary() const { return m_impl->core->description().dictionary; }
const RecoveryNote& Store::recovery() const { return m_impl->core->recovery(); }
std::uint64_t Store::generation() const { return m_impl->core->generation(); }

Status Store::gather(std::span<const std::uint64_t> indices, std::span<std::byte> destination, const OperationContext& context) const
{
    return reading(m_impl ? m_impl->core.get() : nullptr, [&](const StoreCore& core) -> Status {
        ZR_RETURN_IF_ERROR(needs(core, StoreKind::Dense));
        return RecordGatherer(core).gatherDense(indices, destination, context);
    });
}

Result<RaggedLayout> Store::layout(std::span<const std::uint64_t> indices, const OperationContext& context) const
{
    return reading(m_impl ? m_impl->core.get() : nullptr, [&](const StoreCore& core) -> Result<RaggedLayout> {
        ZR_RETURN_IF_ERROR(needs(core, StoreKind::Ragged));
        return RecordGatherer(core).layout(indices, context);
    });
}

Status Store::gather(std::span<const std::uint64_t> indices, const RaggedLayout& layout, std::span<std::byte> destination,
                     const OperationContext& context) const
{
    return reading(m_impl ? m_impl->core.get() : nullptr, [&](const StoreCore& core) -> Status {
        ZR_RETURN_IF_ERROR(needs(core, StoreKind::Ragged));
        return RecordGatherer(core).gatherRagged(indices, layout, destination, context);
    });
}

Result<RecordLocation> Store::locate(std::uint64_t index) const
{
    return reading(m_impl ? m_impl->core.get() : nullptr, [&](const StoreCore& core) { return RecordGatherer(core).locate(index); });
}

Result<std::vector<std::byte>> Store::storedBytes(std::uint64_t index) const
{
    return reading(m_impl ? m_impl->core.get() : nullptr, [&](const StoreCore& core) { return RecordGatherer(core).storedBytes(index); });
}

Result<std::uint64_t> Store::append(std::span<const std::byte> records, const OperationContext& context)
{
    return changing(m_impl ? m_impl->core.get() : nullptr, [&](StoreCore& core) -> Result<std::uint64_t> {
        ZR_RETURN_IF_ERROR(needs(core, StoreKind::Dense));
        return appendDense(core, records, context);
    });
}

Result<std::uint64_t> Store::append(std::span<const RaggedRecord> records, const OperationContext& context)
{
    return changing(m_impl ? m_impl->core.get() : nullptr, [&](StoreCore& core) -> Result<std::uint64_t> {
        ZR_RETURN_IF_ERROR(needs(core, StoreKind::Ragged));
        return appendRagged(core, records, context);
    });
}

Result<StoreStats> Store::stats(const OperationContext& context) const
{
    return reading(m_impl ? m_impl->core.get() : nullptr, [&](const StoreCore& core) { return countStats(core, context); });
}

Result<std::optional<StoreEncoder>> Store::encoder() const
{
    return reading(m_impl ? m_impl->core.get() : nullptr, [](const StoreCore& core) -> Result<std::optional<StoreEncoder>> {
        return readEncoderNote(core.fileSystem(), core.path()).encoder;
    });
}

Result<RemovalResult> Store::remove(std::span<const std::uint64_t> indices, const OperationContext& context)
{
    return changing(m_impl ? m_impl->core.get() : nullptr, [&](StoreCore& core) { return removeRecords(core, indices, context); });
}

Result<RemovalResult> Store::planRemoval(std::span<const std::uint64_t> indices) const
{
    return reading(m_impl ? m_impl->core.get() : nullptr, [&](const StoreCore& core) { return zrecord::planRemoval(core, indices); });
}

Result<RestorationResult> Store::undoRemoval(const OperationContext& context)
{
    return changing(m_impl ? m_impl->core.get() : nullptr, [&](StoreCore& core) { return restoreRecords(core, context); });
}

Result<std::vector<UndoableRemoval>> Store::undoableRemovals() const
{
    return reading(m_impl ? m_impl->core.get() : nullptr, [&](const StoreCore& core) { return zrecord::undoableRemovals(core); });
}

Result<CompactionResult> Store::compact(const OperationContext& context)
{
    return changing(m_impl ? m_impl->core.get() : nullptr, [&](StoreCore& core) { return compactStore(core, context); });
}

Result<CompactionForecast> Store::forecastCompaction(const OperationContext& context) const
{
    return reading(m_impl ? m_impl->core.get() : nullptr, [&](const StoreCore& core) { return zrecord::forecastCompaction(core, context); });
}

Result<VerifyReport> Store::verify(const VerifyOptions& options, const OperationContext& context) const
{
    return reading(m_impl ? m_impl->core.get() : nullptr, [&](const StoreCore& core) { return verifyStore(core, options, context); });
}

Status Store::sync()
{
    return changing(m_impl ? m_impl->core.get() : nullptr, [](StoreCore& core) { return core.sync(); });
}

Status Store::close()
{
    if (!m_impl)
        return Status(ErrorCode::Closed, "the store was moved away");
    StoreCore& core = *m_impl->core;
    if (Status status = core.usable(); !status.ok())
        return std::move(status).withStore(core.path().string());
    const std::lock_guard writer(core.writeMutex());
    const std::lock_guard gate(core.gate());
    if (Status status = core.usable(); !status.ok())
        return std::move(status).withStore(core.path().string());
    Status status;
    if (core.access() == Access::ReadWrite) {
        status = core.changeable();
        if (status.ok() && core.changed())
            status = core.sync();
    }
    core.release();
    return inStore(core, std::move(status));
}

}  // namespace zrecord
