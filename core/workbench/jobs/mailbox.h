#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include <QObject>

namespace zrecord::workbench {

/// The way from a worker back to a QObject that may be gone by then. The owner makes one, workers keep the shared
/// pointer, and the owner's destructor closes it: letters to a closed box vanish.
class Mailbox {
public:
    /// `target` outlives the box or closes it first.
    explicit Mailbox(QObject* target) : m_target(target) {}
    /// Runs `letter` on the target's thread from its event loop. Any thread.
    void post(std::function<void()> letter);
    void close();

private:
    std::mutex m_mutex;
    QObject* m_target;
};

/// Owner's end: closes the box when it goes out of scope. Declare it last among the members.
class MailboxOwner {
public:
    explicit MailboxOwner(QObject* target) : m_box(std::make_shared<Mailbox>(target)) {}
    ~MailboxOwner() { m_box->close(); }
    MailboxOwner(const MailboxOwner&) = delete;
    MailboxOwner& operator=(const MailboxOwner&) = delete;
    [[nodiscard]] const std::shared_ptr<Mailbox>& box() const noexcept { return m_box; }

private:
    std::shared_ptr<Mailbox> m_box;
};

}  // namespace zrecord::workbench
