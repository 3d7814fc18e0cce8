#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "loading/batch_slot.h"
#include "loading/joined_stream.h"
#include "zrecord/loader_options.h"
#include "zrecord/operation_context.h"
#include "zrecord/read_ahead.h"

namespace zrecord {

/// Fills slots with the records of all streams. Thread-safe; borrows the streams.
class BatchReader {
public:
    /// `length` is what every stream had when the loader was made.
    BatchReader(std::span<const LoaderStream> streams, std::uint64_t length, OnCorrupt onCorrupt);

    /// Reads slot.indices of every stream; goes round damaged records as the policy says (then indices and issues change).
    Status read(BatchSlot& slot, const OperationContext& context) const;
    /// Asks for the records of all streams before they are read; the bytes asked for.
    std::uint64_t readAhead(std::span<const std::uint64_t> indices, JoinScratch& scratch, ReadAheadCheck check) const;

private:
    struct Fault {
        std::size_t stream;
        Status status;
    };
    Status readAll(BatchSlot& slot, const OperationContext& context) const;
    Status readStream(std::size_t number, BatchSlot& slot, const OperationContext& context) const;
    Status mend(BatchSlot& slot, const OperationContext& context) const;
    /// Why a record cannot be had, if it cannot; other errors than damage end the search.
    Result<std::optional<Fault>> faultOf(std::uint64_t record, const OperationContext& context) const;
    Result<std::uint64_t> replacementFor(std::uint64_t record, const OperationContext& context) const;
    [[nodiscard]] Status checkLengths() const;

    std::span<const LoaderStream> m_streams;
    std::vector<JoinedStream> m_joined;
    std::uint64_t m_length;
    OnCorrupt m_onCorrupt;
};

}  // namespace zrecord
