#include "crash/crash_simulator.h"

#include <algorithm>
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

Result<Store> openStore(MemoryFileSystem& system, Access access, Durability durability)
{
    return StoreAccess::open(kStorePath, crashOptions(access, durability), system, kCrashLimits);
}

Result<Contents> contentsIn(MemoryFileSystem& system)
{
    ZR_ASSIGN_OR_RETURN(const Store store, openStore(system, Access::ReadOnly, Durability::Power));
    return contentsOf(store);
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
    auto store = openStore(system, Access::ReadWrite, durability);
    system.observe([&](const Event& event) { events.push_back(event); });
    for (const CrashStep& step : scenario.steps)
        if (!store.ok() || !step.run(*store).ok())
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
    std::vector<Contents> states;
    {
        auto rehearsal = system.afterKill();
        auto store = openStore(*rehearsal, Access::ReadWrite, m_plan.durability);
        if (!store.ok())
            return fail("rehearsal", store.status().message());
        states.push_back(*contentsOf(*store));
        for (const CrashStep& step : scenario.steps) {
            if (Status status = step.run(*store); !status.ok())
                return fail("rehearsal", status.message());
            states.push_back(*contentsOf(*store));
        }
    }
    auto store = openStore(system, Access::ReadWrite, m_plan.durability);
    if (!store.ok())
        return fail("opening", store.status().message());
    std::uint64_t number = 0;
    if (mutant != nullptr && mutant->ownCall)
        system.swallowWhere([&](const Event&) { return number++ == *mutant->ownCall; });
    for (std::size_t i = 0; i < scenario.steps.size() && !failed(); ++i) {
        const CrashStep& step = scenario.steps[i];
        m_step = i;
        const Allowed allowed{&states[i], &states[i + 1]};
        bool power = step.powerSafeDuring;
        system.observe([&](const Event& event) {
            m_where = step.name + " (step " + std::to_string(i) + ") after " + nameOf(event.call) + " " + event.path;
            // A change that begins with a journal has made durable what it stands on.
            power = power || event.path.ends_with(".zrx/journal");
            crash(system, allowed, power && m_plan.durability == Durability::Power, 0);
        });
        if (Status status = step.run(*store); !status.ok())
            return fail(step.name, status.message());
        system.observe(nullptr);
        m_where = "after " + step.name;
        crash(system, {&states[i + 1]}, step.powerSafeAfter && m_plan.durability == Durability::Power, 0);
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
    const bool missing = *system.entryType(kStorePath) == EntryType::Missing;
    if (missing) {
        if (std::ranges::find(allowed, nullptr) == allowed.end())
            return fail(how, "the store is gone");
        const auto again = StoreAccess::create(kStorePath, m_scenario->description, {}, system, kCrashLimits);
        return again.ok() ? void() : fail(how, "the store cannot be created again: " + again.status().message());
    }
    const std::uint64_t calls = system.calls();
    const auto seen = contentsIn(system);
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
    {
        auto store = openStore(system, Access::ReadWrite, recoveryDurability());
        system.observe(nullptr);
        if (failed())
            return;
        if (!store.ok())
            return fail(how, "a writer cannot open it: " + store.status().message());
        const auto contents = contentsOf(*store);
        if (!contents.ok() || *contents != seen)
            return fail(how, "a writer finds other records than a reader saw before it");
        const auto report = store->verify({}, crashContext());
        if (!report.ok() || !report->clean())
            return fail(how, "verify is not clean");
        files = system.contents();
        if (std::ranges::any_of(files, [](const auto& file) { return file.first.starts_with("s/.zrx"); }))
            return fail(how, "the side folder is still there");
    }
    const auto again = openStore(system, Access::ReadWrite, recoveryDurability());
    if (!again.ok() || again->recovery().action != RecoveryAction::None || system.contents() != files)
        return fail(how, "opening once more changes something");
}

}  // namespace zrecord::test
