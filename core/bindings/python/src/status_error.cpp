#include "status_error.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <new>
#include <string>

namespace zrecord::python {
namespace {

void setStatus(const Status& status)
{
    try {
        const nb::object offset = status.offset() ? nb::int_(*status.offset()) : nb::object(nb::none());
        const nb::object record = status.record() ? nb::int_(*status.record()) : nb::object(nb::none());
        const nb::object error = nb::module_::import_("zrecord.errors").attr("_make")(
            status.info().name, status.info().loaderxCode, status.message(), status.store(), status.file(), offset, record,
            status.remedy());
        PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
    } catch (nb::python_error& error) {
        error.restore();
    } catch (const std::exception&) {
        PyErr_SetString(PyExc_RuntimeError, status.message().c_str());
    }
}

nb::list errorRows()
{
    nb::list rows;
    for (const ErrorInfo& row : errorTable())
        rows.append(nb::make_tuple(row.name, row.loaderxCode, row.pythonException, row.text, row.advice));
    return rows;
}

}  // namespace

void fail(ErrorCode code, std::string what)
{
    throw StatusError(Status(code, std::move(what)));
}

void raiseWrongType(const std::string& message)
{
    try {
        const nb::object kind = nb::module_::import_("zrecord.errors").attr("WrongType");
        PyErr_SetObject(kind.ptr(), kind(nb::str(message.c_str())).ptr());
    } catch (nb::python_error& error) {
        error.restore();
    }
    throw nb::python_error();
}

void setPythonError()
{
    try {
        throw;
    } catch (const StatusError& error) {
        setStatus(error.status());
    } catch (nb::python_error& error) {
        error.restore();
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
}

void bindErrors(nb::module_& module)
{
    nb::register_exception_translator([](const std::exception_ptr& exception, void*) {
        try {
            std::rethrow_exception(exception);
        } catch (const StatusError& error) {
            setStatus(error.status());
        }
    });
    module.def("error_table", errorRows, "Rows (name, loaderx code, built-in exception, text, advice), one for each kind of error.");
}

}  // namespace zrecord::python
