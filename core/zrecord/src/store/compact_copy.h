#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "format/journal.h"
#include "store/output_files.h"
#include "store/placement_list.h"
#include "store/store_core.h"
#include "zrecord/operation_context.h"

namespace zrecord {

struct NewFiles {
    MetaHeader header;
    std::vector<JournalFile> files;
};

/// Copies all placements (in order, not overlapping, every entry checked) of a store into new chunk and loc files of
/// `output` and compares what arrived with what was read. Returns the header for the new files and their checksums; with
/// Durability::Power they are on the device.
Result<NewFiles> copyLiveRecords(const StoreCore& core, const MetaHeader& header, std::span<const Placement> placements,
                                   OutputFiles& output, const OperationContext& context);

}  // namespace zrecord
