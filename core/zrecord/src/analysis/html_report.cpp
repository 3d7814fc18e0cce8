#include "zrecord/laboratory/html_report.h"

#include "analysis/report_plot.h"

namespace zrecord {
namespace {

// Light, and dark where the reader's system is: the window's own colours.
constexpr std::string_view kStyle = R"(
:root { --window: #f6f7f9; --panel: #ffffff; --rule: #dfe3e8; --text: #1c2128; --dim: #667080; --grid: #e9ecf0;
        --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #cc79a7; }
@media (prefers-color-scheme: dark) {
  :root { --window: #16191e; --panel: #1e2228; --rule: #30363f; --text: #e6e9ee; --dim: #98a2b0; --grid: #2a3038;
          --c0: #56b4e9; --c1: #e69f00; --c2: #2fc49a; --c3: #e29ac2; }
}
body { margin: 0 auto; max-width: 860px; padding: 24px; background: var(--window); color: var(--text); font: 14px/1.5 Inter, system-ui, sans-serif; }
h1 { font-size: 20px; } h2 { font-size: 15px; margin: 0 0 8px; }
section { background: var(--panel); border: 1px solid var(--rule); border-radius: 8px; padding: 14px; margin: 14px 0; overflow-x: auto; }
code { font-family: "JetBrains Mono", monospace; font-size: 13px; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { color: var(--dim); font-weight: 500; } th, td { text-align: right; padding: 4px 8px; border-bottom: 1px solid var(--rule); }
th:first-child, td:first-child { text-align: left; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0; } dt { color: var(--dim); } dd { margin: 0; }
svg { width: 100%; height: auto; } svg text { font-size: 12px; fill: var(--dim); } svg .label { fill: var(--text); }
svg .middle { text-anchor: middle; } svg .end { text-anchor: end; } svg .grid { stroke: var(--grid); } svg .noise { stroke: var(--text); }
svg .line { fill: none; stroke-width: 1.8; } svg .line.c0 { stroke: var(--c0); } svg .line.c1 { stroke: var(--c1); } svg .line.c2 { stroke: var(--c2); }
svg .line.c3 { stroke: var(--c3); } svg .fill.c0 { fill: var(--c0); } svg .fill.c1 { fill: var(--c1); } svg .fill.c2 { fill: var(--c2); } svg .fill.c3 { fill: var(--c3); }
)";

std::string element(std::string_view name, std::string_view text)
{
    return "<" + std::string(name) + ">" + htmlText(text) + "</" + std::string(name) + ">";
}

std::string tableRow(std::string_view cell, const std::vector<std::string>& cells)
{
    std::string out = "<tr>";
    for (const std::string& text : cells)
        out += element(cell, text);
    return out + "</tr>\n";
}

std::string tableHtml(const ReportTable& table)
{
    std::string out = "<section>" + element("h2", table.title) + "<table>\n" + tableRow("th", table.columns);
    for (const std::vector<std::string>& row : table.rows)
        out += tableRow("td", row);
    return out + "</table></section>\n";
}

}  // namespace

std::string htmlPage(const HtmlReport& report)
{
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n" +
                      element("title", report.title) + "\n<style>" + std::string(kStyle) + "</style></head><body>\n" + element("h1", report.title) + "\n";
    for (const std::string& sentence : report.sentences)
        out += element("p", sentence) + "\n";
    if (!report.facts.empty()) {
        out += "<section><dl>\n";
        for (const auto& [name, value] : report.facts)
            out += element("dt", name) + element("dd", value) + "\n";
        out += "</dl></section>\n";
    }
    for (const ReportPlot& plot : report.plots)
        out += "<section>" + element("h2", plot.title) + plotSvg(plot) + "</section>\n";
    for (const ReportTable& table : report.tables)
        out += tableHtml(table);
    if (!report.command.empty())
        out += "<section>" + element("h2", "As a command") + element("code", report.command) + "</section>\n";
    return out + "<script type=\"application/json\" id=\"data\">" + reportJson(report) + "</script>\n</body></html>\n";
}

}  // namespace zrecord
