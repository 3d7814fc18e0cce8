#include "fuzz/fuzz_targets.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace zrecord::fuzz {
namespace {

constexpr std::array kTargets{
    FuzzTarget{"store", fuzzStore},           FuzzTarget{"headers", fuzzHeaders}, FuzzTarget{"description", fuzzDescription},
    FuzzTarget{"journal", fuzzJournal},       FuzzTarget{"npy", fuzzNpy},         FuzzTarget{"npz", fuzzNpz},
    FuzzTarget{"text", fuzzText},             FuzzTarget{"idx", fuzzIdx},         FuzzTarget{"operations", fuzzOperations},
    FuzzTarget{"frame", fuzzFrame},           FuzzTarget{"shape", fuzzShape},     FuzzTarget{"side_files", fuzzSideFiles},
};

}  // namespace

std::span<const FuzzTarget> fuzzTargets()
{
    return kTargets;
}

const FuzzTarget* findTarget(const char* name)
{
    for (const FuzzTarget& target : kTargets)
        if (std::string_view(target.name) == name)
            return &target;
    return nullptr;
}

void require(bool promise, const char* what)
{
    if (promise)
        return;
    std::fprintf(stderr, "broken promise: %s\n", what);
    std::abort();
}

}  // namespace zrecord::fuzz
