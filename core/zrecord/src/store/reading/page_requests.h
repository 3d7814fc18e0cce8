#pragma once

#include <cstdint>
#include <span>

#include "format/location_entry.h"
#include "format/meta_header.h"
#include "store/store_core.h"
#include "zrecord/read_ahead.h"

namespace zrecord {

/// Asks for the pages of records before they are read. The caller holds the gate shared. Made per call.
class PageRequests {
public:
    PageRequests(const StoreCore& core, const MetaHeader& header) : m_core(core), m_header(header) {}
    /// Bytes that were asked for.
    std::uint64_t ask(std::span<const std::uint64_t> indices, ReadAheadCheck check) const;

private:
    struct Range {
        const std::byte* begin;
        const std::byte* end;
    };
    /// Where the records' bytes lie, perRecord() ranges each; false when that cannot be said without reading them.
    bool locate(std::span<const std::uint64_t> indices, std::span<LocationEntry> entries, std::span<Range> ranges) const;
    [[nodiscard]] bool areResident(std::span<const std::uint64_t> indices) const;

    const StoreCore& m_core;
    const MetaHeader& m_header;
};

}  // namespace zrecord
