#include "crash/ordering_mutants.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "crash/crash_simulator.h"

namespace zrecord::test {
namespace {

using Call = MemoryFileSystem::Call;
using Event = MemoryFileSystem::Event;

std::string textOf(const Event& event)
{
    static const std::map<Call, std::string> kVerbs{{Call::Write, "write "}, {Call::Sync, "sync "}, {Call::Rename, "rename to "},
                                                    {Call::RemoveFile, "remove "}, {Call::SyncFolder, "sync folder "},
                                                    {Call::CreateFolder, "make folder "}};
    const auto verb = kVerbs.find(event.call);
    return verb == kVerbs.end() ? std::string() : verb->second + event.path;
}

/// Not the writing of the records themselves: leaving that out is no matter of order.
bool isOrderingStep(const std::string& call)
{
    if (call.starts_with("sync ") || call.starts_with("rename to "))
        return true;
    if (call.starts_with("write "))
        return call.ends_with("/meta.zr") || call.ends_with("/journal.tmp") || call.find("/.zrx-group-") != std::string::npos;
    return call.starts_with("remove ") && (call.ends_with("/journal") || call.find("/.zrx-group-") != std::string::npos);
}

/// "s", or the stream of a set that a path lies in.
std::string storeOf(const std::string& call)
{
    const std::size_t stream = call.find(" set/");
    return stream == std::string::npos ? "s" : call.substr(stream + 1, 5);
}

/// Why the absence of a call breaks no promise, for the few of which that is true; nullptr for all others.
const char* harmlessReason(const std::vector<std::string>& calls, std::size_t index, bool baseIsDurable)
{
    const std::string& call = calls[index];
    const std::string store = storeOf(call);
    const std::string side = store + "/.zrx";
    const auto before = [&](const std::string& other) { return std::find(calls.begin() + static_cast<std::ptrdiff_t>(index), calls.end(), other) != calls.end(); };
    const bool beforeJournal = before("rename to " + side + "/journal");
    if (call == "remove " + side + "/journal")
        return "the next opening finds the journal done and removes it";
    if (call == "sync folder " + side && index > 0 && calls[index - 1] == "remove " + side + "/journal")
        return "the next opening finds the journal done and removes it";
    if (call == "sync folder " + side && index + 1 < calls.size() && calls[index + 1] == "remove " + side + "/journal")
        return "there was no delete that could be undone";
    if (call == "sync folder " + store && beforeJournal)
        return "the same folder is synced again before the fence";
    if (call == "sync folder " + store) {
        // Backwards from here: was the side folder made first, or this folder synced since it was made?
        const auto earlier = std::find_if(calls.rend() - static_cast<std::ptrdiff_t>(index), calls.rend(), [&](const std::string& other) {
            return other == "make folder " + side || other == "sync folder " + store;
        });
        if (earlier != calls.rend() && *earlier == "sync folder " + store && before("remove " + side + "/journal") && index > 0 &&
            calls[index - 1] == "sync folder " + side)
            return "the folder was synced with the base, after the side folder was made";
    }
    if (call.starts_with("sync " + store + "/") && call.find("/.zrx/") == std::string::npos && baseIsDurable && beforeJournal)
        return "the base was durable in this scenario";
    if (call == "sync " + store + "/1.loc" && before("remove " + side + "/undo-1"))
        return "the rows behind the end still hold what the undo writes there";
    return nullptr;
}

struct Tally {
    std::uint64_t found = 0;
    std::uint64_t harmless = 0;
    std::uint64_t missed = 0;
};

const CrashScenario& scenarioNamed(const std::vector<CrashScenario>& all, std::string_view name)
{
    return *std::ranges::find(all, name, &CrashScenario::name);
}

void tryMutant(const CrashScenario& scenario, const Mutant& mutant, const char* reason, std::uint64_t seed, Tally& result)
{
    CrashPlan plan;
    plan.seed = seed;
    plan.randomStates = 2;
    plan.depth = mutant.inRecovery ? 1 : 0;
    if (mutant.lazyWriter) {
        plan.durability = Durability::Process;
        plan.recoversWithPower = true;
    }
    CrashSimulator simulator(plan);
    simulator.run(scenario, &mutant);
    const bool found = !simulator.report().failures.empty();
    std::string outcome = found ? "found: " + simulator.report().failures.front() : reason != nullptr ? std::string("harmless: ") + reason : "MISSED";
    if (found)
        outcome.erase(outcome.find(scenario.name), scenario.name.size() + 2);
    std::printf("%-34s | %-46s | %s\n", scenario.name.c_str(), mutant.name.c_str(), outcome.c_str());
    std::fflush(stdout);
    ++(found ? result.found : reason != nullptr ? result.harmless : result.missed);
}

std::function<bool(const Event&)> every(Call call, std::string ending)
{
    return [call, ending = std::move(ending)](const Event& event) { return event.call == call && event.path.ends_with(ending); };
}

bool isSyncOfNewFiles(const Event& event)
{
    return event.call == Call::SyncFolder && event.path.find("/tmp-") != std::string::npos;
}

bool isOfDecision(const Event& event)
{
    return event.path.find("/.zrx-group-") != std::string::npos;
}

bool isSyncOfDecision(const Event& event)
{
    return event.call == Call::Sync && isOfDecision(event);
}

bool isRemovalOfDecision(const Event& event)
{
    return event.call == Call::RemoveFile && isOfDecision(event);
}

}  // namespace

int runMutants(std::uint64_t seed)
{
    const std::vector<CrashScenario> all = crashScenarios();
    Tally result;
    for (const char* name : {"delete unsynced, dense raw", "compact, dense raw", "compact to fewer chunks, dense zstd", "set of 2, delete", "set of 2, compact", "undo, dense raw", "durable append, dense raw"}) {
        const CrashScenario& scenario = scenarioNamed(all, name);
        std::vector<std::string> calls;
        for (const Event& event : CrashSimulator::calls(scenario, Durability::Power))
            calls.push_back(textOf(event));
        for (std::size_t i = 0; i < calls.size(); ++i)
            if (isOrderingStep(calls[i]))
                tryMutant(scenario, {"without " + calls[i], i, nullptr}, harmlessReason(calls, i, !scenario.name.starts_with("delete unsynced")), seed, result);
    }
    const std::vector<std::pair<const char*, Mutant>> recoveries{
        {"delete many, dense raw", {"recovery without sync of the fence and header", {}, every(Call::Sync, "meta.zr")}},
        {"delete many, dense raw", {"recovery without sync of the table", {}, every(Call::Sync, ".loc")}},
        {"delete many, dense raw", {"recovery without sync of the journal", {}, every(Call::Sync, "journal"), true}},
        {"delete many, dense raw", {"recovery without sync of the side folder", {}, every(Call::SyncFolder, ".zrx"), true}},
        {"delete many, dense raw", {"recovery without sync of the store folder", {}, every(Call::SyncFolder, "s"), true}},
        {"delete many, dense raw", {"recovery without patching the table", {}, every(Call::Write, ".loc")}},
        {"delete many, dense raw", {"recovery without writing the header", {}, every(Call::Write, "meta.zr")}},
        {"compact, dense raw", {"recovery without sync of the new chunks", {}, every(Call::Sync, ".chunk"), true}},
        {"compact, dense raw", {"recovery without sync of the new tables", {}, every(Call::Sync, ".loc"), true}},
        {"compact, dense raw", {"recovery without sync of the new files' folder", {}, isSyncOfNewFiles, true}},
        {"compact, dense raw", {"recovery without sync of the store folder", {}, every(Call::SyncFolder, "s")}},
        {"compact, dense raw", {"recovery without moving a chunk", {}, every(Call::Rename, "0.chunk")}},
        {"compact, dense raw", {"recovery without moving the table", {}, every(Call::Rename, "0.loc")}},
        {"undo, dense raw", {"recovery without restoring the table", {}, every(Call::Write, ".loc")}},
        {"undo, dense raw", {"recovery without sync of the restored table", {}, every(Call::Sync, ".loc")}},
        {"set of 3, delete", {"recovery without sync of the folder of the set", {}, every(Call::SyncFolder, "set")}},
        {"set of 3, delete", {"recovery without removing what decides", {}, isRemovalOfDecision}},
        {"set of 3, delete", {"recovery without sync of any header", {}, every(Call::Sync, "meta.zr")}},
        {"set of 3, delete", {"recovery without writing back a header", {}, every(Call::Write, "meta.zr")}},
    };
    for (const auto& [name, mutant] : recoveries)
        tryMutant(scenarioNamed(all, name), mutant, nullptr, seed, result);
    tryMutant(scenarioNamed(all, "set of 3, delete"), {"recovery without sync of what decides", {}, isSyncOfDecision},
              "a writer that waits has synced the file before it got its name", seed, result);
    std::printf("%llu mutants: %llu found, %llu harmless, %llu missed\n",
                static_cast<unsigned long long>(result.found + result.harmless + result.missed),
                static_cast<unsigned long long>(result.found), static_cast<unsigned long long>(result.harmless),
                static_cast<unsigned long long>(result.missed));
    return result.missed == 0 && result.found >= 25 ? 0 : 1;
}

}  // namespace zrecord::test
