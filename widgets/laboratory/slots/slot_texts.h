#pragma once

#include <cstdint>
#include <vector>

#include <QString>

#include <zrecord/laboratory/compaction_outlook.h>
#include <zrecord/laboratory/slot_map.h>

#include "widgets/common/key_value_list.h"
#include "widgets/plots/plot_content.h"

namespace zrecord::widgets {

/// Records by the bytes they take; only the bins between the smallest and the largest.
[[nodiscard]] PlotContent sizePlot(const SlotMap& map);
/// Records by decoded size over stored size.
[[nodiscard]] PlotContent ratioHistogram(const SlotMap& map);
/// Records by shape, the most frequent first.
[[nodiscard]] PlotContent shapePlot(const SlotMap& map);
/// Records, live, dead, slack, ratio.
[[nodiscard]] std::vector<KeyValueList::Row> spaceRows(const SlotMap& map);
/// "Compacting now would free 1.3 GB …": what it would do, marks included.
[[nodiscard]] QString forecastText(const SlotMap& map, const CompactionOutlook& outlook);
[[nodiscard]] QString slotCommand(const QString& store);

}  // namespace zrecord::widgets
