#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "maintenance/store_survey.h"
#include "store/store_opener.h"
#include "zrecord/maintenance/store_repair.h"

namespace zrecord {

/// What is wrong with one store and could be mended. The lock is held as long as this lives.
struct RepairAnalysis {
    LockedMeta meta;
    StoreSurvey survey;
    bool newDescription = false;             ///< survey.description came from the caller or from a copy
    std::filesystem::path descriptionCopy;   ///< that copy
    std::vector<std::uint64_t> missingChunks;
    bool extendTail = false;
    std::uint64_t issueCount = 0;
    bool checked = false;                    ///< the records were looked at; only then hold the fields below
    std::uint64_t listed = 0;                ///< logical records with an entry in the table: a damaged header may count far more
    std::uint64_t readable = 0;              ///< logical records up to and with the last good one
    std::vector<std::uint64_t> damaged;      ///< below `readable`, ascending
    std::vector<std::uint64_t> doubled;      ///< second copies, below `readable`, ascending
    std::vector<StoreFinding> issues;          ///< of the records; the first of them
    Status blocked;

    [[nodiscard]] std::uint64_t recordsBefore() const { return survey.header ? survey.header->length / survey.perRecord() : 0; }
    [[nodiscard]] bool finishes() const { return survey.recovery.action != RecoveryAction::None; }
    [[nodiscard]] bool liftsFence() const { return survey.fenced && !finishes(); }
};

Result<RepairAnalysis> analyseForRepair(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path,
                                        const RepairOptions& options, Access access, const OperationContext& context,
                                        std::uint64_t keptIssues = 10'000);

/// What is taken out of one store.
struct RepairCut {
    std::uint64_t records = 0;           ///< the new length
    std::vector<std::uint64_t> damaged;  ///< removed below it, ascending
    std::vector<std::uint64_t> doubled;  ///< removed below it, ascending, none of them in `damaged`
};

/// What the analysis alone suggests.
RepairCut suggestedCut(const RepairAnalysis& analysis, const RepairOptions& options);

/// The steps for people.
RepairPlan describeRepair(const RepairAnalysis& analysis, const RepairCut& cut);

}  // namespace zrecord
