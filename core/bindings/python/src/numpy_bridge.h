#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace zrecord::python {

namespace nb = nanobind;

/// What the bindings need of NumPy, so that its C interface is included in one file. All functions need the interpreter
/// lock and throw nb::python_error when Python has set an error.

/// Once, while the module is initialised.
void importNumpy();

/// An array as plain numbers; valid as long as the array lives.
struct ArrayView {
    std::byte* data = nullptr;
    std::span<const Py_ssize_t> shape;
    Py_ssize_t size = 0;      ///< elements
    Py_ssize_t itemSize = 0;  ///< bytes
    char kind = 0;            ///< NumPy's letter: 'i', 'u', 'b', …
    bool contiguous = false;  ///< C order
    bool native = false;      ///< aligned, native byte order
    bool writable = false;

    [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(size * itemSize); }
};

bool isArray(nb::handle object);
ArrayView viewOf(nb::handle array);
nb::object dtypeOf(nb::handle array);
/// numpy.asarray(object).
nb::object asArray(nb::handle object);
/// The same array, or a copy of it in C order with the byte order that it has.
nb::object asContiguous(nb::handle array);
/// A one-dimensional int64 or uint64 array (`isSigned`) of native byte order from an array of any integer dtype.
nb::object asNativeIndices(nb::handle array, bool isSigned);
bool sameDtype(nb::handle array, nb::handle dtype);
/// "(3, 28, 28)"
std::string shapeText(std::span<const Py_ssize_t> shape);

/// An array over memory that `owner` keeps alive.
nb::object makeView(nb::handle dtype, std::span<const Py_ssize_t> shape, void* data, nb::handle owner, bool writable = true);
/// An uninitialised array on memory of NumPy's own.
nb::object makeArray(nb::handle dtype, std::span<const Py_ssize_t> shape);
/// A one-dimensional array of unsigned 64-bit numbers, each divided.
nb::object makeNumbers(std::span<const std::uint64_t> numbers, std::uint64_t divisor = 1);
/// The scalar in a 0-dimensional array, other arrays as they are.
nb::object unwrapScalar(nb::object array);

}  // namespace zrecord::python
