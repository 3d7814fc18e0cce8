#pragma once

#include <vector>

#include "widgets/common/key_value_list.h"
#include "workbench/compare/record_difference.h"

namespace zrecord::widgets {

/// A difference as lines for people: how much is equal, the largest difference and where, mean, PSNR. One line with the
/// reason where nothing can be compared.
[[nodiscard]] std::vector<KeyValueList::Row> differenceRows(const workbench::RecordDifference& difference);

}  // namespace zrecord::widgets
