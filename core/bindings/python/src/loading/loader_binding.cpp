#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.h"
#include "long_operation.h"
#include "numpy_bridge.h"
#include "loading/order_binding.h"
#include "record_reading.h"
#include "status_error.h"
#include "store_handle.h"
#include "unlocked.h"
#include "zrecord/data_loader.h"

namespace zrecord::python {
namespace {

constexpr std::chrono::milliseconds kLook{50};

/// What Python needs to know of a stream to make its arrays.
struct StreamView {
    nb::object key;
    nb::object dtype;
    std::vector<Py_ssize_t> itemShape;
    bool ragged = false;
};

void dropBatch(PyObject* capsule)
{
    delete static_cast<Batch*>(PyCapsule_GetPointer(capsule, nullptr));
}

/// Keeps the batch's memory from being used again.
nb::object ownerOf(const Batch& batch)
{
    auto held = std::make_unique<Batch>(batch);
    PyObject* capsule = PyCapsule_New(held.get(), nullptr, dropBatch);
    if (capsule == nullptr)
        throw nb::python_error();
    static_cast<void>(held.release());
    return nb::steal(capsule);
}

nb::list issueList(const Batch& batch)
{
    nb::list issues;
    for (const BatchIssue& issue : batch.issues())
        issues.append(nb::make_tuple(batch.step(), issue.record, issue.stream, issue.fault.message(), issue.replacement));
    return issues;
}

class LoaderHandle {
public:
    LoaderHandle(const nb::dict& streams, const nb::dict& options)
    {
        std::vector<LoaderStream> named;
        for (auto [key, stores] : streams)
            named.push_back(addStream(key, nb::cast<nb::sequence>(stores)));
        LoaderOptions read = readOptions(options);
        readBuckets(options, named, read);
        m_readsInNext = read.prefetch == 0;
        Result<DataLoader> made = [&] {
            const Unlocked unlocked;
            return DataLoader::create(std::move(named), std::move(read));
        }();
        m_loader = std::make_shared<DataLoader>(take(std::move(made)));
    }

    ~LoaderHandle()
    {
        const Unlocked unlocked;
        m_loader.reset();
    }

    LoaderHandle(const LoaderHandle&) = delete;
    LoaderHandle& operator=(const LoaderHandle&) = delete;

    /// (step, {stream: records}, issues); StopIteration after the last step.
    nb::tuple next()
    {
        Batch batch = take(await());
        if (!batch)
            throw nb::stop_iteration();
        const nb::object owner = ownerOf(batch);
        nb::dict records;
        for (std::size_t i = 0; i < m_streams.size(); ++i)
            records[m_streams[i].key] = arraysOf(batch, i, owner);
        return nb::make_tuple(batch.step(), records, batch.issues().empty() ? nb::object(nb::none()) : issueList(batch));
    }

    void stop()
    {
        const std::shared_ptr<DataLoader> loader = m_loader;
        const Unlocked unlocked;
        loader->stop();
    }

    [[nodiscard]] std::string state() const
    {
        const nb::ft_lock_guard guard(m_keptMutex);
        return (m_kept ? m_kept->before : m_loader->state()).toJson();
    }

    [[nodiscard]] nb::dict stats() const
    {
        const LoaderStats stats = m_loader->stats();
        nb::dict dict;
        dict["delivered"] = stats.delivered;
        dict["records"] = stats.records;
        dict["bytes"] = stats.bytes;
        dict["ragged_bytes"] = stats.raggedBytes;
        dict["padded_bytes"] = stats.paddedBytes;
        dict["issues"] = stats.issues;
        dict["requested_bytes"] = stats.requestedBytes;
        dict["stalls"] = stats.stalls;
        dict["stalled_seconds"] = std::chrono::duration<double>(stats.stalled).count();
        dict["ready"] = stats.ready;
        dict["in_work"] = stats.inWork;
        dict["memories"] = stats.memories;
        dict["memory_bytes"] = stats.memoryBytes;
        return dict;
    }

    /// (records in each stream, of a global batch, of this rank's part, steps of a cycle)
    [[nodiscard]] nb::tuple sizes() const
    {
        return nb::make_tuple(m_loader->length(), m_loader->globalBatchLength(), m_loader->batchLength(), m_loader->stepsPerCycle());
    }

private:
    static LoaderOptions readOptions(const nb::dict& given);
    static void readBuckets(const nb::dict& given, const std::vector<LoaderStream>& streams, LoaderOptions& options);

    /// A stream of one store, or of several one after the other.
    LoaderStream addStream(nb::handle key, const nb::sequence& stores)
    {
        LoaderStream stream{nb::cast<std::string>(nb::str(key)), nullptr, {}};
        for (nb::handle store : stores) {
            StoreHandle& handle = nb::cast<StoreHandle&>(store);
            if (stream.store) {
                stream.following.push_back(handle.store());
                continue;
            }
            stream.store = handle.store();
            m_streams.push_back({nb::borrow(key), nb::borrow(handle.dtype()), handle.itemShape(),
                                 handle.description().kind == StoreKind::Ragged});
        }
        return stream;
    }

    /// Waits without the interpreter lock, and looks for signals in between.
    Result<Batch> await()
    {
        if (std::optional<Batch> kept = takeKept())
            return std::move(*kept);
        const std::shared_ptr<DataLoader> loader = m_loader;
        if (m_readsInNext)
            return readNow(*loader);
        for (;;) {
            {
                const Unlocked unlocked;
                if (loader->waitReady(kLook))
                    return loader->next();
            }
            if (PyErr_CheckSignals() != 0)
                throw nb::python_error();
        }
    }

    /// Without prefetch next() reads. When a signal ends it the step comes again, also when the batch was complete by then.
    Result<Batch> readNow(DataLoader& loader)
    {
        const LoaderState before = loader.state();
        std::optional<Result<Batch>> outcome;
        try {
            runLong(nb::none(), [&](const OperationContext& context) { outcome.emplace(loader.next(context.stop)); });
        } catch (...) {
            if (outcome && outcome->ok() && outcome->value()) {
                const nb::ft_lock_guard guard(m_keptMutex);
                m_kept.emplace(KeptBatch{before, std::move(*outcome).value()});
            }
            throw;
        }
        return std::move(*outcome);
    }

    std::optional<Batch> takeKept()
    {
        const nb::ft_lock_guard guard(m_keptMutex);
        if (!m_kept)
            return std::nullopt;
        std::optional<Batch> batch(std::move(m_kept->batch));
        m_kept.reset();
        return batch;
    }

    nb::object arraysOf(Batch& batch, std::size_t i, nb::handle owner) const
    {
        const StreamView& stream = m_streams[i];
        const std::span<std::byte> bytes = batch.writableBytes(i);
        if (stream.ragged)
            return recordArrays(stream.dtype, *batch.streams()[i].layout, bytes.data(), owner);
        std::vector<Py_ssize_t> shape{static_cast<Py_ssize_t>(batch.records())};
        shape.insert(shape.end(), stream.itemShape.begin(), stream.itemShape.end());
        return makeView(stream.dtype, shape, bytes.data(), owner);
    }

    /// A batch that was read while a signal ended the call, and the state before it.
    struct KeptBatch {
        LoaderState before;
        Batch batch;
    };

    std::vector<StreamView> m_streams;
    std::shared_ptr<DataLoader> m_loader;
    bool m_readsInNext = false;
    mutable nb::ft_mutex m_keptMutex;
    std::optional<KeptBatch> m_kept;
};

template <typename T>
void read(const nb::dict& given, const char* name, T& target)
{
    if (given.contains(name))
        target = nb::cast<T>(given[name]);
}

template <typename T, typename Parse>
void readName(const nb::dict& given, const char* name, T& target, Parse parse)
{
    if (given.contains(name))
        target = take(parse(nb::cast<std::string>(given[name])));
}

LoaderOptions LoaderHandle::readOptions(const nb::dict& given)
{
    LoaderOptions options;
    read(given, "batch", options.batch);
    readName(given, "mode", options.mode, parseSamplerMode);
    read(given, "seed", options.seed);
    if (given.contains("order"))
        options.order = nb::cast<OrderHandle&>(given["order"]).order;
    readName(given, "cycle_end", options.cycleEnd, parseCycleEnd);
    read(given, "epochs", options.epochs);
    read(given, "prefetch", options.prefetch);
    read(given, "threads", options.threads);
    read(given, "look_ahead", options.lookAhead);
    read(given, "ordered", options.ordered);
    read(given, "rank", options.rank);
    read(given, "world", options.world);
    readName(given, "split", options.split, parseRankSplit);
    readName(given, "remainder", options.remainder, parseRankRemainder);
    readName(given, "on_corrupt", options.onCorrupt, parseOnCorrupt);
    read(given, "first_step", options.firstStep);
    read(given, "end_step", options.endStep);
    if (given.contains("resume"))
        options.resume = take(LoaderState::fromJson(nb::cast<std::string>(given["resume"])));
    return options;
}

void LoaderHandle::readBuckets(const nb::dict& given, const std::vector<LoaderStream>& streams, LoaderOptions& options)
{
    if (!given.contains("bucket"))
        return;
    const auto name = nb::cast<std::string>(nb::str(given["bucket"]));
    for (const LoaderStream& stream : streams) {
        if (stream.name != name)
            continue;
        if (stream.store->summary().kind != StoreKind::Ragged)
            fail(ErrorCode::WrongKind, "the records of stream '" + name + "' have one length: buckets go by a ragged stream");
        if (!stream.following.empty())
            fail(ErrorCode::Unsupported, "buckets need a stream of one store, and '" + name + "' has several");
        options.buckets = {readLengthsFrom(stream.store), name, nb::cast<std::uint64_t>(given["bucket_window"])};
        return;
    }
    fail(ErrorCode::InvalidArgument, "the loader has no stream '" + name + "' to make buckets by");
}

}  // namespace

void bindLoaders(nb::module_& module)
{
    nb::class_<LoaderHandle>(module, "Loader")
        .def(nb::init<const nb::dict&, const nb::dict&>())
        .def("next", &LoaderHandle::next)
        .def("stop", &LoaderHandle::stop)
        .def("state", &LoaderHandle::state)
        .def("stats", &LoaderHandle::stats)
        .def("sizes", &LoaderHandle::sizes);
}

}  // namespace zrecord::python
