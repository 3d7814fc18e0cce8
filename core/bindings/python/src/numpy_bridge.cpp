#include "numpy_bridge.h"

#define NPY_NO_DEPRECATED_API NPY_1_22_API_VERSION
#include <numpy/arrayobject.h>

#include <algorithm>

namespace zrecord::python {
namespace {

PyArrayObject* arrayOf(nb::handle array)
{
    return reinterpret_cast<PyArrayObject*>(array.ptr());
}

nb::object checked(PyObject* made)
{
    if (made == nullptr)
        throw nb::python_error();
    return nb::steal(made);
}

/// The C interface takes descriptors by stealing a reference.
PyArray_Descr* descriptor(nb::handle dtype)
{
    return reinterpret_cast<PyArray_Descr*>(dtype.inc_ref().ptr());
}

}  // namespace

void importNumpy()
{
    if (PyArray_ImportNumPyAPI() < 0)
        throw nb::python_error();
}

bool isArray(nb::handle object)
{
    return PyArray_Check(object.ptr());
}

ArrayView viewOf(nb::handle object)
{
    PyArrayObject* array = arrayOf(object);
    ArrayView view;
    view.data = static_cast<std::byte*>(PyArray_DATA(array));
    view.shape = {PyArray_DIMS(array), static_cast<std::size_t>(PyArray_NDIM(array))};
    view.size = PyArray_SIZE(array);
    view.itemSize = static_cast<Py_ssize_t>(PyArray_ITEMSIZE(array));
    view.kind = PyArray_DESCR(array)->kind;
    view.contiguous = PyArray_IS_C_CONTIGUOUS(array);
    view.native = PyArray_ISALIGNED(array) && PyArray_ISNOTSWAPPED(array);
    view.writable = PyArray_ISWRITEABLE(array);
    return view;
}

nb::object dtypeOf(nb::handle array)
{
    return nb::borrow(reinterpret_cast<PyObject*>(PyArray_DESCR(arrayOf(array))));
}

nb::object asArray(nb::handle object)
{
    return PyArray_CheckExact(object.ptr()) ? nb::borrow(object) : checked(PyArray_FROM_O(object.ptr()));
}

nb::object asContiguous(nb::handle array)
{
    return PyArray_IS_C_CONTIGUOUS(arrayOf(array)) ? nb::borrow(array)
                                                   : checked(reinterpret_cast<PyObject*>(PyArray_GETCONTIGUOUS(arrayOf(array))));
}

nb::object asNativeIndices(nb::handle array, bool isSigned)
{
    return checked(PyArray_FROMANY(array.ptr(), isSigned ? NPY_INT64 : NPY_UINT64, 1, 1, NPY_ARRAY_IN_ARRAY));
}

bool sameDtype(nb::handle array, nb::handle dtype)
{
    auto* const own = PyArray_DESCR(arrayOf(array));
    auto* const wanted = reinterpret_cast<PyArray_Descr*>(dtype.ptr());
    return own == wanted || PyArray_EquivTypes(own, wanted) != 0;
}

std::string shapeText(std::span<const Py_ssize_t> shape)
{
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text.append(i == 0 ? "" : ", ").append(std::to_string(shape[i]));
    return text.append(shape.size() == 1 ? ",)" : ")");
}

nb::object makeView(nb::handle dtype, std::span<const Py_ssize_t> shape, void* data, nb::handle owner, bool writable)
{
    nb::object array = checked(PyArray_NewFromDescr(&PyArray_Type, descriptor(dtype), static_cast<int>(shape.size()), shape.data(),
                                                    nullptr, data, writable ? NPY_ARRAY_CARRAY : NPY_ARRAY_CARRAY_RO, nullptr));
    if (PyArray_SetBaseObject(arrayOf(array), owner.inc_ref().ptr()) < 0)
        throw nb::python_error();
    return array;
}

nb::object makeArray(nb::handle dtype, std::span<const Py_ssize_t> shape)
{
    return checked(PyArray_NewFromDescr(&PyArray_Type, descriptor(dtype), static_cast<int>(shape.size()), shape.data(), nullptr,
                                        nullptr, 0, nullptr));
}

nb::object makeNumbers(std::span<const std::uint64_t> numbers, std::uint64_t divisor)
{
    const auto count = static_cast<Py_ssize_t>(numbers.size());
    nb::object array = checked(PyArray_SimpleNew(1, &count, NPY_UINT64));
    auto* target = static_cast<std::uint64_t*>(PyArray_DATA(arrayOf(array)));
    for (const std::uint64_t number : numbers)
        *target++ = number / divisor;
    return array;
}

nb::object unwrapScalar(nb::object array)
{
    return checked(PyArray_Return(reinterpret_cast<PyArrayObject*>(array.release().ptr())));
}

}  // namespace zrecord::python
