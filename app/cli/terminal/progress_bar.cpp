#include "terminal/progress_bar.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <span>

#include "text_layout.h"

namespace zrecord::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kFirstShown = 1s;
constexpr auto kRedraw = 100ms;
constexpr std::chrono::duration<double> kTimeLeftShown = 3s;
constexpr std::size_t kBarWidth = 20;
constexpr std::string_view kWipeLine = "\r\x1b[K";

std::string amount(std::uint64_t count, ProgressUnit unit)
{
    return unit == ProgressUnit::Bytes ? byteSize(count) : groupedCount(count);
}

std::string_view unitName(ProgressUnit unit)
{
    return unit == ProgressUnit::Records ? " records" : unit == ProgressUnit::Steps ? " steps" : "";
}

std::string joined(std::span<const std::string> parts)
{
    std::string text;
    for (const std::string& part : parts) {
        if (!part.empty())
            text.append(text.empty() ? "" : "  ").append(part);
    }
    return text;
}

}  // namespace

std::string ProgressBar::amountDone(const Progress& progress)
{
    std::string text = amount(progress.done, progress.unit);
    if (progress.total != 0)
        text += " of " + amount(progress.total, progress.unit);
    return text.append(unitName(progress.unit));
}

std::string ProgressBar::line(const Progress& progress, std::chrono::duration<double> elapsed, std::size_t columns)
{
    enum Part : std::size_t { Stage, Bar, Share, Amount, Rate, TimeLeft, PartCount };
    std::array<std::string, PartCount> parts;
    parts[Stage] = progress.stage;
    const double seconds = elapsed.count();
    const double rate = seconds > 0 ? static_cast<double>(progress.done) / seconds : 0;
    parts[Amount] = amountDone(progress);
    if (progress.total != 0) {
        const double share = std::min(1.0, static_cast<double>(progress.done) / static_cast<double>(progress.total));
        const auto filled = static_cast<std::size_t>(share * static_cast<double>(kBarWidth));
        parts[Bar] = "[" + std::string(filled, '#') + std::string(kBarWidth - filled, '.') + "]";
        const std::string number = std::to_string(static_cast<int>(share * 100));
        parts[Share] = std::string(3 - std::min<std::size_t>(3, number.size()), ' ') + number + " %";
    }
    if (rate > 0)
        parts[Rate] = amount(static_cast<std::uint64_t>(rate + 0.5), progress.unit) + "/s";
    if (progress.total > progress.done && rate > 0 && elapsed >= kTimeLeftShown)
        parts[TimeLeft] = duration(static_cast<double>(progress.total - progress.done) / rate) + " left";

    std::string text = joined(parts);
    for (const Part dispensable : {Bar, Rate, TimeLeft, Stage}) {
        if (text.size() <= columns)
            break;
        parts[dispensable].clear();
        text = joined(parts);
    }
    return text.substr(0, columns);
}

void ProgressBar::show(const Progress& progress, Clock::time_point now)
{
    const std::lock_guard lock(m_mutex);
    if (!m_started || progress.stage != m_stage) {
        m_stage = progress.stage;
        m_stageStart = now;
        m_started = true;
    }
    if (now - m_stageStart < kFirstShown && !m_visible)
        return;
    if (m_visible && now - m_lastDrawn < kRedraw)
        return;
    m_lastDrawn = now;
    m_visible = true;
    const std::size_t columns = m_columns ? m_columns() : 0;
    // A terminal goes to the next line once its last column is filled, and only one line can be wiped.
    m_out << kWipeLine << line(progress, now - m_stageStart, columns > 1 ? columns - 1 : SIZE_MAX) << std::flush;
}

void ProgressBar::clear()
{
    const std::lock_guard lock(m_mutex);
    m_started = false;
    if (std::exchange(m_visible, false))
        m_out << kWipeLine << std::flush;
}

}  // namespace zrecord::cli
