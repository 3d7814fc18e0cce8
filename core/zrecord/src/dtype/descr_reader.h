#pragma once

#include "base/python_literal.h"
#include "zrecord/dtype.h"

namespace zrecord {

/// Deepest nesting of structs.
inline constexpr unsigned kMaxStructDepth = 16;

/// A dtype from NumPy's persistent forms: a string, a list of [name, format] or [name, format, shape] (tuples or lists; a
/// name may be [title, name]; format may be such a list again), or a dict of names, formats, offsets, titles, itemsize.
/// Types of zero bytes are refused at the top only.
Result<DType> dtypeFromLiteral(const PythonLiteral& literal);

}  // namespace zrecord
