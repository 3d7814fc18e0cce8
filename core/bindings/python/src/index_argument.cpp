#include "index_argument.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "python_text.h"
#include "status_error.h"
#include "unlocked.h"

namespace zrecord::python {
namespace {

std::string typeName(nb::handle object)
{
    return Py_TYPE(object.ptr())->tp_name;
}

[[noreturn]] void noIndex(nb::handle object)
{
    raiseWrongType("records are chosen by integers, slices, containers of integers or masks, not by " +
                               reprOf(object) + " of type " + typeName(object));
}

/// Numbers from which others may run while they are looked through.
constexpr Py_ssize_t kManyNumbers = 1 << 16;

bool isBool(nb::handle object)
{
    if (PyLong_CheckExact(object.ptr()))
        return false;
    const std::string_view name = Py_TYPE(object.ptr())->tp_name;
    return PyBool_Check(object.ptr()) || name == "numpy.bool" || name == "numpy.bool_";
}

}  // namespace

IndexArgument::IndexArgument(nb::handle index, std::uint64_t length, const std::filesystem::path& store)
    : m_length(length), m_store(store)
{
    PyObject* object = index.ptr();
    if (PyLong_CheckExact(object))
        readScalar(index);
    else if (isArray(index))
        readArray(index);
    else if (PySlice_Check(object))
        readSlice(index);
    else if (PyList_CheckExact(object) || PyTuple_CheckExact(object))
        readSequence(index);
    else if (isBool(index))
        raiseWrongType("a bool is not an index; give an integer, or a mask with one bool for each record");
    else if (PyIndex_Check(object))
        readScalar(index);
    else if (object == Py_None || object == Py_Ellipsis || PyUnicode_Check(object) || PyBytes_Check(object) || PyFloat_Check(object))
        noIndex(index);
    else
        readArray(asArray(index));
}

void IndexArgument::outOfRange(const std::string& value) const
{
    throw StatusError(Status(ErrorCode::OutOfRange, "index " + value + " is outside the store: it holds " +
                                                        std::to_string(m_length) + (m_length == 1 ? " record" : " records"))
                          .withStore(m_store.string()));
}

std::uint64_t IndexArgument::resolve(std::int64_t index) const
{
    const auto wrapped = index < 0 ? static_cast<std::uint64_t>(index) + m_length : static_cast<std::uint64_t>(index);
    if (wrapped >= m_length)
        outOfRange(std::to_string(index));
    return wrapped;
}

std::uint64_t IndexArgument::resolveObject(nb::handle index) const
{
    if (isBool(index))
        raiseWrongType("a bool is not an index; a mask holds nothing but bools");
    if (!PyIndex_Check(index.ptr()))
        noIndex(index);
    // Exact integers come back as they are.
    const nb::object number = nb::steal(PyNumber_Index(index.ptr()));
    if (!number.is_valid())
        throw nb::python_error();
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (overflow != 0)
        outOfRange(strOf(number));
    return resolve(value);
}

void IndexArgument::readScalar(nb::handle index)
{
    m_single = resolveObject(index);
    m_scalar = true;
}

void IndexArgument::readSlice(nb::handle slice)
{
    Py_ssize_t start = 0;
    Py_ssize_t stop = 0;
    Py_ssize_t step = 0;
    if (PySlice_Unpack(slice.ptr(), &start, &stop, &step) < 0)
        throw nb::python_error();
    const Py_ssize_t count = PySlice_AdjustIndices(static_cast<Py_ssize_t>(m_length), &start, &stop, step);
    m_many.resize(static_cast<std::size_t>(count));
    for (Py_ssize_t i = 0; i < count; ++i)
        m_many[static_cast<std::size_t>(i)] = static_cast<std::uint64_t>(start + i * step);
}

void IndexArgument::readSequence(nb::handle sequence)
{
    PyObject** const items = PySequence_Fast_ITEMS(sequence.ptr());
    const auto count = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(sequence.ptr()));
    if (count != 0 && std::all_of(items, items + count, [](PyObject* item) { return isBool(item); })) {
        readMask(asArray(sequence));
        return;
    }
    m_many.reserve(count);
    // The conversion of an item may run code of the user's: the list is looked at again each time.
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(sequence.ptr()); ++i)
        m_many.push_back(resolveObject(nb::borrow(PySequence_Fast_GET_ITEM(sequence.ptr(), i))));
}

void IndexArgument::readMask(nb::handle array)
{
    const nb::object mask = asContiguous(array);
    const ArrayView view = viewOf(mask);
    if (view.shape.size() != 1)
        fail(ErrorCode::OutOfRange, "a mask has one axis, not the shape " + shapeText(view.shape));
    if (static_cast<std::uint64_t>(view.size) != m_length)
        fail(ErrorCode::OutOfRange, "the mask has " + std::to_string(view.size) + " entries and the store " + std::to_string(m_length) +
                                    " records; give one entry for each record");
    const auto* bits = reinterpret_cast<const unsigned char*>(view.data);
    for (std::uint64_t i = 0; i < m_length; ++i)
        if (bits[i] != 0)
            m_many.push_back(i);
}

void IndexArgument::readArray(nb::handle array)
{
    const ArrayView view = viewOf(array);
    if (view.kind == 'b' && !view.shape.empty()) {
        readMask(array);
        return;
    }
    if (view.kind != 'i' && view.kind != 'u') {
        if (view.size == 0 && view.shape.size() == 1)
            return;  // numpy.array([]) is an array of floats
        raiseWrongType("arrays that choose records hold integers or bools, not " +
                                   strOf(dtypeOf(array)));
    }
    if (view.shape.empty()) {
        readScalar(array);
        return;
    }
    if (view.shape.size() != 1)
        fail(ErrorCode::OutOfRange, "arrays that choose records have one axis, not the shape " + shapeText(view.shape) +
                                    "; flatten it first");
    const bool isSigned = view.kind == 'i';
    nb::object converted = nb::borrow(array);
    if (view.itemSize != 8 || !view.contiguous || !view.native)
        converted = asNativeIndices(array, isSigned);
    const auto* numbers = reinterpret_cast<const std::uint64_t*>(viewOf(converted).data);
    std::optional<Unlocked> unlocked;
    if (view.size >= kManyNumbers)
        unlocked.emplace();
    m_many.assign(numbers, numbers + view.size);
    for (std::uint64_t& number : m_many) {
        if (number < m_length)
            continue;
        if (!isSigned)
            outOfRange(std::to_string(number));
        number = resolve(static_cast<std::int64_t>(number));
    }
}

std::vector<IndexRange> neighbouringRanges(std::span<const std::uint64_t> indices)
{
    std::vector<IndexRange> ranges;
    for (const std::uint64_t index : indices) {
        if (!ranges.empty() && ranges.back().start + ranges.back().count == index)
            ++ranges.back().count;
        else
            ranges.push_back({index, 1, 1});
    }
    return ranges;
}

}  // namespace zrecord::python
