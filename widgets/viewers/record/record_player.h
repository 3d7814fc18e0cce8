#pragma once

#include <QPointer>
#include <QTimer>

#include "workbench/selection/record_selection.h"

namespace zrecord::widgets {

/// Plays through the records of a selection at a rate, from the current one to the last. Never ahead of what is shown: a
/// tick that comes before the record is there is left out. GUI thread only.
class RecordPlayer final : public QObject {
    Q_OBJECT

public:
    /// Records in a second that are offered, slowest first.
    static constexpr int kRates[] = {1, 2, 5, 10, 25};
    static constexpr int kUsualRate = 5;

    explicit RecordPlayer(QObject* parent = nullptr);

    /// Stops; nullptr = none.
    void setSelection(workbench::RecordSelection* selection);
    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }
    /// Starts at the first record when the last one is current.
    void start();
    void stop();
    void toggle();
    [[nodiscard]] int rate() const noexcept { return m_rate; }
    void setRate(int recordsPerSecond);
    /// The record that was asked for is shown: the next may come.
    void recordShown() { m_shown = true; }

Q_SIGNALS:
    void playingChanged(bool playing);
    void rateChanged(int recordsPerSecond);

private:
    void step();

    QPointer<workbench::RecordSelection> m_selection;
    QTimer m_timer;
    int m_rate = kUsualRate;
    bool m_shown = true;
};

}  // namespace zrecord::widgets
