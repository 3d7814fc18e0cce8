#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <utility>

#include "zrecord/result.h"

namespace zrecord::python {

namespace nb = nanobind;

/// A failed Status on its way to Python, where it becomes one of the classes of zrecord.errors.
class StatusError : public std::exception {
public:
    explicit StatusError(Status status) : m_status(std::move(status)) {}
    [[nodiscard]] const Status& status() const noexcept { return m_status; }

private:
    Status m_status;
};

inline void check(Status status)
{
    if (!status.ok())
        throw StatusError(std::move(status));
}

template <typename T>
T take(Result<T> result)
{
    if (!result.ok())
        throw StatusError(std::move(result).status());
    return std::move(result).value();
}

[[noreturn]] void fail(ErrorCode code, std::string what);
/// zrecord.errors.WrongType, which is also a TypeError.
[[noreturn]] void raiseWrongType(const std::string& message);

/// Sets the Python error of a C++ exception; for the slots that nanobind does not guard. Call it inside a catch block.
void setPythonError();

void bindErrors(nb::module_& module);

}  // namespace zrecord::python
