#pragma once

#include <vector>

#include <QString>

#include "widgets/common/key_value_list.h"
#include "widgets/plots/plot_content.h"
#include "workbench/laboratory/dictionary_study.h"

namespace zrecord::widgets {

/// The advice as a heading and sentences with their reason.
struct AdviceText {
    QString title;
    QString text;
};
[[nodiscard]] AdviceText adviceText(const TuneReport& report);
/// "Trained on 10 699 random records (8.4 MB), measured on 4 012 others. 5 rounds by turns."
[[nodiscard]] QString measuredText(const TuneReport& report);

/// Ratio against gather speed; bubbles as large as the dictionary's memory, the advised one marked.
[[nodiscard]] PlotContent ratioPlot(const TuneReport& report);
/// Records of one candidate by their size against plain zstd.
[[nodiscard]] PlotContent againstPlot(const TuneResult& result);
/// What the store would become.
[[nodiscard]] std::vector<KeyValueList::Row> consequenceRows(const TuneReport& report, std::size_t result, std::uint64_t chunkBytes);
/// The commands that train the same dictionary and write such a store.
[[nodiscard]] QString tuneCommand(const QString& store, const TuneOptions& options, const TuneResult& result);

}  // namespace zrecord::widgets
