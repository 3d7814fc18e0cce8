#pragma once

#include <nanobind/nanobind.h>

#include "zrecord/store_stats.h"

namespace zrecord::python {

/// The facts of StoreStats by name.
nanobind::dict statsDict(const StoreStats& stats);

}  // namespace zrecord::python
