#include "widgets/viewers/record/record_player.h"

#include <algorithm>

namespace zrecord::widgets {

using workbench::RecordSelection;

RecordPlayer::RecordPlayer(QObject* parent) : QObject(parent) {
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &RecordPlayer::step);
}

void RecordPlayer::setSelection(RecordSelection* selection) {
    stop();
    m_selection = selection;
}

void RecordPlayer::start() {
    if (!m_selection || m_selection->recordCount() == 0 || isPlaying()) {
        return;
    }
    if (m_selection->current().value_or(0) + 1 >= m_selection->recordCount()) {
        m_selection->select(0);
    }
    m_shown = true;
    m_timer.start(std::max(1000 / m_rate, 1));
    Q_EMIT playingChanged(true);
}

void RecordPlayer::stop() {
    if (isPlaying()) {
        m_timer.stop();
        Q_EMIT playingChanged(false);
    }
}

void RecordPlayer::toggle() {
    if (isPlaying()) {
        stop();
    } else {
        start();
    }
}

void RecordPlayer::setRate(int recordsPerSecond) {
    const int rate = std::clamp(recordsPerSecond, kRates[0], kRates[std::size(kRates) - 1]);
    if (rate == m_rate) {
        return;
    }
    m_rate = rate;
    if (isPlaying()) {
        m_timer.start(std::max(1000 / m_rate, 1));
    }
    Q_EMIT rateChanged(m_rate);
}

void RecordPlayer::step() {
    if (!m_selection || m_selection->current().value_or(0) + 1 >= m_selection->recordCount()) {
        stop();
        return;
    }
    if (!m_shown) {
        return;
    }
    m_shown = false;
    m_selection->moveBy(1, RecordSelection::Gesture::Replace);
}

}  // namespace zrecord::widgets
