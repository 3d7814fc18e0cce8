#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

namespace zrecord::python {

namespace nb = nanobind;

/// str(object)
inline std::string strOf(nb::handle object)
{
    return nb::cast<std::string>(nb::str(object));
}

/// repr(object)
inline std::string reprOf(nb::handle object)
{
    return nb::cast<std::string>(nb::repr(object));
}

}  // namespace zrecord::python
