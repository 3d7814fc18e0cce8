#pragma once

#include <csignal>

#include <pthread.h>

namespace zrecord {

/// Signals belong to the program's own threads: threads started while one of these lives block them all, so that no
/// handler runs on a worker.
class BlockedSignals {
public:
    BlockedSignals() noexcept
    {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &m_before);
    }
    BlockedSignals(const BlockedSignals&) = delete;
    BlockedSignals& operator=(const BlockedSignals&) = delete;
    ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }

private:
    sigset_t m_before;
};

}  // namespace zrecord
