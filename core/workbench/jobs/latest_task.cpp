#include "workbench/jobs/latest_task.h"

#include <utility>

namespace zrecord::workbench {

LatestTask::LatestTask(TaskRunner& runner, QObject* parent) : QObject(parent), m_runner(runner), m_mailbox(this) {}

LatestTask::~LatestTask() {
    if (m_running)
        m_running->request_stop();
}

std::uint64_t LatestTask::submit(Work work) {
    ++m_ticket;
    if (m_running) {
        m_running->request_stop();
        m_waiting = std::move(work);
    } else {
        launch(std::move(work));
    }
    return m_ticket;
}

void LatestTask::cancel() {
    ++m_ticket;
    m_waiting.reset();
    if (m_running)
        m_running->request_stop();
}

void LatestTask::launch(Work work) {
    m_running.emplace();
    m_runner.run([this, box = mailbox(), stop = m_running->get_token(), work = std::move(work)] {
        if (!stop.stop_requested())
            work(stop);
        // Runs only while this object lives: the box is closed by its destructor.
        box->post([this] { finish(); });
    });
}

void LatestTask::finish() {
    m_running.reset();
    if (m_waiting) {
        Work next = std::move(*m_waiting);
        m_waiting.reset();
        launch(std::move(next));
    } else {
        Q_EMIT idle();
    }
}

}  // namespace zrecord::workbench
