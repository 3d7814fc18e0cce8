#include "loading/loader_pipeline.h"

#include <algorithm>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "concurrency/blocked_signals.h"
#include "loading/step_fault.h"
#include "platform/page_residency.h"
#include "platform/process_identity.h"

namespace zrecord {
namespace {

using Clock = std::chrono::steady_clock;

Status closed()
{
    return Status(ErrorCode::Closed, "the loader was stopped");
}

Status foreign()
{
    return Status(ErrorCode::Closed, "the loader was made by another process, and loaders do not survive a fork")
        .withRemedy("Make the loader in the process that uses it; its state carries over.");
}

unsigned workerCount(const LoaderOptions& options)
{
    const std::uint64_t wanted = options.threads != 0 ? options.threads : std::max(std::thread::hardware_concurrency(), 1U);
    return static_cast<unsigned>(std::min(wanted, options.prefetch));
}

// Several workers read one batch each; a lone one may use the pool, unless a single thread was asked for.
Executor& executorFor(const LoaderOptions& options)
{
    return workerCount(options) > 1 || options.threads == 1 ? inlineExecutor() : defaultExecutor();
}

void notePadding(BatchSlot& slot) noexcept
{
    slot.raggedBytes = 0;
    slot.paddedBytes = 0;
    for (const BatchStream& stream : slot.streams()) {
        if (!stream.layout)
            continue;
        std::uint64_t longest = 0;
        for (std::size_t i = 0; i < stream.layout->size(); ++i)
            longest = std::max(longest, stream.layout->offsets[i + 1] - stream.layout->offsets[i]);
        slot.raggedBytes += stream.bytes.size();
        slot.paddedBytes += longest * stream.layout->size();
    }
}

}  // namespace

LoaderPipeline::LoaderPipeline(Parts parts)
    : m_parts(std::move(parts)),
      m_reader(m_parts.streams, m_parts.sampler.length(), m_parts.options.onCorrupt),
      m_owner(currentProcessId()),
      m_end(m_parts.endStep),
      m_isInline(m_parts.options.prefetch == 0),
      m_executor(&executorFor(m_parts.options)),
      m_window(std::max<std::uint64_t>(m_parts.options.prefetch, 1)),
      m_nextClaim(m_parts.sampler.state().step),
      m_nextDeliver(m_nextClaim),
      m_lookAhead(std::move(m_parts.ahead), m_parts.options.lookAhead, m_end)
{
}

LoaderPipeline::~LoaderPipeline() = default;

bool LoaderPipeline::isForeign() const noexcept
{
    return currentProcessId() != m_owner;
}

Status LoaderPipeline::start()
{
    const unsigned count = workerCount(m_parts.options);
    const BlockedSignals blocked;
    for (unsigned i = 0; i < count; ++i) {
        auto worker = std::make_unique<Worker>();
        const std::lock_guard lock(m_mutex);
        try {
            // A worker that was left behind keeps all of this alive.
            worker->thread = std::thread([self = shared_from_this(), own = worker.get()] { self->work(*own); });
        } catch (const std::system_error& error) {
            if (i > 0)
                break;
            return Status(ErrorCode::OutOfMemory, std::string("no thread could be started: ") + error.what())
                .withRemedy("Allow more threads, or use prefetch 0.");
        }
        ++m_running;
        m_workers.push_back(std::move(worker));
    }
    return {};
}

bool LoaderPipeline::canClaim() noexcept
{
    // The first batch is waited for, so nobody reads beside it.
    const bool isFirst = m_nextClaim == m_nextDeliver;
    return !m_failing && m_nextClaim < m_end && m_nextClaim - m_nextDeliver < m_window.size() && (m_firstWasRead || isFirst);
}

LoaderPipeline::Entry& LoaderPipeline::claim()
{
    Entry& entry = entryOf(m_nextClaim);
    entry.state = EntryState::Working;
    entry.before = m_parts.sampler.state();
    entry.fault = {};
    try {
        entry.batch = m_parts.pool->take();
        BatchSlot& slot = BatchSlot::of(entry.batch);
        slot.step = m_nextClaim;
        slot.times = {};
        const Clock::time_point start = Clock::now();
        entry.fault = m_parts.sampler.claim(slot.indices);
        slot.times.sampling = Clock::now() - start;
    } catch (const std::bad_alloc&) {
        entry.fault = Status(ErrorCode::OutOfMemory, "there is not enough memory for a batch");
    }
    ++m_nextClaim;
    return entry;
}

Status LoaderPipeline::fill(Batch& batch, const std::stop_token& stop, Executor& executor, std::exception_ptr& thrown, LookAhead::Work& ahead)
{
    BatchSlot& slot = BatchSlot::of(batch);
    OperationContext context;
    context.stop = stop;
    context.executor = &executor;
    Clock::time_point last = Clock::now();
    const auto lap = [&last](std::chrono::nanoseconds& time) {
        const Clock::time_point now = Clock::now();
        time += now - last;
        last = now;
    };
    try {
        if (Status status = m_parts.sampler.complete(slot.step, slot.indices, slot.globalIndices, context); !status.ok())
            return atStep(status, slot.step);
        lap(slot.times.sampling);
        const bool looksAhead = m_parts.options.lookAhead != 0;
        m_lookAhead.announce(ahead, m_reader);
        const std::uint64_t faults = looksAhead ? majorFaultsOfThread() : 0;
        if (Status status = m_reader.read(slot, context); !status.ok())
            return atStep(status, slot.step);
        ahead.majorFaults = looksAhead ? majorFaultsOfThread() - faults : 0;
        noteRead();
        notePadding(slot);
        lap(slot.times.reading);
        if (!m_parts.options.transform)
            return {};
        Status outcome = transform(batch, stop, thrown);
        lap(slot.times.transforming);
        return outcome;
    } catch (const std::bad_alloc&) {
        return atStep(Status(ErrorCode::OutOfMemory, "there is not enough memory to read a batch"), slot.step);
    }
}

void LoaderPipeline::noteRead()
{
    if (m_firstWasRead)
        return;
    {
        const std::lock_guard lock(m_mutex);
        m_firstWasRead = true;
    }
    m_claimable.notify_all();
}

Status LoaderPipeline::transform(Batch& batch, const std::stop_token& stop, std::exception_ptr& thrown)
{
    const std::uint64_t step = batch.step();
    {
        const std::lock_guard lock(m_mutex);
        if (m_stopping)
            return closed();
        ++m_transforming;
    }
    Status outcome;
    try {
        outcome = m_parts.options.transform(batch, {step, transformSeed(m_parts.options.seed, step, m_parts.options.rank), stop});
    } catch (const std::exception& error) {
        outcome = Status(ErrorCode::InvalidArgument, std::string("the transform failed: ") + error.what());
        thrown = std::current_exception();
    } catch (...) {
        outcome = Status(ErrorCode::InvalidArgument, "the transform failed with an exception of unknown type");
        thrown = std::current_exception();
    }
    const std::lock_guard lock(m_mutex);
    --m_transforming;
    return outcome.ok() ? outcome : atStep(outcome, step);
}

void LoaderPipeline::settle(Entry& entry, Batch& batch, Status outcome, std::exception_ptr thrown)
{
    const bool isLate = outcome.ok() && !m_failure.ok();  // nothing is delivered after a failure
    entry.state = isLate ? EntryState::Free : outcome.ok() ? EntryState::Ready : EntryState::Failed;
    if (entry.state == EntryState::Ready)
        entry.batch = std::move(batch);
    m_failing = m_failing || !outcome.ok();
    entry.fault = std::move(outcome);
    entry.thrown = std::move(thrown);
}

void LoaderPipeline::work(Worker& worker)
{
    const std::stop_token stop = m_stop.get_token();
    LookAhead::Work ahead;
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_claimable.wait(lock, [this] { return m_stopping || canClaim(); });
        if (m_stopping)
            break;
        // The entry stays this worker's until it is settled; the window never moves.
        Entry& entry = claim();
        m_lookAhead.plan(m_parts.sampler.state(), ahead);
        Batch batch = std::move(entry.batch);
        Status outcome = std::move(entry.fault);
        std::exception_ptr thrown;
        Executor& executor = m_firstWasRead || m_parts.options.threads == 1 ? *m_executor : defaultExecutor();
        lock.unlock();
        if (outcome.ok())
            outcome = fill(batch, stop, executor, thrown, ahead);
        lock.lock();
        m_stats.requestedBytes += ahead.bytes;
        m_lookAhead.note(ahead);
        settle(entry, batch, std::move(outcome), std::move(thrown));
        m_deliverable.notify_all();
        if (batch) {  // failed: what is attached to it is foreign code
            lock.unlock();
            batch = Batch();
            lock.lock();
        }
    }
    worker.exited = true;
    --m_running;
    m_workerChanged.notify_all();
}

std::optional<std::uint64_t> LoaderPipeline::deliverable() noexcept
{
    const std::uint64_t last = m_parts.options.ordered ? std::min(m_nextDeliver + 1, m_nextClaim) : m_nextClaim;
    for (std::uint64_t step = m_nextDeliver; step < last; ++step)
        if (entryOf(step).state == EntryState::Ready)
            return step;
    if (m_nextDeliver < m_nextClaim && entryOf(m_nextDeliver).state == EntryState::Failed)
        return m_nextDeliver;
    return std::nullopt;
}

bool LoaderPipeline::isDecided() noexcept
{
    return m_stopping || !m_failure.ok() || m_nextDeliver >= m_end || deliverable().has_value();
}

Result<Batch> LoaderPipeline::deliver(std::vector<Batch>& dropped)
{
    if (m_stopping)
        return closed();
    if (!m_failure.ok())
        return m_failure;
    if (m_nextDeliver >= m_end)
        return Batch();
    const std::uint64_t step = *deliverable();
    Entry& entry = entryOf(step);
    if (entry.state == EntryState::Failed) {
        m_failure = entry.fault;
        m_thrown = entry.thrown;
        for (Entry& other : m_window)
            if (other.state == EntryState::Ready) {
                dropped.push_back(std::move(other.batch));
                other.state = EntryState::Free;
            }
        return m_failure;
    }
    Batch batch = std::move(entry.batch);
    entry.state = EntryState::Delivered;
    while (m_nextDeliver < m_nextClaim && entryOf(m_nextDeliver).state == EntryState::Delivered)
        entryOf(m_nextDeliver++).state = EntryState::Free;
    ++m_stats.delivered;
    m_stats.records += batch.records();
    m_stats.issues += batch.issues().size();
    m_stats.raggedBytes += BatchSlot::of(batch).raggedBytes;
    m_stats.paddedBytes += BatchSlot::of(batch).paddedBytes;
    for (const BatchStream& stream : batch.streams())
        m_stats.bytes += stream.bytes.size();
    return batch;
}

Result<Batch> LoaderPipeline::next(const std::stop_token& stop)
{
    if (isForeign())
        return foreign();
    if (m_isInline)
        return nextInline(stop);
    std::vector<Batch> dropped;  // outlives the lock: attachments are foreign code
    std::unique_lock lock(m_mutex);
    if (!isDecided()) {
        ++m_stats.stalls;
        const Clock::time_point start = Clock::now();
        const bool decided = m_deliverable.wait(lock, stop, [this] { return isDecided(); });
        m_stats.stalled += Clock::now() - start;
        if (!decided)
            return Status(ErrorCode::Cancelled, "waiting for a batch was stopped on request");
    }
    const std::uint64_t before = m_nextDeliver;
    Result<Batch> result = deliver(dropped);
    const std::uint64_t freed = m_nextDeliver - before;
    lock.unlock();
    if (freed == 1)
        m_claimable.notify_one();
    else if (freed > 1)
        m_claimable.notify_all();
    return result;
}

Result<Batch> LoaderPipeline::nextInline(const std::stop_token& stop)
{
    std::vector<Batch> dropped;
    const std::lock_guard turn(m_inlineMutex);
    std::unique_lock lock(m_mutex);
    if (isDecided())
        return deliver(dropped);
    ++m_stats.stalls;
    const Clock::time_point start = Clock::now();
    Entry& entry = claim();
    m_lookAhead.plan(m_parts.sampler.state(), m_inlineAhead);
    Batch batch = std::move(entry.batch);
    Status outcome = std::move(entry.fault);
    lock.unlock();
    std::exception_ptr thrown;
    if (outcome.ok()) {
        // Either wish ends the read: the caller's, or that of stop().
        std::stop_source both;
        const auto request = [&both] { both.request_stop(); };
        const std::stop_callback own(m_stop.get_token(), request);
        const std::stop_callback callers(stop, request);
        outcome = fill(batch, both.get_token(), *m_executor, thrown, m_inlineAhead);
    }
    lock.lock();
    m_stats.stalled += Clock::now() - start;
    m_stats.requestedBytes += m_inlineAhead.bytes;
    m_lookAhead.note(m_inlineAhead);
    if (outcome.code() == ErrorCode::Cancelled && stop.stop_requested() && !m_stopping) {
        // As if nobody had asked: the next call reads the step again.
        entry.state = EntryState::Free;
        m_nextClaim = entry.before.step;
        ZR_RETURN_IF_ERROR(m_parts.sampler.restore(entry.before));
        dropped.push_back(std::move(batch));
        return outcome;
    }
    settle(entry, batch, std::move(outcome), std::move(thrown));
    dropped.push_back(std::move(batch));
    return deliver(dropped);
}

bool LoaderPipeline::waitReady(std::chrono::milliseconds patience)
{
    if (isForeign() || m_isInline)
        return true;
    std::unique_lock lock(m_mutex);
    return m_deliverable.wait_for(lock, patience, [this] { return isDecided(); });
}

void LoaderPipeline::waitForWorkers(std::unique_lock<std::mutex>& lock)
{
    // Readers end by themselves, and with them the use of borrowed stores.
    m_workerChanged.wait(lock, [this] { return m_running <= m_transforming; });
    const std::chrono::milliseconds patience = m_parts.options.abandonTransformsAfter;
    const auto finished = [this] { return m_running == 0; };
    if (patience >= std::chrono::hours(24 * 365))
        m_workerChanged.wait(lock, finished);
    else
        m_workerChanged.wait_for(lock, patience, finished);
}

void LoaderPipeline::stop()
{
    if (isForeign())
        return;
    const std::lock_guard turn(m_stopMutex);
    std::vector<Batch> dropped;
    std::vector<std::unique_ptr<Worker>> workers;
    std::vector<std::unique_ptr<Worker>> abandoned;
    {
        std::unique_lock lock(m_mutex);
        m_stopping = true;
        lock.unlock();
        m_stop.request_stop();
        m_claimable.notify_all();
        m_deliverable.notify_all();
        lock.lock();
        waitForWorkers(lock);
        for (std::unique_ptr<Worker>& worker : m_workers)
            (worker->exited ? workers : abandoned).push_back(std::move(worker));
        m_workers = std::move(abandoned);
        for (std::unique_ptr<Worker>& worker : m_workers)
            if (worker->thread.joinable())
                worker->thread.detach();
        for (Entry& entry : m_window)
            if (entry.state == EntryState::Ready || entry.state == EntryState::Failed)
                dropped.push_back(std::move(entry.batch));
    }
    for (const std::unique_ptr<Worker>& worker : workers)
        worker->thread.join();
    dropped.clear();
    m_parts.pool->close();
}

SamplerState LoaderPipeline::position()
{
    // The child of a fork is alone with a copy that may be locked for ever.
    std::unique_lock lock(m_mutex, std::defer_lock);
    if (!isForeign())
        lock.lock();
    return m_nextDeliver < m_nextClaim ? entryOf(m_nextDeliver).before : m_parts.sampler.state();
}

LoaderStats LoaderPipeline::stats()
{
    std::unique_lock lock(m_mutex, std::defer_lock);
    if (!isForeign())
        lock.lock();
    LoaderStats stats = m_stats;
    for (const Entry& entry : m_window) {
        stats.ready += entry.state == EntryState::Ready ? 1 : 0;
        stats.inWork += entry.state == EntryState::Working ? 1 : 0;
    }
    stats.memories = m_parts.pool->size();
    stats.memoryBytes = m_parts.pool->bytes();
    return stats;
}

std::exception_ptr LoaderPipeline::transformException()
{
    std::unique_lock lock(m_mutex, std::defer_lock);
    if (!isForeign())
        lock.lock();
    return m_thrown;
}

}  // namespace zrecord
