#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <zrecord/codec.h>
#include <zrecord/dtype.h>
#include <zrecord/operation_context.h>
#include <zrecord/result.h>
#include <zrecord/shape.h>

#include "workbench/fetch/record_block.h"

namespace zrecord::workbench {

/// What a reader must know about a stream without reading a record.
struct StreamLayout {
    StoreKind kind = StoreKind::Dense;
    DType dtype;
    Shape itemShape;                ///< dense only
    std::uint64_t recordBytes = 0;  ///< dense only
};

struct ReadRequest {
    std::size_t stream = 0;
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    std::uint64_t generation = 0;                ///< the records meant are those of this generation
    std::uint64_t recordLimit = UINT64_MAX;      ///< larger records come with their shape but without bytes
};

/// The reading side of an open document, shared by all workers. Everything here is thread-safe.
class RecordSource {
public:
    virtual ~RecordSource() = default;
    /// Goes up with every change after which an index may mean another record.
    [[nodiscard]] virtual std::uint64_t generation() const = 0;
    [[nodiscard]] virtual std::uint64_t recordCount() const = 0;
    [[nodiscard]] virtual std::size_t streamCount() const = 0;
    [[nodiscard]] virtual StreamLayout layout(std::size_t stream) const = 0;
    /// Closed: the document was closed or its records are no longer those of request.generation.
    [[nodiscard]] virtual Result<RecordBlock> read(const ReadRequest& request, const OperationContext& context) const = 0;
};

/// Reads as a whole and, when that fails, record by record, so that one bad record fails alone. Cancelled and Closed
/// are passed on.
[[nodiscard]] Result<RecordBlock> readIsolating(const RecordSource& source, const ReadRequest& request,
                                                const OperationContext& context);

}  // namespace zrecord::workbench
