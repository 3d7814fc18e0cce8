#include "record_reading.h"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "index_argument.h"
#include "limited_executor.h"
#include "long_operation.h"
#include "python_text.h"
#include "owned_memory.h"
#include "status_error.h"
#include "unlocked.h"

namespace zrecord::python {
namespace {

constexpr std::uint64_t kLargestResult = static_cast<std::uint64_t>(PY_SSIZE_T_MAX);

std::optional<LimitedExecutor> executorFor(std::optional<unsigned> threads)
{
    if (!threads)
        return std::nullopt;
    if (*threads == 0)
        fail(ErrorCode::InvalidArgument, "threads counts from 1; leave it out to use every core");
    return std::make_optional<LimitedExecutor>(*threads);
}

/// Reads without the interpreter lock; a long read can be interrupted.
template <typename Read>
void perform(std::uint64_t bytes, std::optional<unsigned> threads, const Read& read)
{
    std::optional<LimitedExecutor> executor = executorFor(threads);
    Status status;
    const auto run = [&](OperationContext context) {
        if (executor)
            context.executor = &*executor;
        status = read(context);
    };
    if (bytes >= kLongWork) {
        runLong(nb::none(), run);
    } else {
        const Unlocked unlocked;
        run({});
    }
    check(std::move(status));
}

std::vector<Py_ssize_t> batchShape(const StoreHandle& handle, std::size_t records)
{
    std::vector<Py_ssize_t> shape{static_cast<Py_ssize_t>(records)};
    shape.insert(shape.end(), handle.itemShape().begin(), handle.itemShape().end());
    return shape;
}

std::uint64_t resultBytes(std::uint64_t records, std::uint64_t recordBytes)
{
    if (recordBytes != 0 && records > kLargestResult / recordBytes)
        fail(ErrorCode::OutOfMemory, std::to_string(records) + " records of " + std::to_string(recordBytes) + " bytes are more than any memory holds");
    return records * recordBytes;
}

nb::object newArray(nb::handle dtype, std::span<const Py_ssize_t> shape, std::uint64_t bytes)
{
    if (bytes < kPooledResult)
        return makeArray(dtype, shape);
    const OwnedMemory memory = takeMemory(bytes);
    return makeView(dtype, shape, memory.data, memory.owner);
}

void checkOut(const StoreHandle& handle, nb::handle out, std::span<const Py_ssize_t> shape)
{
    if (!isArray(out))
        raiseWrongType("out must be a NumPy array");
    const ArrayView view = viewOf(out);
    if (!sameDtype(out, handle.dtype()) || !std::ranges::equal(view.shape, shape))
        fail(ErrorCode::InvalidArgument, "out has dtype " + strOf(dtypeOf(out)) + " and shape " +
                                    shapeText(view.shape) + "; the records need " +
                                    strOf(handle.dtype()) + " and " + shapeText(shape));
    if (!view.contiguous)
        fail(ErrorCode::InvalidArgument, "out must be contiguous in C order");
    if (!view.writable)
        fail(ErrorCode::InvalidArgument, "out is read-only");
}

nb::object readDense(StoreHandle& handle, const Store& store, const IndexArgument& index, nb::handle out,
                     std::optional<unsigned> threads)
{
    const std::span<const std::uint64_t> indices = index.indices();
    const std::uint64_t bytes = resultBytes(indices.size(), handle.recordBytes());
    std::vector<Py_ssize_t> shape = index.isScalar() ? handle.itemShape() : batchShape(handle, indices.size());
    nb::object array;
    if (out.is_none()) {
        array = newArray(handle.dtype(), shape, bytes);
    } else {
        checkOut(handle, out, shape);
        array = nb::borrow(out);
    }
    const std::span destination(viewOf(array).data, bytes);
    perform(bytes, threads, [&](const OperationContext& context) { return store.gather(indices, destination, context); });
    return array;
}

struct RaggedRead {
    RaggedLayout layout;
    OwnedMemory memory;
};

RaggedRead readRagged(const Store& store, std::span<const std::uint64_t> indices, std::optional<unsigned> threads)
{
    RaggedRead read;
    // A deletion between the two calls could change sizes; the core then refuses the old layout.
    perform(0, threads, [&](const OperationContext& context) -> Status {
        ZR_ASSIGN_OR_RETURN(read.layout, store.layout(indices, context));
        return {};
    });
    const std::uint64_t bytes = read.layout.offsets.empty() ? 0 : read.layout.offsets.back();
    read.memory = takeMemory(bytes);
    perform(bytes, threads, [&](const OperationContext& context) {
        return store.gather(indices, read.layout, std::span(read.memory.data, bytes), context);
    });
    return read;
}

nb::object recordArray(nb::handle dtype, std::span<const std::uint64_t> dimensions, std::byte* data, nb::handle owner)
{
    constexpr std::size_t kUsualRank = 8;
    std::array<Py_ssize_t, kUsualRank> few;
    std::vector<Py_ssize_t> many;
    std::span<Py_ssize_t> shape(few.data(), std::min(dimensions.size(), kUsualRank));
    if (dimensions.size() > kUsualRank) {
        many.resize(dimensions.size());
        shape = many;
    }
    for (std::size_t i = 0; i < shape.size(); ++i)
        shape[i] = static_cast<Py_ssize_t>(dimensions[i]);
    return makeView(dtype, shape, data, owner);
}

}  // namespace

nb::list recordArrays(nb::handle dtype, const RaggedLayout& layout, std::byte* bytes, nb::handle owner)
{
    nb::list records = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(layout.size())));
    if (!records.is_valid())
        throw nb::python_error();
    for (std::size_t i = 0; i < layout.size(); ++i) {
        nb::object record = recordArray(dtype, layout.shape(i), bytes + layout.offsets[i], owner);
        PyList_SET_ITEM(records.ptr(), static_cast<Py_ssize_t>(i), record.release().ptr());
    }
    return records;
}

nb::object readRecords(StoreHandle& handle, nb::handle index)
{
    const std::shared_ptr<Store> store = handle.store();
    const IndexArgument chosen(index, store->size(), handle.path());
    if (handle.description().kind == StoreKind::Dense)
        return unwrapScalar(readDense(handle, *store, chosen, nb::none(), std::nullopt));
    const RaggedRead read = readRagged(*store, chosen.indices(), std::nullopt);
    if (chosen.isScalar())
        return recordArray(handle.dtype(), read.layout.shape(0), read.memory.data, read.memory.owner);
    return recordArrays(handle.dtype(), read.layout, read.memory.data, read.memory.owner);
}

nb::object readBatch(StoreHandle& handle, nb::handle index, nb::handle out, std::optional<unsigned> threads)
{
    const std::shared_ptr<Store> store = handle.store();
    const IndexArgument chosen(index, store->size(), handle.path());
    if (handle.description().kind == StoreKind::Dense)
        return readDense(handle, *store, chosen, out, threads);
    if (!out.is_none())
        raiseWrongType("out is for dense stores: records of a ragged store have sizes of their own");
    const RaggedRead read = readRagged(*store, chosen.indices(), threads);
    return recordArrays(handle.dtype(), read.layout, read.memory.data, read.memory.owner);
}

nb::object readEnds(StoreHandle& handle, nb::handle index)
{
    const std::shared_ptr<Store> store = handle.store();
    const IndexArgument chosen(index, store->size(), handle.path());
    RaggedLayout layout;
    perform(0, std::nullopt, [&](const OperationContext& context) -> Status {
        ZR_ASSIGN_OR_RETURN(layout, store->layout(chosen.indices(), context));
        return {};
    });
    return makeNumbers(layout.offsets);
}

nb::tuple readPacked(StoreHandle& handle, nb::handle index, std::optional<unsigned> threads)
{
    const std::shared_ptr<Store> store = handle.store();
    const IndexArgument chosen(index, store->size(), handle.path());
    const RaggedRead read = readRagged(*store, chosen.indices(), threads);
    const RaggedLayout& layout = read.layout;
    const std::uint64_t itemSize = handle.description().dtype.itemSize();
    const auto elements = static_cast<Py_ssize_t>(layout.offsets.empty() ? 0 : layout.offsets.back() / itemSize);
    return nb::make_tuple(makeView(handle.dtype(), std::span(&elements, 1), read.memory.data, read.memory.owner),
                          makeNumbers(layout.offsets, itemSize), makeNumbers(layout.dimensions),
                          makeNumbers(layout.shapeOffsets));
}

}  // namespace zrecord::python
