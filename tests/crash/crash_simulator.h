#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include "crash/crash_scenario.h"
#include "support/memory_file_system.h"

namespace zrecord::test {

struct CrashPlan {
    Durability durability = Durability::Power;
    /// The process that recovers waits for the device although the killed one did not: from its first sync of the header on,
    /// power may fail. For scenarios of one step, whose base is durable.
    bool recoversWithPower = false;
    unsigned randomStates = 1;  ///< random losses for each crash point and kind of loss
    unsigned everySubset = 4;   ///< up to so many unsynced parts, every subset of them is tried instead
    unsigned depth = 1;         ///< crashes inside the recovery from a crash
    std::uint64_t seed = 1;
};

/// Which calls a faulty program leaves out: of the scenario's own, by number, or every matching one of a recovery.
struct Mutant {
    std::string name;
    std::optional<std::uint64_t> ownCall;
    std::function<bool(const MemoryFileSystem::Event&)> inRecovery;
    bool lazyWriter = false;  ///< the killed process had waited for nothing (CrashPlan::recoversWithPower)
};

struct CrashReport {
    std::uint64_t points = 0;            ///< calls after which a crash was tried, recoveries included
    std::uint64_t states = 0;            ///< distinct states that were recovered from and checked
    std::uint64_t recoveryStates = 0;    ///< of these, after a crash inside a recovery
    std::vector<std::string> failures;   ///< empty: every promise held
};

/// Crashes a scenario after every call that changes something, in every way, recovers and checks what is found:
/// a reader sees the state before or after and writes nothing; a writer finds the same, every record's bytes, verify is
/// clean, no side folder stays; opening once more changes no byte.
class CrashSimulator {
public:
    explicit CrashSimulator(CrashPlan plan) : m_plan(plan), m_random(plan.seed) {}

    /// Stops at the first failure.
    void run(const CrashScenario& scenario, const Mutant* mutant = nullptr);
    /// The calls that the scenario makes, in order.
    static std::vector<MemoryFileSystem::Event> calls(const CrashScenario& scenario, Durability durability);
    [[nodiscard]] const CrashReport& report() const noexcept { return m_report; }

private:
    using Survival = MemoryFileSystem::Survival;
    using Allowed = std::vector<const Contents*>;  ///< null: no store at all

    void crash(const MemoryFileSystem& system, const Allowed& allowed, bool power, unsigned depth);
    void losePower(const MemoryFileSystem& system, const std::function<void(std::unique_ptr<MemoryFileSystem>, const std::string&)>& attempt);
    void check(MemoryFileSystem& system, const Allowed& allowed, bool power, unsigned depth, const std::string& how);
    void checkUndo(MemoryFileSystem& system, const Contents& seen, const std::string& how);
    void checkRecovered(MemoryFileSystem& system, const Contents& seen, const Allowed& allowed, bool power, unsigned depth, const std::string& how);
    [[nodiscard]] Durability recoveryDurability() const { return m_plan.recoversWithPower ? Durability::Power : m_plan.durability; }
    void create(MemoryFileSystem& system, const CrashScenario& scenario);
    void fail(const std::string& how, const std::string& what);
    [[nodiscard]] bool failed() const noexcept { return !m_report.failures.empty(); }

    CrashPlan m_plan;
    std::mt19937_64 m_random;
    CrashReport m_report;
    std::unordered_set<std::uint64_t> m_seen;
    const CrashScenario* m_scenario = nullptr;
    const Mutant* m_mutant = nullptr;
    std::string m_where;
    std::size_t m_step = 0;
    std::vector<Contents> m_states;  ///< before the first step, and after each
    bool m_undoable = false;         ///< a delete has returned, and nothing was done since
};

}  // namespace zrecord::test
