#pragma once

#include <cstdint>

#include <QString>

#include <zrecord/operation_context.h>
#include <zrecord/result.h>

namespace zrecord::workbench {

/// Writes an aligned set to try things out on: drawings of simple shapes (28×28 grey pictures), their labels, and the ragged
/// outlines they were drawn from. The same bytes every time. Blocking: for workers. A folder that holds the set already
/// is left as it is; cancelled or failed leaves nothing.
[[nodiscard]] Status makeSampleStore(const QString& folder, std::uint64_t records, const OperationContext& context = {});

inline constexpr std::uint64_t kSampleRecords = 6'000;

}  // namespace zrecord::workbench
