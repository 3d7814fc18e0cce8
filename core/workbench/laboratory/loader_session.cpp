#include "workbench/laboratory/loader_session.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>
#include <utility>

#include <zrecord/aligned_set.h>
#include <zrecord/laboratory/batch_export.h>
#include <zrecord/store.h>

#include "workbench/jobs/latest_task.h"
#include "workbench/jobs/task_runner.h"

namespace zrecord::workbench {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kTurn{120};  // of running without a word to the window

Result<std::vector<LoaderStream>> openStreams(const std::filesystem::path& path) {
    if (!Store::looksLikeStore(path) && !AlignedSet::streamNames(path).empty()) {
        ZR_ASSIGN_OR_RETURN(AlignedSet set, AlignedSet::open(path));
        return LoaderStream::owned(std::move(set));
    }
    ZR_ASSIGN_OR_RETURN(Store store, Store::open(path));
    std::vector<LoaderStream> streams;
    streams.push_back(LoaderStream::owned(path.filename().string(), std::move(store)));
    return streams;
}

double milliseconds(std::chrono::nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); }

DecodedRecord copyRecord(const BatchStream& stream, std::size_t place) {
    const StoreSummary& summary = *stream.summary;
    const std::uint64_t begin = stream.layout ? stream.layout->offsets[place] : place * summary.recordBytes;
    const std::uint64_t size = stream.layout ? stream.layout->offsets[place + 1] - begin : summary.recordBytes;
    if (size > LoaderSession::kShownBytes)
        return {};
    Shape shape = summary.itemShape;
    if (stream.layout) {
        const auto own = stream.layout->shape(place);
        shape = Shape(own.begin(), own.end());
    }
    return DecodedRecord::copyOf(summary.dtype, shape, stream.bytes.subspan(begin, size));
}

LoaderBatch describe(const Batch& batch) {
    LoaderBatch made;
    made.step = batch.step();
    made.checksum = batch.checksum();
    made.indices.assign(batch.indices().begin(), batch.indices().end());
    for (const BatchStream& stream : batch.streams()) {
        made.streams.push_back(QString::fromUtf8(stream.name.data(), static_cast<qsizetype>(stream.name.size())));
        std::vector<DecodedRecord>& records = made.records.emplace_back();
        for (std::size_t place = 0; place < std::min(batch.records(), LoaderSession::kShownRecords); ++place)
            records.push_back(copyRecord(stream, place));
    }
    return made;
}

}  // namespace

/// The loader on the worker's side; one task at a time uses it.
struct LoaderSession::Machine {
    std::mutex mutex;
    std::optional<DataLoader> loader;
};

struct LoaderSession::Answer {
    std::vector<LoaderStep> steps;
    LoaderBatch batch;
    Batch whole;
    LoaderStats stats;
    std::uint64_t stepsPerCycle = 0;
};

LoaderSession::LoaderSession(TaskRunner& runner, QObject* parent) : QObject(parent), m_runner(runner), m_task(new LatestTask(runner, this)), m_mailbox(this) {}

LoaderSession::~LoaderSession() { close(); }

Result<LoaderSession::Answer> LoaderSession::deliver(Machine& machine, bool many, const std::stop_token& stop) {
    if (!machine.loader)
        return Status(ErrorCode::Cancelled, "the loader was closed");
    DataLoader& loader = *machine.loader;
    Answer answer;
    Batch last;
    const Clock::time_point end = Clock::now() + kTurn;
    do {
        LoaderStep step;
        step.readyBefore = loader.stats().ready;
        const Clock::time_point asked = Clock::now();
        auto next = loader.next(stop);
        if (next.code() == ErrorCode::Cancelled && last)
            break;  // what was delivered is shown, what was not comes with the next step
        if (!next.ok())
            return next.status();
        step.waited = milliseconds(Clock::now() - asked);
        last = std::move(next).value();
        step.step = last.step();
        step.sampled = milliseconds(last.times().sampling);
        step.read = milliseconds(last.times().reading);
        for (const BatchStream& stream : last.streams())
            step.bytes += stream.bytes.size();
        answer.steps.push_back(step);
    } while (many && Clock::now() < end && !stop.stop_requested());
    answer.batch = describe(last);
    answer.whole = std::move(last);
    answer.stats = loader.stats();
    answer.stepsPerCycle = loader.stepsPerCycle();
    return answer;
}

void LoaderSession::submit(std::function<Result<Answer>(Machine&, std::stop_token)> work) {
    m_task->submit([this, machine = m_machine, work = std::move(work), ticket = m_task->ticket() + 1, box = m_task->mailbox()](const std::stop_token& stop) {
        const std::lock_guard lock(machine->mutex);
        auto answer = std::make_shared<Result<Answer>>(work(*machine, stop));
        box->post([this, ticket, answer] {
            if (m_task->isCurrent(ticket))
                take(std::move(*answer));
        });
    });
}

void LoaderSession::open(const QString& path, const LoaderOptions& options) {
    close();
    m_machine = std::make_shared<Machine>();
    m_open = true;
    submit([file = std::filesystem::path(path.toStdU16String()), options](Machine& machine, const std::stop_token& stop) -> Result<Answer> {
        ZR_ASSIGN_OR_RETURN(std::vector<LoaderStream> streams, openStreams(file));
        ZR_ASSIGN_OR_RETURN(DataLoader loader, DataLoader::create(std::move(streams), options));
        machine.loader.emplace(std::move(loader));
        return deliver(machine, false, stop);
    });
}

void LoaderSession::step() {
    if (m_open && !m_task->isRunning())
        submit([](Machine& machine, const std::stop_token& stop) { return deliver(machine, false, stop); });
}

void LoaderSession::run() {
    if (!m_open || m_running)
        return;
    setRunning(true);
    submit([](Machine& machine, const std::stop_token& stop) { return deliver(machine, true, stop); });
}

void LoaderSession::pause() { setRunning(false); }

void LoaderSession::close() {
    setRunning(false);
    m_task->cancel();
    // Stopping waits for the loader's threads, so it is done where reading is done.
    if (m_machine)
        m_runner.run([machine = std::exchange(m_machine, nullptr)] {
            const std::lock_guard lock(machine->mutex);
            machine->loader.reset();
        });
    m_open = false;
    m_batch = {};
    m_whole = {};
    m_stats = {};
    m_stepsPerCycle = 0;
}

void LoaderSession::exportBatch(const QString& file) {
    m_runner.run([this, file, batch = m_whole, box = m_mailbox.box()] {
        // The file dialog has asked already whether a file may be replaced.
        const auto bytes = zrecord::exportBatch(batch, std::filesystem::path(file.toStdU16String()), true);
        box->post([this, file, bytes] {
            if (bytes.ok())
                Q_EMIT exported(file, *bytes);
            else
                Q_EMIT exportFailed(bytes.status());
        });
    });
}

void LoaderSession::take(Result<Answer> answer) {
    if (!answer.ok()) {
        const Status status = answer.status();
        close();
        if (status.code() != ErrorCode::Cancelled)
            Q_EMIT failed(status);
        return;
    }
    m_batch = std::move(answer->batch);
    m_whole = std::move(answer->whole);
    m_stats = answer->stats;
    m_stepsPerCycle = answer->stepsPerCycle;
    Q_EMIT stepped(answer->steps);
    if (m_running)
        submit([](Machine& machine, const std::stop_token& stop) { return deliver(machine, true, stop); });
}

void LoaderSession::setRunning(bool running) {
    if (running == m_running)
        return;
    m_running = running;
    Q_EMIT runningChanged(running);
}

}  // namespace zrecord::workbench
