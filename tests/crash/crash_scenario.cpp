#include "crash/crash_scenario.h"

#include <utility>

#include "store/store_access.h"
#include "support/store_builder.h"

namespace zrecord::test {
namespace {

CrashStep appending(std::uint64_t first, std::size_t count)
{
    return {"append", [=](Subject& subject) -> Status {
                for (Store* const store : subject.stores())
                    ZR_RETURN_IF_ERROR(appendPattern(*store, first, count));
                return {};
            }, false, false};
}

CrashStep syncing()
{
    return {"sync", [](Subject& subject) -> Status {
                for (Store* const store : subject.stores())
                    ZR_RETURN_IF_ERROR(store->sync());
                return {};
            }, false, true};
}

CrashStep removing(std::vector<std::uint64_t> targets)
{
    return {"delete", [targets = std::move(targets)](Subject& subject) {
                return subject.set ? subject.set->remove(targets, crashContext()).status() : subject.store->remove(targets, crashContext()).status();
            }};
}

CrashStep undoing()
{
    return {"undo", [](Subject& subject) {
                return subject.set ? subject.set->undoRemoval(crashContext()).status() : subject.store->undoRemoval(crashContext()).status();
            }};
}

CrashStep compacting()
{
    return {"compact", [](Subject& subject) {
                return subject.set ? subject.set->compact(crashContext()).status() : subject.store->compact(crashContext()).status();
            }};
}

/// A delete whose base is still in the page cache: it makes that durable first.
CrashStep removingUnsynced(std::vector<std::uint64_t> targets)
{
    CrashStep step = removing(std::move(targets));
    step.powerSafeDuring = false;
    return step;
}

void addSetScenarios(std::vector<CrashScenario>& scenarios)
{
    const StoreDescription raw = denseBytes(kCrashWidth, Codec::Raw);
    const StoreDescription zstd = denseBytes(kCrashWidth, Codec::Zstd);
    const StoreDescription ragged = raggedBytes(Codec::Zstd);
    const auto add = [&](const std::string& name, const StoreDescription& first, std::vector<StoreDescription> others, std::uint64_t records,
                         std::vector<std::uint64_t> removed, std::vector<CrashStep> steps) {
        scenarios.push_back({"set of " + std::to_string(others.size() + 1) + ", " + name, first, std::move(others), records, std::move(removed), std::move(steps), false});
    };
    add("delete", raw, {ragged}, 12, {}, {removing({1, 2, 7})});
    add("delete tail", raw, {zstd}, 12, {}, {removing({10, 11})});
    add("delete", raw, {zstd, ragged}, 12, {}, {removing({0, 5})});
    add("undo", raw, {ragged}, 12, {}, {removing({1, 7}), undoing()});
    add("undo", raw, {zstd, ragged}, 8, {}, {removing({2}), undoing()});
    add("compact", raw, {ragged}, 14, {0, 5, 6}, {compacting()});
    add("compact", raw, {zstd, ragged}, 12, {3, 4}, {compacting()});
    add("delete, compact, delete", raw, {ragged}, 16, {2}, {removing({1, 9}), compacting(), removing({0})});
    CrashStep append = appending(100, 5);
    append.crashesDuring = false;
    add("delete unsynced", raw, {ragged}, 6, {}, {append, removingUnsynced({1, 9}), removing({0})});
}

}  // namespace

Status appendPattern(Store& store, std::uint64_t first, std::size_t count)
{
    if (store.summary().kind == StoreKind::Dense)
        return store.append(patternRecords(first, count, kCrashWidth), crashContext()).status();
    std::vector<OwnedRagged> records;
    for (std::size_t i = 0; i < count; ++i)
        records.push_back(patternRagged(first + i));
    return appendRagged(store, records, crashContext()).status();
}

std::vector<CrashScenario> crashScenarios()
{
    const std::vector<std::pair<std::string, StoreDescription>> kinds{{"dense raw", denseBytes(kCrashWidth, Codec::Raw)},
                                                                      {"dense zstd", denseBytes(kCrashWidth, Codec::Zstd)},
                                                                      {"ragged zstd", raggedBytes(Codec::Zstd)}};
    std::vector<CrashScenario> scenarios;
    for (const auto& [kind, description] : kinds) {
        const auto add = [&, &kind = kind, &description = description](const std::string& name, std::uint64_t records,
                                                                       std::vector<std::uint64_t> removed, std::vector<CrashStep> steps) {
            scenarios.push_back({name + ", " + kind, description, {}, records, std::move(removed), std::move(steps), false});
        };
        add("create", 0, {}, {});
        add("delete 1", 20, {}, {removing({3})});
        add("delete many", 40, {1}, {removing({0, 2, 3, 9, 17, 25, 37})});
        add("delete all", 20, {}, {removing(allIndices(20))});
        add("delete tail", 20, {}, {removing({17, 18, 19})});
        add("delete unsynced", 10, {}, {appending(100, 20), removingUnsynced({1, 4, 12, 28}), appending(200, 3), syncing()});
        add("delete twice", 30, {}, {removing({2, 5}), removing({2, 5})});
        add("undo", 20, {}, {removing({0, 3, 18}), undoing()});
        add("undo of a tail", 20, {}, {removing({18, 19}), undoing()});
        add("undo twice, delete", 24, {4}, {removing({2, 5, 22}), removing({0}), undoing(), undoing(), removing({2, 5, 22})});
        add("undo, compact", 20, {}, {removing({1}), removing({3, 4}), undoing(), compacting()});
        CrashStep durably = appending(100, 20);
        durably.powerSafeDuring = durably.powerSafeAfter = true;
        add("durable append", 10, {}, {durably});
        scenarios.back().durableAppends = true;
        add("append, sync", 10, {}, {appending(100, 20), syncing()});
        add("compact", 30, {0, 4, 5, 11, 28}, {compacting()});
        add("compact to fewer chunks", 60, allIndices(50), {compacting()});
        add("compact to nothing", 20, allIndices(20), {compacting()});
        add("delete, compact, append, sync", 30, {}, {removing({1, 2, 20}), compacting(), appending(100, 8), syncing()});
    }
    addSetScenarios(scenarios);
    return scenarios;
}

std::vector<CrashScenario> smallDeletes()
{
    const std::vector<std::pair<std::string, StoreDescription>> kinds{{"dense raw", denseBytes(kCrashWidth, Codec::Raw)},
                                                                      {"ragged raw", raggedBytes(Codec::Raw)}};
    std::vector<CrashScenario> scenarios;
    for (const auto& [kind, description] : kinds) {
        for (std::uint64_t records = 1; records <= 6; ++records) {
            for (std::uint64_t choice = 1; choice < std::uint64_t{1} << records; ++choice) {
                std::vector<std::uint64_t> targets;
                for (std::uint64_t record = 0; record < records; ++record)
                    if ((choice >> record & 1) != 0)
                        targets.push_back(record);
                scenarios.push_back({"small delete, choice " + std::to_string(choice) + " of " + std::to_string(records) + ", " + kind,
                                     description, {}, records, {}, {removing(std::move(targets))}, false});
            }
        }
    }
    return scenarios;
}

OperationContext crashContext()
{
    OperationContext context;
    context.executor = &inlineExecutor();
    return context;
}

OpenOptions crashOptions(Access access, Durability durability)
{
    OpenOptions options;
    options.access = access;
    options.durability = durability;
    return options;
}

std::vector<Store*> Subject::stores()
{
    std::vector<Store*> all;
    if (store)
        all.push_back(&*store);
    if (set)
        for (AlignedSet::Stream& stream : set->streams())
            all.push_back(&stream.store);
    return all;
}

std::vector<std::string> storePaths(const CrashScenario& scenario)
{
    if (scenario.others.empty())
        return {kStorePath};
    std::vector<std::string> paths;
    for (std::size_t i = 0; i <= scenario.others.size(); ++i)
        paths.push_back(std::string(kSetPath) + "/" + static_cast<char>('a' + i));
    return paths;
}

Status prepareStore(FileSystem& system, const CrashScenario& scenario)
{
    const std::vector<std::string> paths = storePaths(scenario);
    CreateOptions options;
    options.keepUndo = false;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const StoreDescription& description = i == 0 ? scenario.description : scenario.others[i - 1];
        ZR_ASSIGN_OR_RETURN(Store store, StoreAccess::create(paths[i], description, options, system, kCrashLimits));
        if (scenario.records != 0)
            ZR_RETURN_IF_ERROR(appendPattern(store, 0, scenario.records));
        if (!scenario.removed.empty())
            ZR_RETURN_IF_ERROR(store.remove(scenario.removed, crashContext()).status());
        ZR_RETURN_IF_ERROR(store.close());
    }
    return {};
}

Result<Subject> openSubject(FileSystem& system, const CrashScenario& scenario, Access access, Durability durability)
{
    Subject subject;
    OpenOptions options = crashOptions(access, durability);
    options.durableAppend = scenario.durableAppends;
    if (scenario.others.empty()) {
        ZR_ASSIGN_OR_RETURN(subject.store, StoreAccess::open(kStorePath, options, system, kCrashLimits));
    } else {
        ZR_ASSIGN_OR_RETURN(subject.set, StoreAccess::openSet(kSetPath, options, system, kCrashLimits));
    }
    return subject;
}

Result<Contents> contentsOf(Subject& subject)
{
    Contents all;
    for (const Store* const store : subject.stores()) {
        ZR_ASSIGN_OR_RETURN(const Contents contents, contentsOf(*store));
        // No record is empty: where one stream of a set ends and the next begins.
        if (subject.set)
            all.emplace_back();
        all.insert(all.end(), contents.begin(), contents.end());
    }
    return all;
}

Result<Contents> contentsOf(const Store& store)
{
    Contents contents;
    const std::vector<std::uint64_t> indices = allIndices(store.size());
    if (store.summary().kind == StoreKind::Dense) {
        Bytes bytes(indices.size() * kCrashWidth);
        ZR_RETURN_IF_ERROR(store.gather(indices, bytes, crashContext()));
        for (std::size_t i = 0; i < indices.size(); ++i)
            contents.emplace_back(bytes.begin() + static_cast<std::ptrdiff_t>(i * kCrashWidth),
                                  bytes.begin() + static_cast<std::ptrdiff_t>((i + 1) * kCrashWidth));
        return contents;
    }
    ZR_ASSIGN_OR_RETURN(const RaggedLayout layout, store.layout(indices, crashContext()));
    Bytes bytes(layout.offsets.back());
    ZR_RETURN_IF_ERROR(store.gather(indices, layout, bytes, crashContext()));
    for (std::size_t i = 0; i < indices.size(); ++i) {
        Bytes record;
        for (const std::uint64_t extent : layout.shape(i)) {
            const auto raw = std::as_bytes(std::span(&extent, 1));
            record.insert(record.end(), raw.begin(), raw.end());
        }
        record.insert(record.end(), bytes.begin() + static_cast<std::ptrdiff_t>(layout.offsets[i]),
                      bytes.begin() + static_cast<std::ptrdiff_t>(layout.offsets[i + 1]));
        contents.push_back(std::move(record));
    }
    return contents;
}

}  // namespace zrecord::test
