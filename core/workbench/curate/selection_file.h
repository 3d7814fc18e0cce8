#pragma once

#include <QString>

#include <zrecord/result.h>

#include "workbench/selection/record_ranges.h"

namespace zrecord::workbench {

/// A selection as a text file that zr reads with --indices: one index or slice "10:20" on each line. Any thread; blocking.
namespace selection_file {

/// As a whole or not at all. IoError.
[[nodiscard]] Status write(const QString& path, const RecordRanges& records);
/// InvalidArgument names the line; OutOfRange when the store has no such record.
[[nodiscard]] Result<RecordRanges> read(const QString& path, std::uint64_t recordCount);

}  // namespace selection_file

}  // namespace zrecord::workbench
