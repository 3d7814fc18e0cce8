#include "change_binding.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bindings.h"
#include "index_argument.h"
#include "long_operation.h"
#include "numpy_bridge.h"
#include "status_error.h"
#include "store_handle.h"
#include "unlocked.h"
#include "zrecord/aligned_set.h"

namespace zrecord::python {
namespace {

/// Some stores that are open; those of a set change as one.
class OpenStores {
public:
    explicit OpenStores(nb::list handles)
    {
        for (const nb::handle handle : handles) {
            m_handles.push_back(&nb::cast<StoreHandle&>(handle));
            m_stores.push_back(m_handles.back()->store());
            m_streams.push_back(m_stores.back().get());
        }
        if (m_streams.empty())
            fail(ErrorCode::InvalidArgument, "a set has at least one stream");
    }

    [[nodiscard]] const std::vector<Store*>& streams() const { return m_streams; }
    /// For counting from the end, and for errors.
    [[nodiscard]] IndexArgument chosen(nb::handle index) const { return {index, m_streams.front()->size(), m_handles.front()->path()}; }

private:
    std::vector<StoreHandle*> m_handles;
    std::vector<std::shared_ptr<Store>> m_stores;
    std::vector<Store*> m_streams;
};

nb::dict compactionDict(const CompactionResult& done)
{
    nb::dict dict;
    dict["before"] = statsDict(done.before);
    dict["after"] = statsDict(done.after);
    return dict;
}

/// (records that came back, their number before, moves as from and to alternating)
nb::tuple restorationTuple(const RestorationResult& done)
{
    std::vector<std::uint64_t> moves;
    for (const RecordMove& move : done.moves) {
        moves.push_back(move.from);
        moves.push_back(move.to);
    }
    return nb::make_tuple(makeNumbers(done.restored), done.recordsBefore, makeNumbers(moves));
}

/// (records, seconds since 1970) of each, newest first.
nb::list removalRows(const std::vector<UndoableRemoval>& removals)
{
    nb::list rows;
    for (const UndoableRemoval& removal : removals)
        rows.append(nb::make_tuple(removal.records, removal.when));
    return rows;
}

/// The numbers of records that indices stand for, in their order.
nb::object resolveIndices(StoreHandle& handle, nb::handle index)
{
    const IndexArgument chosen(index, handle.store()->size(), handle.path());
    const std::span<const std::uint64_t> numbers = chosen.indices();
    return makeNumbers(std::vector<std::uint64_t>(numbers.begin(), numbers.end()));
}

void removeRecords(StoreHandle& handle, nb::handle index)
{
    const std::shared_ptr<Store> store = handle.store();
    const IndexArgument chosen(index, store->size(), handle.path());
    take(withoutLock([&] { return store->remove(chosen.indices()); }));
}

nb::dict compactStore(StoreHandle& handle, nb::handle progress)
{
    const std::shared_ptr<Store> store = handle.store();
    return compactionDict(longResult<CompactionResult>(progress, [&](const OperationContext& context) { return store->compact(context); }));
}

nb::tuple undoInStore(StoreHandle& handle, nb::handle progress)
{
    const std::shared_ptr<Store> store = handle.store();
    return restorationTuple(longResult<RestorationResult>(progress, [&](const OperationContext& context) { return store->undoRemoval(context); }));
}

nb::list undoableInStore(StoreHandle& handle)
{
    const std::shared_ptr<Store> store = handle.store();
    return removalRows(take(withoutLock([&] { return store->undoableRemovals(); })));
}

void removeTogether(nb::list handles, nb::handle index)
{
    const OpenStores stores(handles);
    const IndexArgument chosen = stores.chosen(index);
    take(withoutLock([&] { return AlignedSet::removeTogether(stores.streams(), chosen.indices()); }));
}

nb::tuple undoTogether(nb::list handles, nb::handle progress)
{
    const OpenStores stores(handles);
    return restorationTuple(longResult<RestorationResult>(
        progress, [&](const OperationContext& context) { return AlignedSet::undoTogether(stores.streams(), context); }));
}

nb::list undoableTogether(nb::list handles)
{
    const OpenStores stores(handles);
    return removalRows(take(withoutLock([&] { return AlignedSet::undoableTogether(stores.streams()); })));
}

nb::list compactTogether(nb::list handles, nb::handle progress)
{
    const OpenStores stores(handles);
    const auto done = longResult<std::vector<CompactionResult>>(
        progress, [&](const OperationContext& context) { return AlignedSet::compactTogether(stores.streams(), context); });
    nb::list rows;
    for (const CompactionResult& result : done)
        rows.append(compactionDict(result));
    return rows;
}

}  // namespace

nb::dict statsDict(const StoreStats& stats)
{
    nb::dict dict;
    dict["records"] = stats.records;
    dict["live_bytes"] = stats.liveBytes;
    dict["chunk_bytes"] = stats.chunkBytes;
    dict["reclaimable"] = stats.reclaimable;
    dict["plain_bytes"] = stats.plainBytes;
    return dict;
}

void bindChanges(nb::module_& module)
{
    module.def("resolve_indices", resolveIndices);
    module.def("remove_records", removeRecords);
    module.def("compact_store", compactStore, nb::arg(), nb::arg().none());
    module.def("undo_removal", undoInStore, nb::arg(), nb::arg().none());
    module.def("undoable_removals", undoableInStore);
    module.def("remove_together", removeTogether);
    module.def("undo_together", undoTogether, nb::arg(), nb::arg().none());
    module.def("undoable_together", undoableTogether);
    module.def("compact_together", compactTogether, nb::arg(), nb::arg().none());
}

}  // namespace zrecord::python
