#include "terminal/interruption.h"

#include <csignal>
#include <unistd.h>

#include "exit_code.h"

namespace zrecord::cli {
namespace {

/// The watcher is woken by this one when the program ends by itself.
constexpr int kWakeSignal = SIGUSR1;

sigset_t watchedSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, kWakeSignal);
    return set;
}

}  // namespace

Interruption::Interruption()
{
    const sigset_t set = watchedSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    m_watcher = std::thread([this] { watch(); });
}

Interruption::~Interruption()
{
    m_finished = true;
    pthread_kill(m_watcher.native_handle(), kWakeSignal);
    m_watcher.join();
}

void Interruption::watch()
{
    const sigset_t set = watchedSignals();
    for (;;) {
        int signal = 0;
        if (sigwait(&set, &signal) != 0)
            return;
        if (m_finished)
            return;
        if (signal == kWakeSignal)
            continue;
        if (m_stop.stop_requested())
            _exit(kExitCancelled);
        m_stop.request_stop();
    }
}

}  // namespace zrecord::cli
