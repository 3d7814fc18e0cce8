#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "store/store_limits.h"
#include "support/memory_file_system.h"
#include "zrecord/aligned_set.h"
#include "zrecord/store.h"

namespace zrecord::test {

/// All records of a store, each as its bytes; a ragged one with its dimensions in front.
using Contents = std::vector<Bytes>;

/// What a scenario works on: one store, or an aligned set.
struct Subject {
    std::optional<Store> store;
    std::optional<AlignedSet> set;
    [[nodiscard]] std::vector<Store*> stores();
};

/// One thing that a program does with a store or set, and what is promised while it does.
struct CrashStep {
    std::string name;
    std::function<Status(Subject&)> run;
    /// The state before or after must also be found when power fails in the middle. Appends promise it only after sync().
    bool powerSafeDuring = true;
    bool powerSafeAfter = true;
    bool crashesDuring = true;  ///< false: several streams one after the other, which is no step of a set
};

struct CrashScenario {
    std::string name;
    StoreDescription description;
    std::vector<StoreDescription> others;  ///< the further streams of an aligned set; none: a store alone
    std::uint64_t records = 0;           ///< durable before the first step
    std::vector<std::uint64_t> removed;  ///< and of these, removed again
    std::vector<CrashStep> steps;        ///< through one handle; none: the creation itself
    bool durableAppends = false;
};

inline const char kStorePath[] = "/s";
inline const char kSetPath[] = "/set";  ///< with the streams a, b, …
inline constexpr std::size_t kCrashWidth = 24;  ///< bytes of a dense record
/// Rollovers happen early.
inline constexpr StoreLimits kCrashLimits{360, 16};

/// All scenarios: delete, compact, append, sync and create with dense raw, dense zstd and ragged zstd records, and delete and
/// compact of sets of two and three of them.
std::vector<CrashScenario> crashScenarios();
/// Every delete of a store of at most six records: 120 choices, dense and ragged.
std::vector<CrashScenario> smallDeletes();

/// Records [first, first + count) of the pattern of the store's kind.
Status appendPattern(Store& store, std::uint64_t first, std::size_t count);
Status prepareStore(FileSystem& system, const CrashScenario& scenario);
OpenOptions crashOptions(Access access, Durability durability);
OperationContext crashContext();
Result<Subject> openSubject(FileSystem& system, const CrashScenario& scenario, Access access, Durability durability);
/// The folders of the stores.
std::vector<std::string> storePaths(const CrashScenario& scenario);
Result<Contents> contentsOf(const Store& store);
/// Of all streams, one after the other.
Result<Contents> contentsOf(Subject& subject);

}  // namespace zrecord::test
