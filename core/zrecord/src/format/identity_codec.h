#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/python_literal.h"
#include "zrecord/dtype.h"
#include "zrecord/store_options.h"

namespace zrecord {

/// The msgpack map of store.zr: {"dtype": …} and, for dense stores, "item_shape".
std::vector<std::byte> encodeIdentity(const StoreDescription& description);

/// Exactly one msgpack value as a tree of maps (Dict), arrays (List), strings, whole numbers, booleans and nil. A repeated key keeps
/// its last value. Depth, number of values and memory are bounded; nothing is allocated on the word of a count.
/// BadFormat says what is wrong, with the offset into `bytes`.
Result<PythonLiteral> decodeMsgpack(std::span<const std::byte> bytes);

}  // namespace zrecord
