#include "widgets/common/record_scroll_bar.h"

#include <QApplication>
#include <QWheelEvent>

#include <algorithm>

namespace zrecord::widgets {
namespace {

/// Places of the handle when the content has more positions than that; room is left for Qt's own sums of value and page.
constexpr int kResolution = 1 << 30;

std::uint64_t absolute(std::int64_t delta) {
    return delta < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(delta) : static_cast<std::uint64_t>(delta);
}

}  // namespace

RecordScrollBar::RecordScrollBar(QWidget* parent) : QScrollBar(Qt::Vertical, parent) {
    setExtent(0, 1);
    connect(this, &QAbstractSlider::actionTriggered, this, &RecordScrollBar::handleAction);
    connect(this, &QAbstractSlider::valueChanged, this, &RecordScrollBar::handleValue);
}

void RecordScrollBar::setExtent(std::uint64_t total, std::uint64_t page) {
    m_total = total;
    m_page = std::max<std::uint64_t>(page, 1);
    m_maximum = total > m_page ? total - m_page : 0;
    const std::uint64_t before = m_position;
    m_position = std::min(m_position, m_maximum);
    const int places = static_cast<int>(std::min<std::uint64_t>(m_maximum, kResolution));
    const double share = m_maximum == 0 ? 1.0 : static_cast<double>(m_page) / static_cast<double>(m_maximum);
    {
        const QSignalBlocker blocker(this);
        setRange(0, places);
        setPageStep(static_cast<int>(std::clamp(share * places, 1.0, static_cast<double>(kResolution))));
    }
    syncHandle();
    // A blocked range change would leave the scroll area unaware that the bar is (not) needed.
    Q_EMIT rangeChanged(0, places);
    if (m_position != before) {
        Q_EMIT positionChanged(m_position);
    }
}

void RecordScrollBar::setStep(std::uint64_t step) {
    m_step = std::max<std::uint64_t>(step, 1);
}

void RecordScrollBar::setPosition(std::uint64_t position) {
    position = std::min(position, m_maximum);
    if (position == m_position) {
        return;
    }
    m_position = position;
    syncHandle();
    Q_EMIT positionChanged(m_position);
}

void RecordScrollBar::moveBy(std::int64_t delta) {
    const std::uint64_t distance = absolute(delta);
    if (delta < 0) {
        setPosition(m_position > distance ? m_position - distance : 0);
    } else {
        setPosition(m_maximum - m_position > distance ? m_position + distance : m_maximum);
    }
}

int RecordScrollBar::valueForPosition(std::uint64_t position) const {
    if (position >= m_maximum) {
        return maximum();
    }
    if (m_maximum <= static_cast<std::uint64_t>(kResolution)) {
        return static_cast<int>(position);
    }
    const double ratio = static_cast<double>(position) / static_cast<double>(m_maximum);
    return static_cast<int>(std::min(ratio * kResolution, static_cast<double>(kResolution)));
}

std::uint64_t RecordScrollBar::positionForValue(int value) const {
    const auto place = static_cast<std::uint64_t>(std::clamp(value, 0, maximum()));
    if (m_maximum <= static_cast<std::uint64_t>(kResolution)) {
        return place;
    }
    // maximum · place / resolution without leaving 64 bits.
    const std::uint64_t whole = m_maximum / kResolution;
    const std::uint64_t rest = m_maximum % kResolution;
    return place * whole + place * rest / kResolution;
}

void RecordScrollBar::wheelEvent(QWheelEvent* event) {
    m_wheelRest += event->angleDelta().y();
    const int notches = m_wheelRest / 120;
    m_wheelRest -= notches * 120;
    moveBy(-static_cast<std::int64_t>(notches) * QApplication::wheelScrollLines() * static_cast<std::int64_t>(m_step));
    event->accept();
}

void RecordScrollBar::handleAction(int action) {
    // Qt has moved only its 31-bit slider so far; the exact position decides and the slider is put where that belongs.
    const auto step = static_cast<std::int64_t>(m_step);
    const auto page = static_cast<std::int64_t>(std::min<std::uint64_t>(m_page, static_cast<std::uint64_t>(INT64_MAX)));
    switch (action) {
    case SliderSingleStepAdd: moveBy(step); break;
    case SliderSingleStepSub: moveBy(-step); break;
    case SliderPageStepAdd: moveBy(page); break;
    case SliderPageStepSub: moveBy(-page); break;
    case SliderToMinimum: setPosition(0); break;
    case SliderToMaximum: setPosition(m_maximum); break;
    default: return;  // a drag: handleValue() maps it
    }
    setSliderPosition(valueForPosition(m_position));
}

void RecordScrollBar::handleValue(int value) {
    if (value == valueForPosition(m_position)) {
        return;  // the handle followed the position, or did not leave its place
    }
    m_position = value >= maximum() ? m_maximum : positionForValue(value);
    Q_EMIT positionChanged(m_position);
}

void RecordScrollBar::syncHandle() {
    setValue(valueForPosition(m_position));
}

}  // namespace zrecord::widgets
