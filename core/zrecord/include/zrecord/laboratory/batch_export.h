#pragma once

#include <cstdint>
#include <filesystem>

#include "zrecord/batch.h"
#include "zrecord/export.h"
#include "zrecord/result.h"

namespace zrecord {

/// Writes a batch to an .npz file, as a fixture for tests: "indices" (uint64), and for each stream an array of its name,
/// (records, …item shape). A ragged stream has four, "<name>_values", "<name>_offsets", "<name>_shapes" and
/// "<name>_shape_offsets": record i is values[offsets[i]:offsets[i+1]].reshape(shapes[shape_offsets[i]:shape_offsets[i+1]]).
/// The file appears whole or not at all. Returns its size. InvalidArgument for an empty batch, or when two arrays would have
/// one name; AlreadyExists, OutOfSpace, IoError.
ZRECORD_EXPORT Result<std::uint64_t> exportBatch(const Batch& batch, const std::filesystem::path& target, bool overwrite = false);

}  // namespace zrecord
