#include <utility>

#include "maintenance/repair_analysis.h"
#include "base/memory_guard.h"
#include "maintenance/repair_apply.h"
#include "maintenance/store_repairer.h"

namespace zrecord {
namespace {

Status named(Status status, const std::filesystem::path& store)
{
    return std::move(status).withStore(store.string());
}

}  // namespace

Result<RepairPlan> planRepairOn(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path, const RepairOptions& options,
                                const OperationContext& context)
{
    const auto analysis = analyseForRepair(fileSystem, limits, path, options, Access::ReadOnly, context);
    if (!analysis.ok())
        return named(analysis.status(), path);
    return describeRepair(*analysis, suggestedCut(*analysis, options));
}

Result<RepairResult> repairStoreOn(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path, const RepairOptions& options,
                                   const OperationContext& context)
{
    auto analysis = analyseForRepair(fileSystem, limits, path, options, Access::ReadWrite, context);
    if (!analysis.ok())
        return named(std::move(analysis).status(), path);
    const RepairCut cut = suggestedCut(*analysis, options);
    RepairResult result{describeRepair(*analysis, cut), {}};
    if (!result.plan.blocked.ok())
        return named(result.plan.blocked, path);
    if (result.plan.steps.empty())
        return result;
    auto backup = applyRepair(fileSystem, limits, *analysis, cut);
    if (!backup.ok())
        return named(std::move(backup).status(), path);
    result.backup = std::move(backup).value();
    if (Status removed = removeCut(fileSystem, limits, *analysis, cut, context); !removed.ok())
        return named(std::move(removed), path);
    return result;
}

Result<RepairPlan> planRepair(const std::filesystem::path& path, const RepairOptions& options, const OperationContext& context)
{
    return withMemoryErrors([&] { return planRepairOn(posixFileSystem(), {}, path, options, context); });
}

Result<RepairResult> repairStore(const std::filesystem::path& path, const RepairOptions& options, const OperationContext& context)
{
    return withMemoryErrors([&] { return repairStoreOn(posixFileSystem(), {}, path, options, context); });
}

}  // namespace zrecord
