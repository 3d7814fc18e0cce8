#include "widgets/common/fluency_meter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QApplication>
#include <QEvent>
#include <QTimer>
#include <QWidget>

namespace zrecord::widgets {

namespace {

// Painting is asked for by events of low priority; ours come after all of them.
constexpr int kAfterPainting = std::numeric_limits<int>::min() / 2;

QEvent::Type frameDone() {
    static const auto type = static_cast<QEvent::Type>(QEvent::registerEventType());
    return type;
}

QEvent::Type inputDone() {
    static const auto type = static_cast<QEvent::Type>(QEvent::registerEventType());
    return type;
}

bool isInput(const QEvent& event) {
    switch (event.type()) {
        case QEvent::KeyPress:
        case QEvent::MouseButtonPress:
        case QEvent::MouseButtonRelease:
        case QEvent::Wheel: return true;
        default: return false;
    }
}

}  // namespace

FluencyFigures fluencyFigures(std::vector<double> milliseconds) {
    FluencyFigures figures;
    figures.count = milliseconds.size();
    if (milliseconds.empty())
        return figures;
    std::sort(milliseconds.begin(), milliseconds.end());
    const auto rank = [&milliseconds](double part) {
        const auto at = static_cast<std::size_t>(std::ceil(part * static_cast<double>(milliseconds.size())));
        return milliseconds[std::max<std::size_t>(at, 1) - 1];
    };
    figures.median = rank(0.5);
    figures.p95 = rank(0.95);
    figures.p99 = rank(0.99);
    figures.worst = milliseconds.back();
    figures.late = static_cast<std::uint64_t>(milliseconds.end() - std::upper_bound(milliseconds.begin(), milliseconds.end(), FluencyMeter::kFrame));
    return figures;
}

FluencyMeter::FluencyMeter(QObject* parent) : QObject(parent) { m_clock.start(); }

FluencyMeter::~FluencyMeter() { stop(); }

void FluencyMeter::start() {
    if (m_running)
        return;
    m_running = true;
    qApp->installEventFilter(this);
}

void FluencyMeter::stop() {
    if (!m_running)
        return;
    m_running = false;
    m_inputAt = m_frameAt = -1;
    if (qApp != nullptr)
        qApp->removeEventFilter(this);
}

void FluencyMeter::clear() {
    m_inputs.clear();
    m_frames.clear();
    m_oldest[0] = m_oldest[1] = 0;
}

void FluencyMeter::noteInput() {
    if (!m_running || m_inputAt >= 0)
        return;
    m_inputAt = now();
    QCoreApplication::postEvent(this, new QEvent(inputDone()), kAfterPainting);
}

bool FluencyMeter::eventFilter(QObject* watched, QEvent* event) {
    // The same input passes window, widget and its parents: the first counts.
    if (isInput(*event)) {
        noteInput();
    } else if (event->type() == QEvent::UpdateRequest && m_frameAt < 0) {
        const auto* widget = qobject_cast<const QWidget*>(watched);
        if (widget != nullptr && widget->isWindow()) {
            m_frameAt = now();
            QCoreApplication::postEvent(this, new QEvent(frameDone()), kAfterPainting);
        }
    }
    return QObject::eventFilter(watched, event);
}

bool FluencyMeter::event(QEvent* event) {
    if (event->type() == frameDone()) {
        if (m_frameAt >= 0)
            add(m_frames, now() - m_frameAt);
        m_frameAt = -1;
        return true;
    }
    if (event->type() == inputDone()) {
        // What waited for a timer of no duration belongs to it, with what that paints.
        if (m_inputAt >= 0)
            QTimer::singleShot(0, this, [this] { finishInput(); });
        return true;
    }
    return QObject::event(event);
}

void FluencyMeter::finishInput() {
    QMetaObject::invokeMethod(this, [this] {
        if (m_inputAt < 0)
            return;
        const double took = now() - m_inputAt;
        m_inputAt = -1;
        add(m_inputs, took);
        Q_EMIT measured();
    }, Qt::QueuedConnection);
}

void FluencyMeter::add(std::vector<double>& times, double milliseconds) {
    if (times.size() < kMostTimes) {
        times.push_back(milliseconds);
        return;
    }
    std::size_t& oldest = m_oldest[&times == &m_frames ? 1 : 0];
    times[oldest] = milliseconds;
    oldest = (oldest + 1) % kMostTimes;
}

}  // namespace zrecord::widgets
