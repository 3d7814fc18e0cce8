#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "crash/crash_simulator.h"
#include "crash/ordering_mutants.h"

namespace {

using namespace zrecord;
using namespace zrecord::test;

struct Arguments {
    bool mutants = false;
    bool full = false;
    std::string only;  ///< a part of a scenario's name
    CrashPlan plan;
};

struct Mode {
    Durability durability;
    bool recoversWithPower;
    const char* name;
};
constexpr Mode kModes[] = {{Durability::Power, false, ", power"}, {Durability::Process, false, ", process"}, {Durability::Process, true, ", process, then power"}};

std::uint64_t numberIn(const char* text)
{
    return std::strtoull(text, nullptr, 10);
}

bool parse(int argc, char** argv, Arguments& arguments)
{
    CrashPlan& plan = arguments.plan;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        const char* const value = i + 1 < argc ? argv[i + 1] : nullptr;
        if (argument == "--mutants") {
            arguments.mutants = true;
            continue;
        }
        if (argument == "--full") {
            arguments.full = true;
            plan.depth = 2;
            plan.randomStates = 6;
            plan.everySubset = 8;
            continue;
        }
        if (value == nullptr)
            return false;
        if (argument == "--seed")
            plan.seed = numberIn(value);
        else if (argument == "--random")
            plan.randomStates = static_cast<unsigned>(numberIn(value));
        else if (argument == "--depth")
            plan.depth = static_cast<unsigned>(numberIn(value));
        else if (argument == "--subsets" && numberIn(value) <= 20)
            plan.everySubset = static_cast<unsigned>(numberIn(value));
        else if (argument == "--only")
            arguments.only = value;
        else
            return false;
        ++i;
    }
    return true;
}

std::vector<CrashScenario> chosenScenarios(const Arguments& arguments)
{
    std::vector<CrashScenario> scenarios = crashScenarios();
    if (arguments.full || !arguments.only.empty())
        std::ranges::move(smallDeletes(), std::back_inserter(scenarios));
    std::erase_if(scenarios, [&](const CrashScenario& scenario) { return scenario.name.find(arguments.only) == std::string::npos; });
    return scenarios;
}

void print(const CrashReport& report, const std::string& name)
{
    std::printf("%-52s %8llu points %9llu states\n", name.c_str(), static_cast<unsigned long long>(report.points),
                static_cast<unsigned long long>(report.states));
    for (const std::string& failure : report.failures)
        std::printf("  FAILED %s\n", failure.c_str());
    std::fflush(stdout);
}

int runScenarios(const Arguments& arguments)
{
    const auto started = std::chrono::steady_clock::now();
    CrashReport total;
    std::size_t scenarios = 0;
    for (const CrashScenario& scenario : chosenScenarios(arguments)) {
        for (const Mode& mode : kModes) {
            // What a process did not wait for is lost with the power unless it was durable before. In a set, one store's recovery
            // waits for that store alone.
            if (mode.recoversWithPower && (scenario.steps.size() != 1 || !scenario.others.empty()))
                continue;
            CrashPlan plan = arguments.plan;
            plan.durability = mode.durability;
            plan.recoversWithPower = mode.recoversWithPower;
            CrashSimulator simulator(plan);
            simulator.run(scenario);
            const CrashReport& report = simulator.report();
            print(report, scenario.name + mode.name);
            total.points += report.points;
            total.states += report.states;
            total.recoveryStates += report.recoveryStates;
            total.failures.insert(total.failures.end(), report.failures.begin(), report.failures.end());
            ++scenarios;
        }
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    std::printf("%zu scenarios, %llu crash points, %llu distinct states checked, %llu of them after a crash inside a recovery, "
                "%zu failures, seed %llu, %.1f s\n",
                scenarios, static_cast<unsigned long long>(total.points), static_cast<unsigned long long>(total.states),
                static_cast<unsigned long long>(total.recoveryStates), total.failures.size(),
                static_cast<unsigned long long>(arguments.plan.seed), seconds);
    return total.failures.empty() && scenarios != 0 ? 0 : 1;
}

}  // namespace

/// Simulates crashes of the store engine; see docs/reliability.md.
int main(int argc, char** argv)
{
    Arguments arguments;
    if (!parse(argc, argv, arguments)) {
        std::fprintf(stderr, "usage: crash_simulator [--full] [--mutants] [--only PART_OF_NAME] [--seed NUMBER]\n"
                             "                       [--random STATES] [--subsets PARTS (at most 20)] [--depth CRASHES_IN_RECOVERY]\n");
        return 2;
    }
    return arguments.mutants ? runMutants(arguments.plan.seed) : runScenarios(arguments);
}
