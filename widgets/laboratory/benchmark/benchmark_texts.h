#pragma once

#include <optional>
#include <vector>

#include <QString>

#include <zrecord/benchmark.h>

#include "widgets/common/key_value_list.h"
#include "widgets/plots/plot_content.h"

namespace zrecord::widgets {

/// "Throughput of gather": what is measured.
[[nodiscard]] QString benchmarkTitle(BenchmarkWork work);
/// "196 KiB a batch of 256 records, random, 2 threads, warm. 5 rounds by turns; every result was checked first."
[[nodiscard]] QString benchmarkCaption(const BenchmarkReport& report);

struct VerdictText {
    QString title;
    QString text;
};
/// What holds the first line back, and what to do about it.
[[nodiscard]] VerdictText verdictText(const BenchmarkReport& report);

/// Speed of each line; `other` (may be null) in grey beside it, line by line of the same name.
[[nodiscard]] PlotContent throughputPlot(const BenchmarkReport& report, const BenchmarkReport* other, const QString& name, const QString& otherName);
/// Read, decompress, copy, other: microseconds of a batch and shares.
[[nodiscard]] std::vector<KeyValueList::Row> splitRows(const BenchmarkSplit& split);
[[nodiscard]] std::vector<KeyValueList::Row> machineRows(const BenchmarkReport& report);
/// "12.3 µs", "4.56 ms".
[[nodiscard]] QString secondsText(double seconds);
/// Translated names of benchmarkDifferences(), as a list in words; empty for none.
[[nodiscard]] QString differenceText(const BenchmarkReport& first, const BenchmarkReport& second);
/// `data`: what is measured in place of the store.
[[nodiscard]] QString benchCommand(const QString& store, const BenchmarkOptions& options, const std::optional<SyntheticData>& data = {});
/// MiB a second, or times a second where no bytes are moved.
[[nodiscard]] double speedOf(const BenchmarkReport& report, double seconds);

}  // namespace zrecord::widgets
