#pragma once

#include <QByteArray>
#include <QJsonObject>

#include <zrecord/benchmark.h>

namespace zrecord::workbench {

// One run in the keys of 'zr bench --json', so that either program reads what the other wrote.

[[nodiscard]] QJsonObject benchmarkToJson(const BenchmarkReport& report);
/// BadFormat, naming the key, when something is missing or of another kind. A report of an earlier version has neither
/// environment nor fingerprint, which then are empty.
[[nodiscard]] Result<BenchmarkReport> benchmarkFromJson(const QJsonObject& object);
/// All runs of a report file.
[[nodiscard]] Result<std::vector<BenchmarkReport>> readBenchmarkFile(const QByteArray& text);

}  // namespace zrecord::workbench
