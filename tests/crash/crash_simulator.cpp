#include "crash/crash_simulator.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "store/store_access.h"

namespace zrecord::test {
namespace {

using Call = MemoryFileSystem::Call;
using Event = MemoryFileSystem::Event;

const char* nameOf(Call call)
{
    static constexpr const char* kNames[] = {"create", "write", "truncate", "sync", "make folder", "rename", "remove", "remove folder",
                                             "sync folder"};
    return kNames[static_cast<std::size_t>(call)];
}

const char* nameOf(MemoryFileSystem::Survival survival)
{
    static constexpr const char* kNames[] = {"all", "none", "random"};
    return kNames[static_cast<std::size_t>(survival)];
}

Result<Contents> contentsIn(MemoryFileSystem& system, const CrashScenario& scenario)
{
    ZR_ASSIGN_OR_RETURN(Subject subject, openSubject(system, scenario, Access::ReadOnly, Durability::Power));
    return contentsOf(subject);
}

/// Something that only an interrupted change may leave behind: all but the files of deletes that can be undone.
std::optional<std::string> leftover(const std::map<std::string, Bytes>& files, std::size_t undoable)
{
    std::size_t kept = 0;
    std::size_t folders = 0;
    for (const auto& [path, bytes] : files) {
        const bool undo = path.find("/.zrx/undo-") != std::string::npos;
        kept += undo ? 1U : 0U;
        folders += path.ends_with("/.zrx/") ? 1U : 0U;
        if (!undo && path.find("/.zrx") != std::string::npos && !path.ends_with("/.zrx/"))
            return path;
    }
    if (kept != undoable)
        return std::to_string(kept) + " files of deletes, " + std::to_string(undoable) + " of which can be undone";
    return kept == 0 && folders != 0 ? std::optional<std::string>("an empty side folder") : std::nullopt;
}

Result<std::size_t> undoable(Subject& subject)
{
    std::size_t all = 0;
    for (const Store* const store : subject.stores()) {
        ZR_ASSIGN_OR_RETURN(const std::vector<UndoableRemoval> removals, store->undoableRemovals());
        all += removals.size();
    }
    return all;
}

}  // namespace

void CrashSimulator::fail(const std::string& how, const std::string& what)
{
    if (m_report.failures.size() < 5)
        m_report.failures.push_back(m_scenario->name + ", " + m_where + ", " + how + ": " + what);
}

std::vector<Event> CrashSimulator::calls(const CrashScenario& scenario, Durability durability)
{
    MemoryFileSystem system;
    std::vector<Event> events;
    if (!prepareStore(system, scenario).ok())
        return events;
    system.settle();
    auto subject = openSubject(system, scenario, Access::ReadWrite, durability);
    system.observe([&](const Event& event) { events.push_back(event); });
    for (const CrashStep& step : scenario.steps)
        if (!subject.ok() || !step.run(*subject).ok())
            return {};
    return events;
}

void CrashSimulator::run(const CrashScenario& scenario, const Mutant* mutant)
{
    m_scenario = &scenario;
    m_mutant = mutant;
    m_where = "at the beginning";
    MemoryFileSystem system;
    if (scenario.steps.empty())
        return create(system, scenario);
    if (Status status = prepareStore(system, scenario); !status.ok())
        return fail("preparing", status.message());
    system.settle();

    // What each step should leave, from a run without a crash.
    std::vector<Contents>& states = m_states;
    states.clear();
    m_undoable = false;
    {
        auto rehearsal = system.afterKill();
        auto subject = openSubject(*rehearsal, scenario, Access::ReadWrite, m_plan.durability);
        if (!subject.ok())
            return fail("rehearsal", subject.status().message());
        states.push_back(*contentsOf(*subject));
        for (const CrashStep& step : scenario.steps) {
            if (Status status = step.run(*subject); !status.ok())
                return fail("rehearsal", status.message());
            states.push_back(*contentsOf(*subject));
        }
    }
    auto subject = openSubject(system, scenario, Access::ReadWrite, m_plan.durability);
    if (!subject.ok())
        return fail("opening", subject.status().message());
    std::uint64_t number = 0;
    if (mutant != nullptr && mutant->ownCall)
        system.swallowWhere([&](const Event&) { return number++ == *mutant->ownCall; });
    for (std::size_t i = 0; i < scenario.steps.size() && !failed(); ++i) {
        const CrashStep& step = scenario.steps[i];
        m_step = i;
        const Allowed allowed{&states[i], &states[i + 1]};
        std::size_t journals = step.powerSafeDuring ? storePaths(scenario).size() : 0;
        const auto crashAfter = [&](const Event& event) {
            m_where = step.name + " (step " + std::to_string(i) + ") after " + nameOf(event.call) + " " + event.path;
            // A change that begins with a journal in each store has made durable what it stands on.
            journals += event.call == Call::Rename && event.path.ends_with(".zrx/journal") ? 1U : 0U;
            crash(system, allowed, journals >= storePaths(scenario).size() && m_plan.durability == Durability::Power, 0);
        };
        if (step.crashesDuring)
            system.observe(crashAfter);
        if (Status status = step.run(*subject); !status.ok())
            return fail(step.name, status.message());
        system.observe(nullptr);
        m_where = "after " + step.name;
        m_undoable = step.name == "delete" && states[i + 1] != states[i];
        crash(system, {&states[i + 1]}, step.powerSafeAfter && m_plan.durability == Durability::Power, 0);
        m_undoable = false;
    }
}

void CrashSimulator::create(MemoryFileSystem& system, const CrashScenario& scenario)
{
    const Contents empty;
    system.observe([&](const Event& event) {
        m_where = std::string("create after ") + nameOf(event.call) + " " + event.path;
        crash(system, {nullptr, &empty}, true, 0);
    });
    const auto store = StoreAccess::create(kStorePath, scenario.description, {}, system, kCrashLimits);
    system.observe(nullptr);
    if (!store.ok())
        return fail("create", store.status().message());
    m_where = "after create";
    crash(system, {&empty}, true, 0);
}

void CrashSimulator::crash(const MemoryFileSystem& system, const Allowed& allowed, bool power, unsigned depth)
{
    if (failed())
        return;
    ++m_report.points;
    const auto attempt = [&](std::unique_ptr<MemoryFileSystem> state, const std::string& how) {
        const std::uint64_t key = state->fingerprint() ^ ((4 * m_step + allowed.size()) * 0x9e3779b97f4a7c15) ^ (depth < m_plan.depth ? 0 : 1) ^ (power ? 2 : 0);
        if (failed() || !m_seen.insert(key).second)
            return;
        ++m_report.states;
        m_report.recoveryStates += depth > 0 ? 1 : 0;
        check(*state, allowed, power, depth, how);
    };
    attempt(system.afterKill(), "killed");
    if (power)
        losePower(system, attempt);
}

void CrashSimulator::losePower(const MemoryFileSystem& system,
                               const std::function<void(std::unique_ptr<MemoryFileSystem>, const std::string&)>& attempt)
{
    if (const std::size_t parts = system.unsyncedParts(); parts <= m_plan.everySubset) {
        for (std::uint64_t survivors = 0; survivors < std::uint64_t{1} << parts; ++survivors)
            attempt(system.afterPowerLoss(survivors), "power lost, subset " + std::to_string(survivors) + " of " + std::to_string(parts) + " parts survives");
        return;
    }
    const auto lose = [&](Survival bytes, Survival names) {
        attempt(system.afterPowerLoss(bytes, names, m_random),
                std::string("power lost, surviving bytes ") + nameOf(bytes) + ", names " + nameOf(names));
    };
    lose(Survival::Nothing, Survival::Nothing);
    lose(Survival::All, Survival::Nothing);
    lose(Survival::Nothing, Survival::All);
    for (unsigned i = 0; i < m_plan.randomStates; ++i) {
        lose(Survival::Random, Survival::All);
        lose(Survival::All, Survival::Random);
        lose(Survival::Random, Survival::Random);
    }
}

void CrashSimulator::check(MemoryFileSystem& system, const Allowed& allowed, bool power, unsigned depth, const std::string& how)
{
    const bool missing = *system.entryType(storePaths(*m_scenario).front()) == EntryType::Missing;
    if (missing) {
        if (std::ranges::find(allowed, nullptr) == allowed.end())
            return fail(how, "the store is gone");
        const auto again = StoreAccess::create(kStorePath, m_scenario->description, {}, system, kCrashLimits);
        return again.ok() ? void() : fail(how, "the store cannot be created again: " + again.status().message());
    }
    const std::uint64_t calls = system.calls();
    const auto seen = contentsIn(system, *m_scenario);
    if (!seen.ok())
        return fail(how, "a reader cannot read it: " + seen.status().message());
    if (system.calls() != calls)
        return fail(how, "a reader wrote");
    if (std::ranges::none_of(allowed, [&](const Contents* state) { return state != nullptr && *state == *seen; }))
        return fail(how, "a reader sees " + std::to_string(seen->size()) + " records that are neither the state before nor after");
    checkRecovered(system, *seen, allowed, power, depth, how);
}

void CrashSimulator::checkRecovered(MemoryFileSystem& system, const Contents& seen, const Allowed& allowed, bool power, unsigned depth,
                                    const std::string& how)
{
    if (m_mutant != nullptr && m_mutant->inRecovery)
        system.swallowWhere(m_mutant->inRecovery);
    if (depth < m_plan.depth)
        system.observe([&, where = m_where](const Event& event) {
            // What a careless process left is the device's from where the careful one has it synced: journal, fence, header.
            power = power || (m_plan.recoversWithPower && event.call == Call::Sync && event.path.ends_with("meta.zr"));
            m_where = where + ", " + how + ", recovery after " + nameOf(event.call) + " " + event.path;
            crash(system, allowed, power, depth + 1);
            m_where = where;
        });
    std::map<std::string, Bytes> files;
    // The stores of a set may as well be opened one by one, in any order.
    if (!m_scenario->others.empty() && (m_random() & 1) != 0) {
        std::vector<std::string> paths = storePaths(*m_scenario);
        std::ranges::shuffle(paths, m_random);
        for (const std::string& path : paths)
            if (const auto alone = StoreAccess::open(path, crashOptions(Access::ReadWrite, recoveryDurability()), system, kCrashLimits); !alone.ok())
                return fail(how, "a writer cannot open " + path + " alone: " + alone.status().message());
    }
    {
        auto subject = openSubject(system, *m_scenario, Access::ReadWrite, recoveryDurability());
        system.observe(nullptr);
        if (failed())
            return;
        if (!subject.ok())
            return fail(how, "a writer cannot open it: " + subject.status().message());
        const auto contents = contentsOf(*subject);
        if (!contents.ok() || *contents != seen)
            return fail(how, "a writer finds other records than a reader saw before it");
        for (const Store* const store : subject->stores()) {
            const auto report = store->verify({}, crashContext());
            if (!report.ok() || !report->clean())
                return fail(how, "verify is not clean");
        }
        files = system.contents();
        const auto possible = undoable(*subject);
        if (const auto left = leftover(files, possible.ok() ? *possible : 0))
            return fail(how, "this is still there: " + *left);
        if (m_undoable && *possible == 0)
            return fail(how, "the delete cannot be undone");
    }
    auto again = openSubject(system, *m_scenario, Access::ReadWrite, recoveryDurability());
    if (!again.ok() || system.contents() != files)
        return fail(how, "opening once more changes something");
    for (const Store* const store : again->stores())
        if (store->recovery().action != RecoveryAction::None)
            return fail(how, "opening once more finds something to do");
    again = Status(ErrorCode::Closed, "closed");
    checkUndo(*system.afterKill(), seen, how);
}

void CrashSimulator::checkUndo(MemoryFileSystem& system, const Contents& seen, const std::string& how)
{
    auto subject = openSubject(system, *m_scenario, Access::ReadWrite, recoveryDurability());
    if (!subject.ok())
        return fail(how, "it cannot be opened for an undo: " + subject.status().message());
    const auto count = [&] { return subject->set ? subject->set->undoableRemovals()->size() : subject->store->undoableRemovals()->size(); };
    Contents now = seen;
    for (std::size_t left = count(); left > 0; --left) {
        const Status undone = subject->set ? subject->set->undoRemoval(crashContext()).status() : subject->store->undoRemoval(crashContext()).status();
        if (!undone.ok())
            return fail(how, "undo: " + undone.message());
        const auto contents = contentsOf(*subject);
        // One more than now, or more: the state before a delete of which this is the state after.
        const bool known = contents.ok() && std::ranges::find(m_states, *contents) != m_states.end();
        if (!known || contents->size() <= now.size() || count() != left - 1)
            return fail(how, "an undone delete does not lead to the state before it");
        now = *contents;
    }
    for (const Store* const store : subject->stores())
        if (const auto report = store->verify({}, crashContext()); !report.ok() || !report->clean())
            return fail(how, "verify is not clean after an undo");
}

}  // namespace zrecord::test
