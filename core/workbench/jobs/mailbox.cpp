#include "workbench/jobs/mailbox.h"

#include <utility>

namespace zrecord::workbench {

void Mailbox::post(std::function<void()> letter) {
    const std::lock_guard lock(m_mutex);
    // Letters that wait in the event loop when the target dies are removed with it.
    if (m_target)
        QMetaObject::invokeMethod(m_target, std::move(letter), Qt::QueuedConnection);
}

void Mailbox::close() {
    const std::lock_guard lock(m_mutex);
    m_target = nullptr;
}

}  // namespace zrecord::workbench
