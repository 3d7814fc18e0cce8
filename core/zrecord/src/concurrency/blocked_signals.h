#pragma once

#include <csignal>

#include <pthread.h>

namespace zrecord {

/// Signals belong to the program's own threads: threads started while one of these lives block them all, so that no
/// handler runs on a worker. Except for those that the thread itself causes by what it does: blocking them has no use, and
/// a blocked SIGBUS would end the program where a guarded read of a mapped file can go on.
class BlockedSignals {
public:
    BlockedSignals() noexcept
    {
        sigset_t all;
        sigfillset(&all);
        for (const int own : {SIGBUS, SIGSEGV, SIGFPE, SIGILL})
            sigdelset(&all, own);
        pthread_sigmask(SIG_SETMASK, &all, &m_before);
    }
    BlockedSignals(const BlockedSignals&) = delete;
    BlockedSignals& operator=(const BlockedSignals&) = delete;
    ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }

private:
    sigset_t m_before;
};

}  // namespace zrecord
