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

struct SalvageOptions {
    std::optional<StoreDescription> description;  ///< as RepairOptions::description
    std::uint64_t maxIssues = 1'000'000;          ///< reasons that are kept; records beyond them are lost without one
};

struct SalvagedStream {
    std::string name;  ///< empty for a single store
    std::uint64_t records = 0;       ///< as the header counts
    std::uint64_t withoutEntry = 0;  ///< of these, the last ones, for which the record table has no entry any more
    std::vector<StoreFinding> issues;  ///< why records are lost, and what is wrong with the files
    std::uint64_t issueCount = 0;    ///< may exceed issues.size()
};

struct SalvageReport {
    std::vector<SalvagedStream> streams;
    std::uint64_t saved = 0;
    /// Records of the source that the new store lacks, ascending: their bytes cannot be read in at least one stream, or are those
    /// of another record. Those without an entry in any stream are only counted.
    std::vector<std::uint64_t> lost;
};

/// Copies every readable record of a store, or of an aligned set, into a new one at `target`, in order, and leaves the source as
/// it is. It reads what no other call opens: a table that is cut short, missing chunks, a fence without a journal. Of a set a record is
/// saved when every stream still has it. Codec and dictionary stay. NotFound, Busy, AlreadyExists; BadFormat or DictionaryError when
/// header, description or dictionary are lost; WrongKind for a set whose headers count differently, as a delete leaves it that was
/// cut off between two streams: it cannot be known which records belong together.
ZRECORD_EXPORT Result<SalvageReport> salvage(const std::filesystem::path& source, const std::filesystem::path& target, const SalvageOptions& options = {},
                                             const OperationContext& context = {});

}  // namespace zrecord
