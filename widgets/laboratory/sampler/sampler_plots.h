#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "widgets/common/key_value_list.h"
#include "widgets/plots/plot_content.h"
#include "workbench/laboratory/sampler_study.h"

namespace zrecord::widgets {

/// "cyclic, seed 42": what tells two settings apart in a plot.
[[nodiscard]] QString samplerName(const SamplerView& view);

// What the plots of the sampler panel show of a report; `other` may be null.
[[nodiscard]] PlotContent orderPlot(const SamplerReport& report, const SamplerReport* other);
[[nodiscard]] PlotContent coveragePlot(const SamplerReport& report, const SamplerReport* other);
[[nodiscard]] PlotContent visitsPlot(const SamplerReport& report, const SamplerReport* other);
[[nodiscard]] PlotContent gapsPlot(const SamplerReport& report, const SamplerReport* other);

/// The figures as lines; with `other` both values stand beside each other.
[[nodiscard]] std::vector<KeyValueList::Row> samplerFigures(const SamplerReport& report, const SamplerReport* other,
                                                            const std::optional<LocalityFigures>& locality);
/// The command that reports the same; `target` is the store's path or empty.
[[nodiscard]] QString samplerCommand(const SamplerView& view, const QString& target);

}  // namespace zrecord::widgets
