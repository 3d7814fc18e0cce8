#pragma once

#include <memory>
#include <optional>

#include "exchange/byte_stream.h"
#include "exchange/input_file.h"
#include "zrecord/import_source.h"
#include "zrecord/npy_file.h"

namespace zrecord {

/// An array's bytes where they lie unpacked in a file, so that they can be read in any order.
struct FileRange {
    std::shared_ptr<InputFile> file;
    std::uint64_t begin = 0;  ///< of the npy header
    std::uint64_t end = 0;
};

/// Reads the header off the front of a stream and leaves it at the data.
Result<NpyHeader> readNpyHeader(PeekedStream& stream);

/// One array whose first axis counts the records. `range` lets Fortran order be read in place; without it the array is
/// loaded, up to limits.memoryBytes. `format` is what description() tells.
Result<std::unique_ptr<ImportSource>> openNpySource(std::unique_ptr<PeekedStream> stream, const std::optional<FileRange>& range,
                                                    ImportFormat format, const ImportLimits& limits);

}  // namespace zrecord
