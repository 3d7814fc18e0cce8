#include "store_handle.h"

#include <pthread.h>

#include <atomic>
#include <unordered_set>
#include <utility>

#include "status_error.h"
#include "unlocked.h"

namespace zrecord::python {
namespace {

/// Forks between the first process and this one: tells a child from its parent without a system call.
std::atomic<std::uint64_t> forks = 0;

std::uint64_t thisProcess()
{
    [[maybe_unused]] static const int registered =
        ::pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
    return forks.load(std::memory_order_relaxed);
}

struct LivingHandles {
    nb::ft_mutex mutex;
    std::unordered_set<StoreHandle*> handles;
};

LivingHandles& living()
{
    static auto* const all = new LivingHandles;
    return *all;
}

StoreDescription describedBy(const StoreSummary& summary)
{
    StoreDescription description;
    description.kind = summary.kind;
    description.dtype = summary.dtype;
    description.itemShape = summary.itemShape;
    description.codec = summary.codec;
    return description;
}

bool isLike(const StoreDescription& wanted, const StoreSummary& found)
{
    return wanted.kind == found.kind && wanted.dtype == found.dtype && wanted.itemShape == found.itemShape &&
           wanted.codec == found.codec;
}

}  // namespace

StoreHandle::StoreHandle()
{
    const nb::ft_lock_guard guard(living().mutex);
    living().handles.insert(this);
}

StoreHandle::~StoreHandle()
{
    const nb::ft_lock_guard guard(living().mutex);
    living().handles.erase(this);
}

void StoreHandle::open(const std::filesystem::path& path, StoreKind kind, Access access, bool withoutLock)
{
    OpenOptions options;
    options.access = access;
    options.expectedKind = kind;
    options.withoutLock = withoutLock;
    m_path = std::filesystem::absolute(path);
    m_withoutLock = withoutLock;
    Result<Store> opened = [&] {
        const Unlocked unlocked;
        return Store::open(m_path, options);
    }();
    adopt(take(std::move(opened)));
}

void StoreHandle::create(const std::filesystem::path& path, const StoreDescription& description, const CreateOptions& options)
{
    m_path = std::filesystem::absolute(path);
    Result<Store> made = [&] {
        const Unlocked unlocked;
        return Store::create(m_path, description, options);
    }();
    adopt(take(std::move(made)));
}

void StoreHandle::defer(const std::filesystem::path& path, StoreDescription description, bool withoutLock)
{
    m_path = path;
    m_withoutLock = withoutLock;
    m_access = Access::ReadOnly;
    describe(std::move(description));
    m_closed = false;
}

void StoreHandle::bindDtype(nb::handle dtype)
{
    m_dtype = nb::borrow(dtype);
}

void StoreHandle::adopt(Store store)
{
    describe(describedBy(store.summary()));
    m_access = store.access();
    m_store = std::make_shared<Store>(std::move(store));
    m_closed = false;
    m_process = thisProcess();
}

void StoreHandle::describe(StoreDescription description)
{
    m_description = std::move(description);
    m_itemShape.assign(m_description.itemShape.begin(), m_description.itemShape.end());
    m_recordBytes = m_description.kind == StoreKind::Dense ? take(m_description.recordBytes()) : 0;
}

void StoreHandle::close()
{
    std::shared_ptr<Store> store;
    {
        const nb::ft_lock_guard guard(m_mutex);
        if (std::exchange(m_closed, true))
            return;
        store = std::exchange(m_store, nullptr);
    }
    if (!store || m_process != thisProcess())
        return;
    Status closed = [&] {
        const Unlocked unlocked;
        return store->close();
    }();
    check(std::move(closed));
}

std::shared_ptr<Store> StoreHandle::store()
{
    const nb::ft_lock_guard guard(m_mutex);
    if (m_closed)
        throw StatusError(Status(ErrorCode::Closed, "the store is closed").withStore(m_path.string()));
    if (!m_store || m_process != thisProcess())
        reopen();
    return m_store;
}

void StoreHandle::reopen()
{
    m_store.reset();
    // The parent of a fork keeps the exclusive lock for both; the child only reads.
    const bool lockOfParent = m_access == Access::ReadWrite;
    OpenOptions options;
    options.expectedKind = m_description.kind;
    options.withoutLock = m_withoutLock || lockOfParent;
    Store store = take(Store::open(m_path, options));
    if (!isLike(m_description, store.summary()))
        throw StatusError(Status(ErrorCode::WrongKind, "another store has taken the place of the one that was opened here")
                              .withStore(m_path.string()));
    m_withoutLock = options.withoutLock;
    adopt(std::move(store));
}

void StoreHandle::forgetParent()
{
    for (StoreHandle* handle : living().handles)
        handle->m_store.reset();
}

}  // namespace zrecord::python
