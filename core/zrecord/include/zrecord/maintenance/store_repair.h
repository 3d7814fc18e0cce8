#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/maintenance/check_report.h"
#include "zrecord/operation_context.h"
#include "zrecord/result.h"
#include "zrecord/store_options.h"

namespace zrecord {

/// One thing that a repair does to a store.
struct RepairStep {
    /// Stable, machine readable, in the order in which they are done: finish_change, rebuild_description, set_aside_dictionary,
    /// create_chunk, extend_chunk, lift_fence, lower_length, remove_damaged, remove_doubled.
    std::string action;
    std::string text;                    ///< one sentence
    std::string file;                    ///< that is changed; empty when it is several
    std::vector<std::uint64_t> records;  ///< logical indices that are taken out: lower_length (those with an entry), remove_damaged, remove_doubled
};

struct RepairOptions {
    /// What the store holds, where store.zr is lost and no copy of it is found beside the store. Codec and dictionary are
    /// taken from the store itself.
    std::optional<StoreDescription> description;
    /// Takes out records whose bytes are lost even where others stand behind them; the last ones move into their places.
    bool removeDamaged = false;
};

struct RepairPlan {
    std::vector<RepairStep> steps;      ///< none: nothing to repair
    std::vector<StoreFinding> remaining;  ///< what stays damaged after the steps
    std::uint64_t remainingCount = 0;   ///< may exceed remaining.size()
    Status blocked;                     ///< why the store cannot be opened even after the steps; the remedy says what is missing
    std::uint64_t recordsBefore = 0;    ///< logical, as the header counts
    std::uint64_t recordsAfter = 0;
    [[nodiscard]] bool nothingToDo() const noexcept { return steps.empty() && blocked.ok() && remainingCount == 0; }
};

/// What repairStore() would do; reads the whole store and changes nothing. NotFound, Busy, IoError.
ZRECORD_EXPORT Result<RepairPlan> planRepair(const std::filesystem::path& path, const RepairOptions& options = {}, const OperationContext& context = {});

struct RepairResult {
    RepairPlan plan;               ///< as it was carried out
    std::filesystem::path backup;  ///< what was changed, as it was before; empty when nothing was
};

/// Carries the plan out. First everything that is changed is copied into .zrx/salvage/<time> and is on the device: meta.zr,
/// store.zr, dict.zr, the journal, and the entries that are cut off. A crash leaves the old state or a later one, from which a
/// repair goes on. With plan.blocked nothing is done and that is the failure. The result can be opened by loaderx as well,
/// unless records in the middle remain damaged.
ZRECORD_EXPORT Result<RepairResult> repairStore(const std::filesystem::path& path, const RepairOptions& options = {}, const OperationContext& context = {});

/// A set is repaired stream by stream, except that records which one of them holds twice, or has lost, go from all of them.
struct SetRepair {
    struct Stream {
        std::string name;
        RepairPlan plan;
        std::filesystem::path backup;
    };
    std::vector<Stream> streams;
    std::vector<std::uint64_t> records;  ///< taken out of every stream
    Status blocked;                      ///< streams of unequal lengths: which records belong together is not known
};
ZRECORD_EXPORT Result<SetRepair> planSetRepair(const std::filesystem::path& folder, const RepairOptions& options = {}, const OperationContext& context = {});
ZRECORD_EXPORT Result<SetRepair> repairSet(const std::filesystem::path& folder, const RepairOptions& options = {}, const OperationContext& context = {});

}  // namespace zrecord
