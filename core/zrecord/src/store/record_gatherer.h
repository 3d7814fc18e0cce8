#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "format/location_entry.h"
#include "store/record_fetcher.h"
#include "store/store_core.h"
#include "zrecord/operation_context.h"
#include "zrecord/store.h"

namespace zrecord {

/// OutOfRange naming the first index that is not below `records`.
Status checkIndices(std::span<const std::uint64_t> indices, std::uint64_t records);

/// Reads records of one store. The caller holds the gate shared; everything sees the same header. Made per call.
class RecordGatherer {
public:
    explicit RecordGatherer(const StoreCore& core) : m_core(core), m_header(core.header()) {}

    Status gatherDense(std::span<const std::uint64_t> indices, std::span<std::byte> destination, const OperationContext& context) const;
    Result<RaggedLayout> layout(std::span<const std::uint64_t> indices, const OperationContext& context) const;
    Status gatherRagged(std::span<const std::uint64_t> indices, const RaggedLayout& layout, std::span<std::byte> destination,
                        const OperationContext& context) const;
    Result<RecordLocation> locate(std::uint64_t index) const;
    Result<std::vector<std::byte>> storedBytes(std::uint64_t index) const;

private:
    /// Entries of the records, perRecord() each, checked for what the header and the kind of store allow.
    Status readEntries(std::span<const std::uint64_t> indices, std::span<LocationEntry> entries) const;
    Status readEntriesByCalls(std::span<const std::uint64_t> indices, std::span<LocationEntry> entries) const;
    /// One item for each index, from memory or by calls. A raw result may go past the caches (`streaming`).
    Status fetch(std::span<const std::uint64_t> indices, std::span<FetchItem> items, bool streaming) const;
    Status fetchShapes(std::span<const std::uint64_t> indices, std::span<const LocationEntry> entries, RaggedLayout& layout,
                       std::size_t firstRecord) const;
    [[nodiscard]] std::uint64_t recordsPerBlock(std::uint64_t bytesPerRecord) const noexcept;

    const StoreCore& m_core;
    const MetaHeader m_header;
};

}  // namespace zrecord
