#pragma once

#include <nanobind/nanobind.h>

#include <unistd.h>

namespace zrecord::python {

/// Lets other threads have the interpreter lock while it lives.
///
/// A daemon thread that wants the lock back while the interpreter is taken down is ended by CPython there and then, through
/// pthread_exit. That would unwind frames that must not be unwound, and end the whole process with std::terminate. Such a thread
/// waits here instead until the process has ended.
class Unlocked {
public:
    Unlocked() noexcept : m_state(PyEval_SaveThread()) {}
    ~Unlocked()
    {
        try {
            PyEval_RestoreThread(m_state);
        } catch (...) {
            for (;;)
                ::pause();
        }
    }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

private:
    PyThreadState* m_state;
};

/// What `work` returns, which runs without the interpreter lock.
template <typename Work>
auto withoutLock(const Work& work)
{
    const Unlocked unlocked;
    return work();
}

}  // namespace zrecord::python
