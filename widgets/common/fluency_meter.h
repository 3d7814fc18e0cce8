#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <QElapsedTimer>
#include <QObject>

namespace zrecord::widgets {

/// Times of one kind, in milliseconds. Percentiles are values that were measured (nearest rank).
struct FluencyFigures {
    std::uint64_t count = 0;
    double median = 0, p95 = 0, p99 = 0, worst = 0;
    std::uint64_t late = 0;  ///< above FluencyMeter::kFrame
};

/// Figures of some times; all 0 for none.
[[nodiscard]] FluencyFigures fluencyFigures(std::vector<double> milliseconds);

/// Measures the window while it is used: from each key, click and wheel step until the GUI thread has handled it, painted what
/// changed and has nothing left to do; and how long each frame took to paint. Answers of workers that come later are not waited
/// for. Costs two posted events for each input; nothing while it does not run. Keeps the last kMostTimes of each kind. GUI thread.
class FluencyMeter final : public QObject {
    Q_OBJECT

public:
    static constexpr double kFrame = 16;  ///< milliseconds: what an input may take until it is painted
    static constexpr std::size_t kMostTimes = 4096;

    explicit FluencyMeter(QObject* parent = nullptr);
    ~FluencyMeter() override;

    void start();
    void stop();
    [[nodiscard]] bool isRunning() const noexcept { return m_running; }
    void clear();
    /// Counts what happens now as an input, for things that do not come as an event.
    void noteInput();

    [[nodiscard]] FluencyFigures inputs() const { return fluencyFigures(m_inputs); }
    [[nodiscard]] FluencyFigures frames() const { return fluencyFigures(m_frames); }
    [[nodiscard]] const std::vector<double>& inputTimes() const noexcept { return m_inputs; }
    /// No input is being measured.
    [[nodiscard]] bool isIdle() const noexcept { return m_inputAt < 0; }

Q_SIGNALS:
    void measured();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] double now() const { return static_cast<double>(m_clock.nsecsElapsed()) / 1e6; }
    void add(std::vector<double>& times, double milliseconds);
    void finishInput();

    QElapsedTimer m_clock;
    bool m_running = false;
    double m_inputAt = -1;
    double m_frameAt = -1;
    std::vector<double> m_inputs;
    std::vector<double> m_frames;
    std::size_t m_oldest[2] = {0, 0};
};

}  // namespace zrecord::widgets
