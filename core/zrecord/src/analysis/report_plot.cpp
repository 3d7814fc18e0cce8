#include "analysis/report_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace zrecord {
namespace {

constexpr double kWidth = 760;
constexpr double kHeight = 320;
constexpr double kLeft = 76, kRight = 20, kTop = 28, kBottom = 52;
constexpr double kBarShare = 0.8;  // of the room between two categories
constexpr int kTicks = 5;
constexpr std::size_t kColors = 4;

std::string decimal(double value)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f", value);
    return text.data();
}

std::string shortNumber(double value)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), std::abs(value) >= 1e5 ? "%.3g" : "%.6g", value);
    return text.data();
}

struct Range {
    double from = 0, to = 1;
    bool empty = true;
    void add(double value)
    {
        if (!std::isfinite(value))
            return;
        from = empty ? value : std::min(from, value);
        to = empty ? value : std::max(to, value);
        empty = false;
    }
    void settle(double margin)
    {
        if (to <= from)
            to = from + 1;
        const double more = (to - from) * margin;
        from -= from == 0 ? 0 : more;
        to += more;
    }
};

/// 1, 2 or 5 times a power of ten, so that about kTicks of them fit.
double tickStep(const Range& range)
{
    const double rough = (range.to - range.from) / kTicks;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (rough <= factor * power)
            return factor * power;
    return 10 * power;
}

class PlotDrawing {
public:
    explicit PlotDrawing(const ReportPlot& plot) : m_plot(plot)
    {
        bool bars = false;
        for (const ReportSeries& series : plot.series) {
            bars = bars || series.style == ReportSeries::Style::Bars;
            for (std::size_t i = 0; i < series.x.size(); ++i) {
                const double half = series.style == ReportSeries::Style::Bars ? 0.5 : 0;
                m_x.add(series.x[i] - half);
                m_x.add(series.x[i] + half);
                m_y.add(series.y[i]);
                if (!series.low.empty()) {
                    m_y.add(series.low[i]);
                    m_y.add(series.high[i]);
                }
            }
        }
        if (bars)
            m_y.add(0);
        m_x.settle(bars ? 0 : 0.03);
        m_y.settle(0.06);
    }

    std::string draw()
    {
        m_out = "<svg viewBox=\"0 0 " + decimal(kWidth) + " " + decimal(kHeight) + "\" role=\"img\" aria-label=\"" + htmlText(m_plot.title) + "\">\n";
        drawYAxis();
        drawXAxis();
        for (std::size_t number = 0; number < m_plot.series.size(); ++number)
            drawSeries(m_plot.series[number], number);
        if (m_plot.series.size() > 1)
            drawNames();
        return m_out + "</svg>\n";
    }

private:
    [[nodiscard]] double left(double x) const { return kLeft + (x - m_x.from) / (m_x.to - m_x.from) * (kWidth - kLeft - kRight); }
    [[nodiscard]] double top(double y) const { return kHeight - kBottom - (y - m_y.from) / (m_y.to - m_y.from) * (kHeight - kTop - kBottom); }

    void text(double x, double y, const char* classes, std::string_view words, const std::string& more = {})
    {
        m_out += "<text x=\"" + decimal(x) + "\" y=\"" + decimal(y) + "\" class=\"" + classes + "\"" + more + ">" + htmlText(words) + "</text>\n";
    }
    void line(double x1, double y1, double x2, double y2, const std::string& classes)
    {
        m_out += "<line x1=\"" + decimal(x1) + "\" y1=\"" + decimal(y1) + "\" x2=\"" + decimal(x2) + "\" y2=\"" + decimal(y2) + "\" class=\"" + classes + "\"/>\n";
    }

    void drawYAxis()
    {
        const double step = tickStep(m_y);
        for (double value = std::ceil(m_y.from / step) * step; value <= m_y.to; value += step) {
            line(kLeft, top(value), kWidth - kRight, top(value), "grid");
            text(kLeft - 6, top(value) + 4, "tick end", shortNumber(std::abs(value) < step / 1e6 ? 0 : value));
        }
        const std::string turn = " transform=\"rotate(-90 14 " + decimal((kTop + kHeight - kBottom) / 2) + ")\"";
        text(14, (kTop + kHeight - kBottom) / 2, "axis middle", m_plot.yTitle, turn);
    }

    void drawXAxis()
    {
        text((kLeft + kWidth - kRight) / 2, kHeight - 8, "axis middle", m_plot.xTitle);
        if (!m_plot.categories.empty()) {
            const std::size_t every = std::max<std::size_t>(1, m_plot.categories.size() / 10);
            for (std::size_t i = 0; i < m_plot.categories.size(); i += every)
                text(left(static_cast<double>(i)), kHeight - kBottom + 18, "tick middle", m_plot.categories[i]);
            return;
        }
        const double step = tickStep(m_x);
        for (double value = std::ceil(m_x.from / step) * step; value <= m_x.to; value += step)
            text(left(value), kHeight - kBottom + 18, "tick middle", shortNumber(std::abs(value) < step / 1e6 ? 0 : value));
    }

    void drawSeries(const ReportSeries& series, std::size_t number)
    {
        const std::string color = "c" + std::to_string(number % kColors);
        if (series.style == ReportSeries::Style::Line) {
            m_out += "<polyline class=\"line " + color + "\" points=\"";
            for (std::size_t i = 0; i < series.x.size(); ++i)
                m_out += (i == 0 ? "" : " ") + decimal(left(series.x[i])) + "," + decimal(top(series.y[i]));
            m_out += "\"/>\n";
        }
        for (std::size_t i = 0; i < series.x.size(); ++i) {
            if (series.style == ReportSeries::Style::Bars)
                drawBar(series, number, i, color);
            else if (series.style == ReportSeries::Style::Dots)
                m_out += "<circle cx=\"" + decimal(left(series.x[i])) + "\" cy=\"" + decimal(top(series.y[i])) + "\" r=\"" + (series.labels.empty() ? "1.3" : "5") +
                         "\" class=\"fill " + color + "\"/>\n";
            if (!series.low.empty() && series.style != ReportSeries::Style::Bars)
                line(left(series.x[i]), top(series.low[i]), left(series.x[i]), top(series.high[i]), "line " + color);
            if (!series.labels.empty())
                text(left(series.x[i]) + 9, top(series.y[i]) + 4, "label", series.labels[i]);
        }
    }

    /// Series that have a bar at one place stand side by side.
    void drawBar(const ReportSeries& series, std::size_t number, std::size_t point, const std::string& color)
    {
        std::size_t before = 0;
        std::size_t together = 0;
        for (std::size_t other = 0; other < m_plot.series.size(); ++other)
            if (m_plot.series[other].style == ReportSeries::Style::Bars && std::ranges::find(m_plot.series[other].x, series.x[point]) != m_plot.series[other].x.end()) {
                before += other < number ? 1 : 0;
                ++together;
            }
        const double width = kBarShare / static_cast<double>(together);
        const double from = left(series.x[point] - kBarShare / 2 + static_cast<double>(before) * width);
        const double to = left(series.x[point] - kBarShare / 2 + static_cast<double>(before + 1) * width);
        const double high = top(std::max(series.y[point], 0.0));
        m_out += "<rect x=\"" + decimal(from) + "\" y=\"" + decimal(high) + "\" width=\"" + decimal(to - from) + "\" height=\"" +
                 decimal(top(std::min(series.y[point], 0.0)) - high) + "\" class=\"fill " + color + "\"/>\n";
        if (!series.low.empty())
            line((from + to) / 2, top(series.low[point]), (from + to) / 2, top(series.high[point]), "noise");
    }

    void drawNames()
    {
        double x = kLeft;
        for (std::size_t number = 0; number < m_plot.series.size(); ++number) {
            m_out += "<rect x=\"" + decimal(x) + "\" y=\"6\" width=\"10\" height=\"10\" class=\"fill c" + std::to_string(number % kColors) + "\"/>\n";
            text(x + 15, 15, "label", m_plot.series[number].name);
            x += 40 + 7.0 * static_cast<double>(m_plot.series[number].name.size());
        }
    }

    const ReportPlot& m_plot;
    Range m_x, m_y;
    std::string m_out;
};

}  // namespace

std::string plotSvg(const ReportPlot& plot)
{
    return PlotDrawing(plot).draw();
}

std::string htmlText(std::string_view text)
{
    std::string out;
    for (const char letter : text) {
        switch (letter) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += letter;
        }
    }
    return out;
}

}  // namespace zrecord
