#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/result.h"

namespace zrecord {

/// A file in the folder of a store that the store does not use.
struct Leftover {
    std::string file;         ///< below the store's folder: "7.chunk", ".zrx/tmp-…/0.loc"
    std::uint64_t bytes = 0;
    std::string why;          ///< one sentence
    bool removable = false;
};

struct CleanOptions {
    bool apply = false;
    /// Also chunks and loc files that only entries behind the end of the table mention: what an append leaves that was cut off, but
    /// also what a damaged header hides.
    bool abandoned = false;
};

struct CleanReport {
    std::vector<Leftover> files;     ///< in the order in which they are removed
    std::uint64_t bytes = 0;         ///< of those that can be removed, or were
    std::uint64_t removed = 0;       ///< files
};

/// Finds chunk and loc files behind the end of the store, and what unfinished changes left in its side folder. Nothing is taken on
/// the header's word alone: the whole record table is read first, and a file that an entry refers to is never removable. With
/// options.apply the removable ones are deleted, highest number first. Saved copies of repairs and files of others are left alone.
/// NotFound, Busy; CorruptRecord when an entry refers behind the last chunk; RecoveryNeeded while a change is unfinished.
ZRECORD_EXPORT Result<CleanReport> cleanStore(const std::filesystem::path& path, const CleanOptions& options = {}, const OperationContext& context = {});

}  // namespace zrecord
