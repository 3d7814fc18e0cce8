#pragma once

#include <memory>

#include "exchange/input_file.h"
#include "zrecord/import_source.h"

namespace zrecord {

/// Names of the members that hold a ragged store.
inline constexpr std::string_view kRaggedValues = "values.npy";
inline constexpr std::string_view kRaggedOffsets = "offsets.npy";
inline constexpr std::string_view kRaggedShapes = "shapes.npy";
inline constexpr std::string_view kRaggedShapeOffsets = "shape_offsets.npy";

/// One array, every array as a record, or the four arrays of a ragged export: see ImportOptions.
Result<std::unique_ptr<ImportSource>> openNpzSource(std::shared_ptr<InputFile> file, const ImportOptions& options);

}  // namespace zrecord
