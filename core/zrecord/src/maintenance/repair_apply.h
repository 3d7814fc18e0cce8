#pragma once

#include <filesystem>

#include "maintenance/repair_analysis.h"

namespace zrecord {

/// Carries out what describeRepair() says, but for the records that are removed, which is a step of its own. Returns the folder
/// of the backup, which holds what removeCut() changes as well. The analysis holds the exclusive lock.
Result<std::filesystem::path> applyRepair(FileSystem& fileSystem, const StoreLimits& limits, RepairAnalysis& analysis, const RepairCut& cut);

/// Through the engine's own delete, with its fence and journal.
Status removeCut(FileSystem& fileSystem, const StoreLimits& limits, const RepairAnalysis& analysis, const RepairCut& cut, const OperationContext& context);

}  // namespace zrecord
