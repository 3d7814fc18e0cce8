#pragma once

#include <zrecord/operation_context.h>
#include <zrecord/result.h>

#include "workbench/fetch/record_source.h"

namespace zrecord {
class Store;
}

namespace zrecord::workbench {

/// Reads [request.first, + request.count) of one open store into shared memory. Any thread; nothing is locked here.
[[nodiscard]] Result<RecordBlock> readDenseBlock(const Store& store, const StreamLayout& layout,
                                                 const ReadRequest& request, const OperationContext& context);
[[nodiscard]] Result<RecordBlock> readRaggedBlock(const Store& store, const StreamLayout& layout,
                                                  const ReadRequest& request, const OperationContext& context);

}  // namespace zrecord::workbench
