#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "loading/batch_reader.h"
#include "loading/look_ahead.h"
#include "loading/part_sampler.h"
#include "loading/slot_pool.h"
#include "zrecord/data_loader.h"

namespace zrecord {

/// The engine of a DataLoader: a window of `prefetch` steps from the first undelivered one on. Workers claim the steps of
/// the window in order and fill them side by side; next() takes them out. Without prefetch the window is one step, which
/// the caller of next() fills itself. Thread-safe.
class LoaderPipeline : public std::enable_shared_from_this<LoaderPipeline> {
public:
    struct Parts {
        std::vector<LoaderStream> streams;
        LoaderOptions options;
        PartSampler sampler;  ///< stands at the first step
        PartSampler ahead;    ///< another of the same, for looking ahead
        std::uint64_t endStep;  ///< no step from here on
        std::shared_ptr<SlotPool> pool;
    };
    explicit LoaderPipeline(Parts parts);
    ~LoaderPipeline();
    LoaderPipeline(const LoaderPipeline&) = delete;
    LoaderPipeline& operator=(const LoaderPipeline&) = delete;

    /// Starts the workers; OutOfMemory when the system gives none.
    Status start();
    Result<Batch> next(const std::stop_token& stop);
    bool waitReady(std::chrono::milliseconds patience);
    void stop();

    [[nodiscard]] const Parts& parts() const noexcept { return m_parts; }
    /// Of the first step that was not delivered.
    SamplerState position();
    LoaderStats stats();
    std::exception_ptr transformException();
    /// True in a forked child, where no mutex may be touched.
    [[nodiscard]] bool isForeign() const noexcept;

private:
    enum class EntryState : std::uint8_t { Free, Working, Ready, Failed, Delivered };
    /// One step of the window.
    struct Entry {
        EntryState state = EntryState::Free;
        Batch batch;
        SamplerState before;
        Status fault;
        std::exception_ptr thrown;
    };
    struct Worker {
        std::thread thread;
        bool exited = false;  ///< guarded by m_mutex
    };

    // With m_mutex held:
    [[nodiscard]] Entry& entryOf(std::uint64_t step) noexcept { return m_window[step % m_window.size()]; }
    [[nodiscard]] bool canClaim() noexcept;
    Entry& claim();
    /// Puts a batch that was filled into its entry; one that failed stays where it is.
    void settle(Entry& entry, Batch& batch, Status outcome, std::exception_ptr thrown);
    [[nodiscard]] std::optional<std::uint64_t> deliverable() noexcept;
    [[nodiscard]] bool isDecided() noexcept;
    Result<Batch> deliver(std::vector<Batch>& dropped);

    /// Reads and transforms; without any lock.
    Status fill(Batch& batch, const std::stop_token& stop, Executor& executor, std::exception_ptr& thrown, LookAhead::Work& ahead);
    /// Lets the other workers begin once the first batch was read.
    void noteRead();
    Status transform(Batch& batch, const std::stop_token& stop, std::exception_ptr& thrown);
    void work(Worker& worker);
    Result<Batch> nextInline(const std::stop_token& stop);
    void waitForWorkers(std::unique_lock<std::mutex>& lock);

    Parts m_parts;
    const BatchReader m_reader;
    const std::int64_t m_owner;
    const std::uint64_t m_end;
    const bool m_isInline;
    Executor* m_executor;

    std::mutex m_inlineMutex;  ///< one inline next() at a time
    LookAhead::Work m_inlineAhead;  ///< guarded by it
    std::mutex m_stopMutex;    ///< one stop() at a time
    std::mutex m_mutex;        ///< everything below; before the pool's
    std::condition_variable m_claimable;
    std::condition_variable_any m_deliverable;
    std::condition_variable m_workerChanged;
    std::vector<Entry> m_window;
    std::uint64_t m_nextClaim;
    std::uint64_t m_nextDeliver;  ///< the lowest undelivered step
    std::atomic<bool> m_firstWasRead = false;
    bool m_failing = false;       ///< an entry has failed: nothing more is claimed
    Status m_failure;             ///< what next() has reported
    std::exception_ptr m_thrown;
    bool m_stopping = false;
    std::stop_source m_stop;
    std::vector<std::unique_ptr<Worker>> m_workers;
    unsigned m_running = 0;
    unsigned m_transforming = 0;
    LoaderStats m_stats;
    LookAhead m_lookAhead;
};

}  // namespace zrecord
