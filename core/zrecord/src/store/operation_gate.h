#pragma once

#include <mutex>
#include <shared_mutex>

namespace zrecord {

/// Lets many readers or one changer in. Whoever waits to change keeps later readers out, so that a stream of reads cannot
/// starve it. Not recursive.
class OperationGate {
public:
    void lock()
    {
        const std::lock_guard turn(m_turnstile);
        m_mutex.lock();
    }
    void unlock() { m_mutex.unlock(); }
    void lock_shared()
    {
        const std::lock_guard turn(m_turnstile);
        m_mutex.lock_shared();
    }
    void unlock_shared() { m_mutex.unlock_shared(); }

private:
    std::mutex m_turnstile;
    std::shared_mutex m_mutex;
};

}  // namespace zrecord
