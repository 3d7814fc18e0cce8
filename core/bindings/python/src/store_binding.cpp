#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "creation_options.h"
#include "index_argument.h"
#include "long_operation.h"
#include "change_binding.h"
#include "record_input.h"
#include "record_reading.h"
#include "status_error.h"
#include "store_handle.h"
#include "unlocked.h"
#include "zrecord/store_copy.h"

namespace zrecord::python {
namespace {

StoreDescription describe(bool ragged, std::string_view dtype, Shape itemShape, std::string_view codec)
{
    StoreDescription description;
    description.kind = ragged ? StoreKind::Ragged : StoreKind::Dense;
    description.dtype = take(DType::parse(dtype));
    description.itemShape = std::move(itemShape);
    description.codec = take(parseCodec(codec));
    return description;
}

// ---- slots: what runs for every batch is called without any wrapper --------------------------------------------------------

StoreHandle& handleOf(PyObject* self)
{
    if (!nb::inst_ready(self))
        fail(ErrorCode::InvalidArgument, "the store was not initialised: call super().__init__() first");
    return *nb::inst_ptr<StoreHandle>(self);
}

PyObject* subscript(PyObject* self, PyObject* index)
{
    try {
        return readRecords(handleOf(self), index).release().ptr();
    } catch (...) {
        setPythonError();
        return nullptr;
    }
}

Py_ssize_t length(PyObject* self)
{
    try {
        return static_cast<Py_ssize_t>(handleOf(self).store()->size());
    } catch (...) {
        setPythonError();
        return -1;
    }
}

PyType_Slot slots[] = {
    {Py_mp_subscript, reinterpret_cast<void*>(subscript)},
    {Py_mp_length, reinterpret_cast<void*>(length)},
    {0, nullptr},
};

// ---- the rest ------------------------------------------------------------------------------------------------------------

nb::tuple verifyStore(StoreHandle& handle, bool decode, std::uint64_t maxIssues, nb::handle progress)
{
    const std::shared_ptr<Store> store = handle.store();
    VerifyOptions options;
    options.decode = decode;
    options.maxIssues = maxIssues;
    const auto report =
        longResult<VerifyReport>(progress, [&](const OperationContext& context) { return store->verify(options, context); });
    nb::list issues;
    for (const StoreIssue& issue : report.issues)
        issues.append(nb::make_tuple(issue.severity == IssueSeverity::Error ? "error" : "warning", issue.kind, issue.message,
                                     issue.file, issue.offset,
                                     issue.hasRecord ? nb::object(nb::int_(issue.record)) : nb::object(nb::none())));
    return nb::make_tuple(report.recordsChecked, report.bytesChecked, report.issueCount, issues);
}

std::uint64_t copyRecords(StoreHandle& handle, const std::filesystem::path& path, nb::handle index, std::string_view codec,
                          const OptionalBytes& dictionary, std::optional<int> level, nb::handle progress)
{
    const std::shared_ptr<Store> store = handle.store();
    CopyOptions options;
    options.codec = take(parseCodec(codec));
    options.dictionary = bytesOf(dictionary);
    options.create = creationWith(level);
    if (!index.is_none())
        options.selection = neighbouringRanges(IndexArgument(index, store->size(), handle.path()).indices());
    return longResult<CopyReport>(progress, [&](const OperationContext& context) {
               return copyStore(*store, path, options, context);
           }).records;
}

void create(StoreHandle& handle, const std::filesystem::path& path, bool ragged, std::string_view dtype, const Shape& itemShape,
            std::string_view codec, const OptionalBytes& dictionary, std::optional<int> level, std::optional<std::string> tune)
{
    StoreDescription description = describe(ragged, dtype, itemShape, codec);
    description.dictionary = bytesOf(dictionary);
    CreateOptions options = creationWith(level);
    if (tune) {
        if (level)
            fail(ErrorCode::InvalidArgument, "give level or tune, not both");
        if (description.codec != Codec::ZstdDict)
            fail(ErrorCode::InvalidArgument, "tune is for codec 'zstd_dict'");
        options.tuning = take(parseEncoderTuning(*tune));
    }
    handle.create(path, description, options);
}

nb::tuple facts(StoreHandle& handle)
{
    const StoreDescription& description = handle.description();
    return nb::make_tuple(description.dtype.descr(), nb::tuple(nb::cast(description.itemShape)), codecName(description.codec));
}

nb::bytes dictionaryOf(StoreHandle& handle)
{
    const std::shared_ptr<Store> store = handle.store();
    return nb::bytes(store->dictionary().data(), store->dictionary().size());
}

}  // namespace

void bindStores(nb::module_& module)
{
    nb::class_<StoreHandle>(module, "StoreHandle", nb::type_slots(slots), nb::is_weak_referenceable(),
                            "What DenseStore and RaggedStore have in common, below their Python faces.")
        .def(nb::init<>())
        .def("_open", [](StoreHandle& handle, const std::filesystem::path& path, bool ragged, bool writable, bool withoutLock) {
            handle.open(path, ragged ? StoreKind::Ragged : StoreKind::Dense, writable ? Access::ReadWrite : Access::ReadOnly,
                        withoutLock);
        })
        .def("_create", create, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg().none(), nb::arg().none())
        .def("_defer", [](StoreHandle& handle, const std::filesystem::path& path, bool ragged, std::string_view dtype, Shape itemShape,
                          std::string_view codec, bool withoutLock) {
            handle.defer(path, describe(ragged, dtype, std::move(itemShape), codec), withoutLock);
        })
        .def("_facts", facts)
        .def("_bind", &StoreHandle::bindDtype)
        .def("_state", [](StoreHandle& handle) {
            return nb::make_tuple(handle.path(), handle.access() == Access::ReadWrite, handle.isWithoutLock(), handle.isClosed());
        })
        .def("__getitems__", [](StoreHandle& handle, nb::handle index) { return readBatch(handle, index, nb::none(), std::nullopt); })
        .def("_gather", readBatch, nb::arg(), nb::arg().none(), nb::arg().none())
        .def("_gather_packed", readPacked, nb::arg(), nb::arg().none())
        .def("_record_ends", readEnds)
        .def("_append_dense", appendDense, nb::arg().none())
        .def("_append_ragged", appendRagged, nb::arg().none())
        .def("_stats", [](StoreHandle& handle) {
            const std::shared_ptr<Store> store = handle.store();
            return statsDict(take(withoutLock([&] { return store->stats(); })));
        })
        .def("_verify", verifyStore, nb::arg(), nb::arg(), nb::arg().none())
        .def("_copy_to", copyRecords, nb::arg(), nb::arg().none(), nb::arg(), nb::arg().none(), nb::arg().none(), nb::arg().none())
        .def("_dictionary", dictionaryOf)
        .def("_sync", [](StoreHandle& handle) {
            const std::shared_ptr<Store> store = handle.store();
            check(withoutLock([&] { return store->sync(); }));
        })
        .def("_close", &StoreHandle::close);
    module.def("looks_like_store", &Store::looksLikeStore);
    module.def("forget_parent", &StoreHandle::forgetParent);
}

}  // namespace zrecord::python
