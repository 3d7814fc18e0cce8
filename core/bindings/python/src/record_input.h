#pragma once

#include <cstdint>

#include "store_handle.h"

namespace zrecord::python {

/// Appends one (n, *item_shape) array of the store's own dtype. Returns the first new index. ValueError for another dtype or
/// shape and for an empty batch, before anything is written.
std::uint64_t appendDense(StoreHandle& handle, nb::handle records);
/// Appends every record of an iterable: arrays of the store's dtype and of any shape; bytes-like objects where that is uint8.
std::uint64_t appendRagged(StoreHandle& handle, nb::handle records);

}  // namespace zrecord::python
