#pragma once

#include <cstdint>

#include <QString>

#include "workbench/fetch/decoded_record.h"

namespace zrecord::widgets {

class RecordView;

/// Both put text on the clipboard and return a sentence for the status bar, or say why nothing was copied.

/// The value at the view's cursor.
QString copyValue(const RecordView& view);
/// The whole record as Python text for NumPy.
QString copyRecordLiteral(const workbench::DecodedRecord& record, std::uint64_t index);

}  // namespace zrecord::widgets
