#pragma once

#include <vector>

#include <QString>

#include <zrecord/store_stats.h>

#include "workbench/document/stream_set.h"
#include "workbench/selection/go_to.h"

namespace zrecord::workbench {

class Job;
struct StreamInfo;
struct MarkReason;

/// "1 record is marked for deletion", "3 records are marked for deletion"
[[nodiscard]] QString markedText(std::uint64_t records);
/// "40 records appended.", "Nothing was appended."
[[nodiscard]] QString appendedText(std::uint64_t records);
/// "12 records removed, 12 moved; 3.1 MB are dead until you compact."
[[nodiscard]] QString appliedText(const AppliedChanges& changes);
/// "12 records are back, 12 moved to where they were."
[[nodiscard]] QString restoredText(const RestoredRecords& restored);
/// "Compacted: 1.3 GB given back, 4.1 GB before, 2.8 GB after."
[[nodiscard]] QString compactedText(const CompactedStreams& result);
/// "60 000 records checked, no fault found." or the number of findings and the first one.
[[nodiscard]] QString verifiedText(const std::vector<StreamVerification>& reports);
[[nodiscard]] QString statisticsText(const std::vector<StoreStats>& stats);
/// "Streams have different lengths: …"
[[nodiscard]] QString alignmentText(const AlignmentFault& fault);
/// "uint8 (28, 28) · zstd"
[[nodiscard]] QString streamText(const StreamInfo& stream);
[[nodiscard]] QString codecText(Codec codec);
[[nodiscard]] QString goToErrorText(GoToError error, const QString& input, std::uint64_t recordCount);
[[nodiscard]] QString markReasonText(const MarkReason& reason);
/// "38 %, 1 200 000 records/s, 0:31 left", or the state of a job that does not run.
[[nodiscard]] QString jobProgressText(const Job& job);

}  // namespace zrecord::workbench
