#include "workbench/jobs/job.h"

#include <algorithm>
#include <utility>

namespace zrecord::workbench {
namespace {

constexpr std::int64_t kRateWindow = 5'000;     // ms over which the rate is taken
constexpr std::int64_t kRateMinimum = 500;      // ms before a rate means anything
constexpr std::int64_t kRemainingAfter = 3'000; // ms before a forecast is shown
constexpr std::int64_t kSampleInterval = 100;   // ms between two remembered counts

}  // namespace

Job::Job(std::uint64_t id, QString title, QString subject, Work work, Clock clock, QObject* parent)
    : QObject(parent), m_id(id), m_title(std::move(title)), m_subject(std::move(subject)), m_work(std::move(work)),
      m_clock(std::move(clock)) {}

Job::~Job() = default;

QString Job::stage() const {
    return QString::fromUtf8(m_progress.stage.data(), static_cast<qsizetype>(m_progress.stage.size()));
}

int Job::permille() const noexcept {
    const std::uint64_t total = m_progress.total;
    if (total == 0)
        return m_state == State::Succeeded ? 1000 : -1;
    const std::uint64_t done = std::min(m_progress.done, total);
    // Counts go up to 2^64: divide first where multiplying would overflow.
    return static_cast<int>(total > UINT64_MAX / 1000 ? done / (total / 1000) : done * 1000 / total);
}

std::optional<double> Job::rate() const {
    if (m_samples.empty() || m_state != State::Running)
        return std::nullopt;
    const Sample& oldest = m_samples.front();
    const std::int64_t span = m_clock() - oldest.time;
    if (span < kRateMinimum)
        return std::nullopt;
    return static_cast<double>(m_progress.done - oldest.done) * 1000.0 / static_cast<double>(span);
}

std::optional<std::int64_t> Job::remainingMilliseconds() const {
    const std::optional<double> speed = rate();
    if (!speed || *speed <= 0.0 || m_progress.total <= m_progress.done || m_clock() - m_stageStarted < kRemainingAfter)
        return std::nullopt;
    return static_cast<std::int64_t>(static_cast<double>(m_progress.total - m_progress.done) / *speed * 1000.0);
}

std::int64_t Job::elapsedMilliseconds() const {
    if (m_state == State::Queued || m_started == 0)
        return 0;
    return (isFinished() ? m_ended : m_clock()) - m_started;
}

void Job::setResultText(const QString& text) {
    m_resultText = text;
}

void Job::cancel() {
    if (isFinished() || isCancelRequested())
        return;
    m_pauseWanted = false;
    m_stop.request_stop();
    if (m_state != State::Running && m_whenCancelledInQueue)
        m_whenCancelledInQueue();
    else
        Q_EMIT stateChanged();
}

void Job::pause() {
    if (!m_pausable || isFinished() || m_state == State::Paused || m_stop.stop_requested())
        return;
    if (m_state == State::Queued)
        return setState(State::Paused);
    m_pauseWanted = true;
    m_stop.request_stop();
    Q_EMIT stateChanged();
}

void Job::resume() {
    if (m_state == State::Paused && m_whenResumed)
        m_whenResumed();
}

void Job::setState(State state) {
    m_state = state;
    const std::int64_t now = m_clock();
    if (state == State::Running) {
        m_started = m_started == 0 ? now : m_started;
        m_stageStarted = now;
        m_samples.clear();
    } else if (isFinished()) {
        m_ended = m_started == 0 ? (m_started = now) : now;
    }
    Q_EMIT stateChanged();
}

void Job::takeProgress(const Progress& progress) {
    const std::int64_t now = m_clock();
    const bool newStage = progress.stage != m_progress.stage || progress.done < m_progress.done;
    m_progress = progress;
    if (newStage) {
        m_samples.clear();
        m_stageStarted = now;
    }
    if (m_samples.empty() || now - m_samples.back().time >= kSampleInterval)
        m_samples.push_back({now, progress.done});
    // Keeps one sample beyond the window, so that the rate always spans all of it.
    while (m_samples.size() > 2 && now - m_samples[1].time >= kRateWindow)
        m_samples.erase(m_samples.begin());
    Q_EMIT progressChanged();
}

}  // namespace zrecord::workbench
