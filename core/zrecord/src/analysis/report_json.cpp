#include <array>
#include <cmath>
#include <cstdio>

#include "zrecord/laboratory/html_report.h"

namespace zrecord {
namespace {

/// Also safe inside a <script>: no "<" stays as it is.
std::string jsonText(std::string_view text)
{
    std::string out = "\"";
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') {
            out += '\\';
            out += letter;
        } else if (code < 0x20 || letter == '<') {
            std::array<char, 8> escape{};
            std::snprintf(escape.data(), escape.size(), "\\u%04x", code);
            out += escape.data();
        } else {
            out += letter;
        }
    }
    return out + '"';
}

std::string number(double value)
{
    if (!std::isfinite(value))
        return "null";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.17g", value);
    // The shortest text that reads back as the same number.
    for (int digits = 1; digits < 17; ++digits) {
        std::array<char, 32> shorter{};
        std::snprintf(shorter.data(), shorter.size(), "%.*g", digits, value);
        if (std::strtod(shorter.data(), nullptr) == value)
            return shorter.data();
    }
    return text.data();
}

template <typename T, typename Write>
std::string array(const std::vector<T>& values, const Write& write)
{
    std::string out = "[";
    for (const T& value : values)
        out.append(out.size() == 1 ? "" : ",").append(write(value));
    return out + "]";
}

std::string texts(const std::vector<std::string>& values)
{
    return array(values, [](const std::string& text) { return jsonText(text); });
}

std::string numbers(const std::vector<double>& values)
{
    return array(values, number);
}

std::string seriesJson(const ReportSeries& series)
{
    std::string out = "{\"name\":" + jsonText(series.name) + ",\"x\":" + numbers(series.x) + ",\"y\":" + numbers(series.y);
    if (!series.low.empty())
        out += ",\"low\":" + numbers(series.low) + ",\"high\":" + numbers(series.high);
    if (!series.labels.empty())
        out += ",\"labels\":" + texts(series.labels);
    return out + "}";
}

std::string plotJson(const ReportPlot& plot)
{
    return "{\"title\":" + jsonText(plot.title) + ",\"x\":" + jsonText(plot.xTitle) + ",\"y\":" + jsonText(plot.yTitle) + ",\"categories\":" + texts(plot.categories) +
           ",\"series\":" + array(plot.series, seriesJson) + "}";
}

std::string tableJson(const ReportTable& table)
{
    return "{\"title\":" + jsonText(table.title) + ",\"columns\":" + texts(table.columns) + ",\"rows\":" + array(table.rows, texts) + "}";
}

}  // namespace

std::string reportJson(const HtmlReport& report)
{
    std::string facts = "{";
    for (const auto& [name, value] : report.facts)
        facts += (facts.size() == 1 ? "" : ",") + jsonText(name) + ":" + jsonText(value);
    return "{\"title\":" + jsonText(report.title) + ",\"sentences\":" + texts(report.sentences) + ",\"command\":" + jsonText(report.command) + ",\"facts\":" + facts +
           "},\"plots\":" + array(report.plots, plotJson) + ",\"tables\":" + array(report.tables, tableJson) + "}\n";
}

}  // namespace zrecord
