#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace zrecord::cli {

/// Turns SIGINT and SIGTERM into a stop request. Make one in main(), before any other thread exists: the signals are
/// blocked in all threads from then on and a watcher takes them. A second signal ends the process at once, status 130.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    [[nodiscard]] std::stop_token stopToken() const { return m_stop.get_token(); }

private:
    void watch();

    std::stop_source m_stop;
    std::atomic<bool> m_finished{false};
    std::thread m_watcher;
};

}  // namespace zrecord::cli
