#include "terminal/progress_bar.h"

#include <algorithm>
#include <ostream>

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

}  // namespace

std::string ProgressBar::line(const Progress& progress, std::chrono::duration<double> elapsed)
{
    std::string text(progress.stage);
    if (!text.empty())
        text += "  ";
    const double seconds = elapsed.count();
    const double rate = seconds > 0 ? static_cast<double>(progress.done) / seconds : 0;
    if (progress.total != 0) {
        const double part = std::min(1.0, static_cast<double>(progress.done) / static_cast<double>(progress.total));
        const auto filled = static_cast<std::size_t>(part * static_cast<double>(kBarWidth));
        text.append("[").append(filled, '#').append(kBarWidth - filled, '.').append("]  ");
        const std::string number = std::to_string(static_cast<int>(part * 100));
        text.append(3 - std::min<std::size_t>(3, number.size()), ' ').append(number).append(" %  ");
        text += amount(progress.done, progress.unit) + " of " + amount(progress.total, progress.unit);
    } else {
        text += amount(progress.done, progress.unit);
    }
    text += unitName(progress.unit);
    if (rate > 0)
        text += "  " + amount(static_cast<std::uint64_t>(rate + 0.5), progress.unit) + "/s";
    if (progress.total > progress.done && rate > 0 && elapsed >= kTimeLeftShown)
        text += "  " + duration(static_cast<double>(progress.total - progress.done) / rate) + " left";
    return text;
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
    m_out << kWipeLine << line(progress, now - m_stageStart) << std::flush;
}

void ProgressBar::clear()
{
    const std::lock_guard lock(m_mutex);
    m_started = false;
    if (std::exchange(m_visible, false))
        m_out << kWipeLine << std::flush;
}

}  // namespace zrecord::cli
