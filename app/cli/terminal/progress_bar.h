#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "zrecord/progress.h"

namespace zrecord::cli {

/// One line on a terminal that is drawn over again: stage, bar, counts, rate, time left. Appears after one second, the
/// time left after three; at most ten drawings a second. Thread-safe.
class ProgressBar {
public:
    using Clock = std::chrono::steady_clock;

    /// Columns of the terminal, asked for at each drawing; 0 = unknown.
    using Columns = std::function<std::size_t()>;

    /// `out` is not owned.
    explicit ProgressBar(std::ostream& out, Columns columns = {}) : m_out(out), m_columns(std::move(columns)) {}

    void show(const Progress& progress) { show(progress, Clock::now()); }
    void show(const Progress& progress, Clock::time_point now);
    /// Wipes the line, so that other text can follow.
    void clear();

    /// "250,000 of 1,000,000 records".
    static std::string amountDone(const Progress& progress);

    /// The line without the control characters; `elapsed` since the stage began. What does not fit into `columns` is left
    /// out whole: the bar first, then the rate, the time left, the name of the stage.
    static std::string line(const Progress& progress, std::chrono::duration<double> elapsed, std::size_t columns = SIZE_MAX);

private:
    std::ostream& m_out;
    Columns m_columns;
    std::mutex m_mutex;
    std::string_view m_stage;
    Clock::time_point m_stageStart{};
    Clock::time_point m_lastDrawn{};
    bool m_started = false;
    bool m_visible = false;
};

}  // namespace zrecord::cli
