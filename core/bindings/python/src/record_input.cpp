#include "record_input.h"

#include <string>
#include <vector>

#include "long_operation.h"
#include "python_text.h"
#include "status_error.h"
#include "unlocked.h"

namespace zrecord::python {
namespace {

constexpr std::size_t kMaxRecordBytes = std::size_t{1} << 31;  // of the format

[[noreturn]] void refuse(const std::string& why)
{
    fail(ErrorCode::InvalidArgument, why);
}

/// `what()` names the array; it is asked for only when the array is refused, since batches have thousands of records.
template <typename What>
void checkDtype(const StoreHandle& handle, nb::handle array, const What& what)
{
    if (!sameDtype(array, handle.dtype()))
        refuse(what() + " has dtype " + strOf(dtypeOf(array)) + ", but the store holds " + strOf(handle.dtype()) +
               "; convert it first, for example with astype");
}

template <typename Append>
std::uint64_t perform(std::uint64_t bytes, const Append& append)
{
    Result<std::uint64_t> first = std::uint64_t{0};
    const auto run = [&](const OperationContext& context) { first = append(context); };
    if (bytes >= kLongWork) {
        runLong(nb::none(), run);
    } else {
        const Unlocked unlocked;
        run({});
    }
    return take(std::move(first));
}

/// The records of a call and what keeps their bytes alive.
class RaggedInput {
public:
    explicit RaggedInput(const StoreHandle& handle) : m_handle(handle) {}

    void add(nb::handle record)
    {
        nb::object array = arrayOf(record);
        checkDtype(m_handle, array, [this] { return nextName(); });
        // Before it is copied: the array may be a broadcast of few bytes.
        if (viewOf(array).bytes() > kMaxRecordBytes)
            fail(ErrorCode::RecordTooLarge, nextName() + " has " + std::to_string(viewOf(array).bytes()) +
                                                " bytes, and the most that a record holds are " + std::to_string(kMaxRecordBytes));
        array = asContiguous(array);
        const ArrayView view = viewOf(array);
        m_ranks.push_back(view.shape.size());
        m_dimensions.insert(m_dimensions.end(), view.shape.begin(), view.shape.end());
        m_bytes += view.bytes();
        m_arrays.push_back(std::move(array));
    }

    [[nodiscard]] std::uint64_t bytes() const noexcept { return m_bytes; }

    [[nodiscard]] std::vector<RaggedRecord> records() const
    {
        std::vector<RaggedRecord> records;
        records.reserve(m_arrays.size());
        std::size_t position = 0;
        for (std::size_t i = 0; i < m_arrays.size(); ++i) {
            const ArrayView view = viewOf(m_arrays[i]);
            records.push_back({{view.data, view.bytes()}, std::span(m_dimensions).subspan(position, m_ranks[i])});
            position += m_ranks[i];
        }
        return records;
    }

private:
    [[nodiscard]] std::string nextName() const { return "record " + std::to_string(m_arrays.size()) + " of the batch"; }

    [[nodiscard]] nb::object arrayOf(nb::handle record) const
    {
        PyObject* object = record.ptr();
        if (!PyBytes_Check(object) && !PyByteArray_Check(object))
            return asArray(record);
        if (m_handle.description().dtype.str() != "|u1")
            refuse(nextName() + " is bytes, but the store holds " +
                   strOf(m_handle.dtype()) + "; bytes are records of uint8 stores");
        // numpy.frombuffer refuses empty bytes, and the core says better why there are no empty records.
        const nb::object numpy = nb::module_::import_("numpy");
        return PyObject_Size(object) == 0 ? numpy.attr("empty")(0, "uint8") : numpy.attr("frombuffer")(record, "uint8");
    }

    const StoreHandle& m_handle;
    std::vector<nb::object> m_arrays;
    std::vector<std::size_t> m_ranks;
    std::vector<std::uint64_t> m_dimensions;
    std::uint64_t m_bytes = 0;
};

}  // namespace

std::uint64_t appendDense(StoreHandle& handle, nb::handle records)
{
    const std::shared_ptr<Store> store = handle.store();
    nb::object batch = asArray(records);
    if (viewOf(batch).shape.empty())
        batch = batch.attr("reshape")(1);
    checkDtype(handle, batch, [] { return std::string("the batch"); });
    const std::span<const Py_ssize_t> shape = viewOf(batch).shape;
    if (!std::ranges::equal(shape.subspan(1), handle.itemShape()))
        refuse("the batch has shape " + shapeText(shape) + ", but records of this store have shape " +
               shapeText(handle.itemShape()) + "; its first axis counts records, so one record is record[None]");
    if (shape[0] == 0)
        refuse("the batch is empty: append needs at least one record");
    batch = asContiguous(batch);
    const ArrayView view = viewOf(batch);
    const std::span<const std::byte> bytes(view.data, view.bytes());
    return perform(bytes.size(), [&](const OperationContext& context) { return store->append(bytes, context); });
}

std::uint64_t appendRagged(StoreHandle& handle, nb::handle records)
{
    const std::shared_ptr<Store> store = handle.store();
    if (PyBytes_Check(records.ptr()) || PyUnicode_Check(records.ptr()) || PyByteArray_Check(records.ptr()))
        raiseWrongType("append takes an iterable of records; one record is [record]");
    if (!PyIter_Check(records.ptr()) && !nb::hasattr(records, "__iter__"))
        raiseWrongType("append takes an iterable of records, and " + std::string(Py_TYPE(records.ptr())->tp_name) + " is none");
    RaggedInput input(handle);
    for (nb::handle record : nb::iter(records))
        input.add(record);
    const std::vector<RaggedRecord> batch = input.records();
    if (batch.empty())
        refuse("the batch is empty: append needs at least one record");
    return perform(input.bytes(), [&](const OperationContext& context) { return store->append(std::span(batch), context); });
}

}  // namespace zrecord::python
