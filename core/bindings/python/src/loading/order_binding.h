#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>

#include "zrecord/record_order.h"

namespace zrecord::python {

/// An order as Python holds it.
struct OrderHandle {
    SharedOrder order;
};

/// A new array of uint64 and where its values are.
nanobind::object newIndices(std::size_t count, std::uint64_t*& data);

}  // namespace zrecord::python
