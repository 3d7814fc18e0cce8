#pragma once

#include <chrono>
#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>

#include "zrecord/progress.h"

namespace zrecord::cli {

/// One line on a terminal that is drawn over again: stage, bar, counts, rate, time left. Appears after one second, the
/// time left after three; at most ten drawings a second. Thread-safe.
class ProgressBar {
public:
    using Clock = std::chrono::steady_clock;

    /// `out` is not owned.
    explicit ProgressBar(std::ostream& out) : m_out(out) {}

    void show(const Progress& progress) { show(progress, Clock::now()); }
    void show(const Progress& progress, Clock::time_point now);
    /// Wipes the line, so that other text can follow.
    void clear();

    /// The line without the control characters; `elapsed` since the stage began.
    static std::string line(const Progress& progress, std::chrono::duration<double> elapsed);

private:
    std::ostream& m_out;
    std::mutex m_mutex;
    std::string_view m_stage;
    Clock::time_point m_stageStart{};
    Clock::time_point m_lastDrawn{};
    bool m_started = false;
    bool m_visible = false;
};

}  // namespace zrecord::cli
