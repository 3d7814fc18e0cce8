// Kills processes that work on stores of a real file system, and looks at what they leave; see docs/reliability.md.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "crash/kill_script.h"
#include "store/store_access.h"
#include "support/faulty_file_system.h"
#include "support/store_builder.h"

namespace {

using namespace zrecord;
using namespace zrecord::test;

struct Arguments {
    std::filesystem::path folder;
    std::uint64_t kills = 60;
    std::uint64_t seed = 1;
    std::uint64_t keepEvery = 10;  ///< every so many recovered stores are left for another program to read
};

/// What the child tells the parent; it outlives the child.
struct Progress {
    std::atomic<std::uint64_t> finished;
    std::atomic<std::uint64_t> calls;
};

constexpr std::uint64_t kMostFenced = 20;

struct Counts {
    std::uint64_t kills = 0;
    std::uint64_t byCall = 0;
    std::uint64_t ofSets = 0;
    std::uint64_t finishedByRecovery = 0;
    std::uint64_t takenBack = 0;
    std::uint64_t fenced = 0;
    std::uint64_t kept = 0;
};

struct Place {
    std::filesystem::path path;
    std::vector<StoreDescription> streams;  ///< one: a store alone
    /// Those of the format, or small ones, so that chunks and table roll over.
    StoreLimits limits;

    [[nodiscard]] bool isSet() const { return streams.size() > 1; }
    [[nodiscard]] std::filesystem::path store(std::size_t stream) const
    {
        return isSet() ? path / std::string(1, static_cast<char>('a' + stream)) : path;
    }
};

Result<Subject> openReal(const Place& place, Access access, FileSystem& system)
{
    Subject subject;
    const OpenOptions options = crashOptions(access, Durability::Power);
    if (place.isSet()) {
        ZR_ASSIGN_OR_RETURN(subject.set, StoreAccess::openSet(place.path, options, system, place.limits));
    } else {
        ZR_ASSIGN_OR_RETURN(subject.store, StoreAccess::open(place.path, options, system, place.limits));
    }
    return subject;
}

/// As contentsOf() finds them in the whole subject.
Contents expectedContents(const Place& place, const KillScript::Records& records)
{
    Contents all;
    for (const StoreDescription& stream : place.streams) {
        const Contents contents = contentsOf(stream, records);
        if (place.isSet())
            all.emplace_back();
        all.insert(all.end(), contents.begin(), contents.end());
    }
    return all;
}

Status runStep(Subject& subject, const Place& place, const KillScript::Step& step, FileSystem& system)
{
    AlignedSet* const set = subject.set ? &*subject.set : nullptr;
    switch (step.action) {
    case KillScript::Action::Append: return appendPattern(*subject.store, step.first, step.count);
    case KillScript::Action::Delete:
        return set != nullptr ? set->remove(step.targets, crashContext()).status() : subject.store->remove(step.targets, crashContext()).status();
    case KillScript::Action::Compact:
        return set != nullptr ? set->compact(crashContext()).status() : subject.store->compact(crashContext()).status();
    case KillScript::Action::Reopen: break;
    }
    for (Store* const store : subject.stores())
        ZR_RETURN_IF_ERROR(store->close());
    ZR_ASSIGN_OR_RETURN(subject, openReal(place, Access::ReadWrite, system));
    return {};
}

/// The life of a child: works until it is killed; killCall counts its calls of the file system, 0 = the parent kills it.
[[noreturn]] void work(const Place& place, const KillScript& script, std::uint64_t killCall, Progress& progress)
{
    // Counts calls; it passes no syncs on, which matter to a device and not to the page cache that a killed process leaves.
    FaultyFileSystem counting;
    counting.observe([&](const FaultyFileSystem::Event&) {
        if (++progress.calls == killCall)
            static_cast<void>(raise(SIGKILL));
    });
    FileSystem& system = killCall != 0 ? static_cast<FileSystem&>(counting) : posixFileSystem();
    auto opened = openReal(place, Access::ReadWrite, system);
    if (!opened.ok())
        _exit(3);
    for (const KillScript::Step& step : script.steps()) {
        if (!runStep(*opened, place, step, system).ok())
            _exit(4);
        ++progress.finished;
    }
    _exit(0);
}

class KillTest {
public:
    explicit KillTest(Arguments arguments) : m_arguments(std::move(arguments)), m_random(m_arguments.seed)
    {
        void* const memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        m_progress = memory == MAP_FAILED ? nullptr : new (memory) Progress();
    }

    bool run()
    {
        const StoreDescription raw = denseBytes(kCrashWidth, Codec::Raw);
        const StoreDescription zstd = denseBytes(kCrashWidth, Codec::Zstd);
        const StoreDescription ragged = raggedBytes(Codec::Zstd);
        const std::vector<std::vector<StoreDescription>> kinds{{raw}, {raw, ragged}, {zstd}, {raw, zstd, ragged}, {ragged}};
        if (m_progress == nullptr)
            return false;
        for (std::uint64_t life = 0; m_counts.kills < m_arguments.kills; ++life)
            if (!oneSubject(kinds[life % kinds.size()], life))
                return false;
        return true;
    }
    [[nodiscard]] const Counts& counts() const { return m_counts; }

private:
    /// Twelve kills of processes that work on one store or set; half at one call after the other, half at a random time.
    bool oneSubject(const std::vector<StoreDescription>& streams, std::uint64_t life)
    {
        m_place = {m_arguments.folder / ("store-" + std::to_string(life)), streams, life % 2 == 0 ? StoreLimits{} : kCrashLimits};
        m_records.clear();
        m_next = 0;
        for (std::size_t stream = 0; stream < streams.size(); ++stream)
            if (Status made = StoreAccess::create(m_place.store(stream), streams[stream], {}, posixFileSystem(), m_place.limits).status(); !made.ok())
                return failed("create", made.message());
        const KillScript::Kind kind = m_place.isSet() ? KillScript::Kind::TogetherOnly : KillScript::Kind::Everything;
        for (unsigned round = 0; round < 12 && m_counts.kills < m_arguments.kills; ++round) {
            if (m_place.isSet() && !fill(60))
                return false;
            const KillScript script(kind, m_records, m_next, 40, m_random());
            m_next += 40 * 30;
            const std::uint64_t killCall = round % 2 == 0 ? nextCall() : 0;
            if (!oneProcess(script, killCall) || !checkLeft(script))
                return false;
        }
        std::error_code ignored;
        std::filesystem::remove_all(m_place.path, ignored);
        return true;
    }

    /// Appends to the streams of a set, which is no step of all of them and so not for the processes that are killed.
    bool fill(std::size_t records)
    {
        if (m_records.size() >= records)
            return true;
        auto subject = openReal(m_place, Access::ReadWrite, posixFileSystem());
        if (!subject.ok())
            return failed("filling", subject.status().message());
        const std::size_t count = records - m_records.size();
        for (Store* const store : subject->stores())
            if (Status status = appendPattern(*store, m_next, count); !status.ok())
                return failed("filling", status.message());
        for (std::size_t i = 0; i < count; ++i)
            m_records.push_back(m_next++);
        return true;
    }

    std::uint64_t nextCall()
    {
        m_call = m_call % 1500 + 1;
        // Neighbouring calls are in one operation: steps that have no common divisor with the period reach all of them.
        return m_call * 37 % 1501;
    }

    bool oneProcess(const KillScript& script, std::uint64_t killCall)
    {
        m_progress->finished = 0;
        m_progress->calls = 0;
        const pid_t child = fork();
        if (child < 0)
            return failed("fork", "no process");
        if (child == 0)
            work(m_place, script, killCall, *m_progress);
        if (killCall == 0) {
            std::this_thread::sleep_for(std::chrono::microseconds(500 + m_random() % 60'000));
            kill(child, SIGKILL);
        }
        int outcome = 0;
        waitpid(child, &outcome, 0);
        m_where = "seed " + std::to_string(m_arguments.seed) + ", " + m_place.path.string() + ", kill " + std::to_string(m_counts.kills) +
                  (killCall != 0 ? ", at call " + std::to_string(killCall) : ", at a random time");
        if (WIFEXITED(outcome) && WEXITSTATUS(outcome) != 0)
            return failed("the working process", "ended with " + std::to_string(WEXITSTATUS(outcome)));
        if (WIFSIGNALED(outcome)) {
            ++m_counts.kills;
            m_counts.byCall += killCall != 0 ? 1 : 0;
            m_counts.ofSets += m_place.isSet() ? 1U : 0U;
        }
        return true;
    }

    bool checkLeft(const KillScript& script)
    {
        const std::size_t finished = m_progress->finished;
        const std::size_t possible = std::min(finished + 1, script.steps().size());
        keepFenced();
        Contents seen;
        {
            auto reader = openReal(m_place, Access::ReadOnly, posixFileSystem());
            if (!reader.ok())
                return failed("a reader", reader.status().message());
            const auto contents = contentsOf(*reader);
            if (!contents.ok())
                return failed("a reader", contents.status().message());
            seen = *contents;
        }
        const bool before = seen == expectedContents(m_place, script.stateAfter(finished));
        if (!before && seen != expectedContents(m_place, script.stateAfter(possible)))
            return failed("a reader", "sees neither the state before nor after step " + std::to_string(finished));
        m_records = script.stateAfter(before ? finished : possible);
        auto subject = openReal(m_place, Access::ReadWrite, posixFileSystem());
        if (!subject.ok())
            return failed("a writer", subject.status().message());
        const auto contents = contentsOf(*subject);
        if (!contents.ok() || *contents != seen)
            return failed("a writer", "finds other records than the reader before it");
        for (Store* const store : subject->stores()) {
            const RecoveryAction action = store->recovery().action;
            m_counts.finishedByRecovery += action == RecoveryAction::FinishedDelete || action == RecoveryAction::FinishedCompact ? 1U : 0U;
            m_counts.takenBack += action == RecoveryAction::TakenBack ? 1U : 0U;
            const auto report = store->verify({}, crashContext());
            if (!report.ok() || !report->clean())
                return failed("verify", report.ok() ? report->issues.front().message : report.status().message());
            if (Status closed = store->close(); !closed.ok())
                return failed("close", closed.message());
        }
        const bool forOthers = m_place.limits.entriesPerSegment == StoreLimits{}.entriesPerSegment;
        return !forOthers || m_counts.kills % m_arguments.keepEvery != 0 || keep();
    }

    /// Copies of stores that were left in the middle of a change: no other program may touch them.
    void keepFenced()
    {
        for (std::size_t stream = 0; stream < m_place.streams.size() && m_counts.fenced < kMostFenced; ++stream) {
            std::ifstream file(m_place.store(stream) / "meta.zr", std::ios::binary);
            char magic[4] = {};
            if (!file.read(magic, sizeof magic) || std::string_view(magic, sizeof magic) != "ZRXF")
                continue;
            std::error_code ignored;
            std::filesystem::copy(m_place.store(stream), m_arguments.folder / ("fenced-" + std::to_string(m_counts.fenced++)),
                                  std::filesystem::copy_options::recursive, ignored);
        }
    }

    /// A copy of each store, and its records one after the other in a file beside it.
    bool keep()
    {
        for (std::size_t stream = 0; stream < m_place.streams.size(); ++stream) {
            const std::filesystem::path kept = m_arguments.folder / ("kept-" + std::to_string(m_counts.kept++));
            std::error_code error;
            std::filesystem::copy(m_place.store(stream), kept, std::filesystem::copy_options::recursive, error);
            const bool dense = m_place.streams[stream].kind == StoreKind::Dense;
            std::ofstream expected(kept.string() + (dense ? ".dense" : ".ragged"), std::ios::binary);
            for (const std::uint64_t number : m_records) {
                const Bytes record = dense ? patternRecord(number, kCrashWidth) : patternRagged(number).bytes;
                expected.write(reinterpret_cast<const char*>(record.data()), static_cast<std::streamsize>(record.size()));
            }
            if (error || !expected.flush())
                return failed("keeping a store", error.message());
        }
        return true;
    }

    bool failed(const std::string& who, const std::string& what)
    {
        std::printf("FAILED %s: %s: %s\n", m_where.c_str(), who.c_str(), what.c_str());
        return false;
    }

    Arguments m_arguments;
    std::mt19937_64 m_random;
    Progress* m_progress = nullptr;
    Place m_place;
    KillScript::Records m_records;
    std::uint64_t m_next = 0;
    std::uint64_t m_call = 0;
    std::string m_where;
    Counts m_counts;
};

}  // namespace

int main(int argc, char** argv)
{
    Arguments arguments;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view option = argv[i];
        if (option == "--folder")
            arguments.folder = argv[i + 1];
        else if (option == "--kills")
            arguments.kills = std::strtoull(argv[i + 1], nullptr, 10);
        else if (option == "--seed")
            arguments.seed = std::strtoull(argv[i + 1], nullptr, 10);
        else if (option == "--keep-every")
            arguments.keepEvery = std::max<std::uint64_t>(1, std::strtoull(argv[i + 1], nullptr, 10));
    }
    if (arguments.folder.empty()) {
        std::fprintf(stderr, "usage: kill_test --folder FOLDER [--kills NUMBER] [--seed NUMBER] [--keep-every NUMBER]\n");
        return 2;
    }
    const auto started = std::chrono::steady_clock::now();
    KillTest test(arguments);
    const bool good = test.run();
    const Counts& counts = test.counts();
    const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
    std::printf("%llu processes killed (%llu of them at work on sets; %llu at a chosen call, the others at a random time), in %llu stores a change "
                "was finished by recovery, in %llu one of a set taken back, %llu stores kept for the other program, %s, seed %llu, %.1f s\n",
                number(counts.kills), number(counts.ofSets), number(counts.byCall), number(counts.finishedByRecovery), number(counts.takenBack),
                number(counts.kept),
                good ? "no failure" : "FAILED", static_cast<unsigned long long>(arguments.seed),
                std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count());
    return good ? 0 : 1;
}
