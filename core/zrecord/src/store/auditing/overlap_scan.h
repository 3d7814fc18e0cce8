#pragma once

#include <cstdint>

#include "format/meta_header.h"
#include "store/issue_list.h"
#include "store/store_core.h"
#include "zrecord/operation_context.h"

namespace zrecord {

/// Reports every record that shares bytes with another one. Records in exactly the same bytes are what a delete leaves that was
/// cut off while it moved the last records into holes: the lower one is reported ("duplicate"), the highest is the one that was
/// moved. Where the two stored parts of a ragged record come from different records it is "mispaired"; any other sharing is an
/// "overlap", reported for the later place. Entries that cannot be followed are left out.
///
/// Memory: `memoryBytes`, whatever the length. The table is read once to count the entries in each part of the chunks, and once
/// for each run of neighbouring parts whose entries fit.
Status findSharedBytes(const StoreCore& core, const MetaHeader& header, std::uint64_t memoryBytes, const OperationContext& context,
                       IssueList& issues);

}  // namespace zrecord
