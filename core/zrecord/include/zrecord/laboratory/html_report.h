#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zrecord/export.h"

namespace zrecord {

struct BenchmarkReport;
struct CompactionRates;
struct LocalityFigures;
struct SamplerReport;
struct SlotMap;
struct TuneReport;

/// Points of one kind in a plot of a report; x and y are of one length.
struct ReportSeries {
    enum class Style : std::uint8_t { Line, Dots, Bars };
    std::string name;
    Style style = Style::Line;
    std::vector<double> x, y;
    std::vector<std::string> labels;  ///< beside the points; empty, or one for each
    std::vector<double> low, high;    ///< ends of a bar through each point; empty, or one for each
};

struct ReportPlot {
    std::string title;
    std::string xTitle, yTitle;            ///< quantity and unit
    std::vector<std::string> categories;   ///< names of x = 0, 1, 2, … instead of numbers
    std::vector<ReportSeries> series;
};

struct ReportTable {
    std::string title;
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
};

/// What a measurement found, for people and for programs.
struct HtmlReport {
    std::string title;
    std::vector<std::string> sentences;  ///< how it was measured, and what to do about it
    std::string command;                 ///< of zr that measures the same
    std::vector<std::pair<std::string, std::string>> facts;  ///< name, value: store, machine
    std::vector<ReportPlot> plots;
    std::vector<ReportTable> tables;
};

/// One page of HTML that needs nothing else: plots as inline SVG, in the colours of the reader's system, and all numbers once
/// more as JSON in a <script type="application/json" id="data">. The same report gives the same bytes. Text is UTF-8.
ZRECORD_EXPORT std::string htmlPage(const HtmlReport& report);
/// The same as JSON alone: title, sentences, command, facts, plots and tables. Numbers that are not finite become null.
ZRECORD_EXPORT std::string reportJson(const HtmlReport& report);

// What the laboratory measures as pages: the same from the Workbench and from 'zr … --report'. `command` is what measures it again.

ZRECORD_EXPORT HtmlReport samplerPage(const SamplerReport& report, const std::optional<LocalityFigures>& locality, std::string command);
ZRECORD_EXPORT HtmlReport tunePage(const TuneReport& report, const std::string& store, std::string command);
ZRECORD_EXPORT HtmlReport benchmarkPage(const BenchmarkReport& report, std::string command);
ZRECORD_EXPORT HtmlReport slotPage(const SlotMap& map, const CompactionRates& rates, const std::string& store, std::string command);

}  // namespace zrecord
