#pragma once

#include <cstdint>

#include <QString>

#include <zrecord/result.h>

#include "workbench/fetch/decoded_record.h"

namespace zrecord::workbench {

/// Above this many elements a literal is no help: Python takes minutes to read it.
inline constexpr std::uint64_t kMostLiteralElements = std::uint64_t{1} << 18;

/// Python text that makes an equal array: "np.array([[1, 2], [3, 4]], dtype='|u1')"; evaluated with `import numpy as np` it
/// has the record's dtype, shape and bytes (padding of structures, payloads of NaN and digits of extended complex numbers
/// beyond a double aside). RecordTooLarge above kMostLiteralElements, InvalidArgument without bytes.
[[nodiscard]] Result<QString> numpyLiteral(const DecodedRecord& record);

}  // namespace zrecord::workbench
