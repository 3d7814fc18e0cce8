#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "store_handle.h"

namespace zrecord::python {

/// Reads as store[index] does: a record for an integer, otherwise a batch.
nb::object readRecords(StoreHandle& handle, nb::handle index);
/// A batch for every index: an array of a dense store, a list of arrays of a ragged one. `out` (dense only, else None) takes the
/// records instead of a new array; `threads` bounds the cores used, all of them without.
nb::object readBatch(StoreHandle& handle, nb::handle index, nb::handle out, std::optional<unsigned> threads);
/// Ragged, without reading a record: n + 1 byte offsets of the records of a batch, one after the other.
nb::object readEnds(StoreHandle& handle, nb::handle index);
/// Ragged, without an array for each record: (values, offsets, shapes, shape_offsets). Offsets count elements.
nb::tuple readPacked(StoreHandle& handle, nb::handle index, std::optional<unsigned> threads);

/// Record arrays of a ragged layout over `bytes`, which `owner` keeps alive.
nb::list recordArrays(nb::handle dtype, const RaggedLayout& layout, std::byte* bytes, nb::handle owner);

}  // namespace zrecord::python
