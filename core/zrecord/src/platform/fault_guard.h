#pragma once

#include <csetjmp>

namespace zrecord {

/// Where a thread goes on when a mapped file turns out to be shorter than it was, or its device fails: Linux reports both
/// with SIGBUS. Used by runGuarded() alone.
struct RecoveryPoint {
    sigjmp_buf place;
    RecoveryPoint* outer = nullptr;
};

/// Makes SIGBUS from within a FileMap recoverable; every other one goes on to the handler that was there before, or ends
/// the program as it would have. Once per process; false when the system refuses.
bool installFaultHandler() noexcept;

/// False when this thread blocks SIGBUS: the kernel then ends the program without asking any handler, so maps must not be
/// used. Asks the system once per thread.
bool threadTakesFaults() noexcept;

/// The recovery point that a fault of this thread leads to; null outside of runGuarded().
RecoveryPoint*& currentRecoveryPoint() noexcept;

/// Runs body(argument); false when it touched bytes of a FileMap that could not be read, in which case it was left where
/// it stood: whatever it wrote is there in part. Body and all it calls must own nothing that has a destructor, lock nothing
/// and allocate nothing. Costs a few nanoseconds; no system call.
template <typename Argument>
[[nodiscard]] bool runGuarded(void (*body)(Argument&), Argument& argument) noexcept
{
    RecoveryPoint point;
    RecoveryPoint*& current = currentRecoveryPoint();
    point.outer = current;
    // The handler does not change the signal mask, so there is none to restore.
    if (sigsetjmp(point.place, 0) != 0) {
        currentRecoveryPoint() = point.outer;
        return false;
    }
    current = &point;
    body(argument);
    current = point.outer;
    return true;
}

}  // namespace zrecord
