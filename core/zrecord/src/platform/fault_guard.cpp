#include "platform/fault_guard.h"

#include <csignal>

#include <pthread.h>

#include "platform/file_map.h"

namespace zrecord {
namespace {

thread_local constinit RecoveryPoint* t_current = nullptr;

struct sigaction g_earlier {};

// What would have happened without us.
void passOn(int number, siginfo_t* info, void* context)
{
    if ((g_earlier.sa_flags & SA_SIGINFO) != 0) {
        g_earlier.sa_sigaction(number, info, context);
        return;
    }
    if (g_earlier.sa_handler != SIG_DFL && g_earlier.sa_handler != SIG_IGN) {
        g_earlier.sa_handler(number);
        return;
    }
    if (g_earlier.sa_handler == SIG_IGN && info->si_code <= 0)
        return;
    // Sent by a program: again, to the default action. By the processor: it repeats the access as soon as we return.
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    ::sigaction(number, &standard, nullptr);
    if (info->si_code <= 0)
        ::raise(number);
}

void onFault(int number, siginfo_t* info, void* context)
{
    RecoveryPoint* const point = t_current;
    // Codes above 0 come from the kernel: an access beyond the end of the file, or memory or a device that failed.
    if (point != nullptr && info->si_code > 0 && isInsideFileMap(info->si_addr))
        siglongjmp(point->place, 1);
    passOn(number, info, context);
}

}  // namespace

RecoveryPoint*& currentRecoveryPoint() noexcept
{
    return t_current;
}

bool installFaultHandler() noexcept
{
    static const bool installed = [] {
        struct sigaction ours {};
        ours.sa_sigaction = onFault;
        // Not blocked while it runs, because it is left by a jump; on the alternate stack where a thread has one.
        ours.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
        ::sigemptyset(&ours.sa_mask);
        // Known before the first fault can reach our handler.
        return ::sigaction(SIGBUS, nullptr, &g_earlier) == 0 && ::sigaction(SIGBUS, &ours, nullptr) == 0;
    }();
    return installed;
}

bool threadTakesFaults() noexcept
{
    thread_local const bool takes = [] {
        sigset_t blocked;
        return ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked) == 0 && ::sigismember(&blocked, SIGBUS) == 0;
    }();
    return takes;
}

}  // namespace zrecord
