#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "format/location_entry.h"
#include "format/meta_header.h"
#include "store/record_fetcher.h"
#include "store/store_core.h"

namespace zrecord {

/// How a block was read as memory. All but Done leave the block to be read by calls, which then find out what is wrong:
/// there is one place that judges and words errors.
enum class MappedOutcome : std::uint8_t {
    Done,
    Refused,  ///< no map, an entry or a frame that is not sound, or a file that is too short
    Faulted   ///< the system could not deliver mapped bytes
};

/// Reads blocks of records from mapped files: no system call, no lock and no allocation per record. Every entry is checked
/// against the header and against the part of its chunk that is mapped, each time it is used. The caller holds the gate
/// shared. One thread at a time; cheap to make.
class MappedReader {
public:
    MappedReader(const StoreCore& core, const MetaHeader& header) : m_core(core), m_header(header) {}

    /// Worth trying: the files may be mapped and this thread can take their faults.
    [[nodiscard]] bool usable() const noexcept;
    /// The checked entries of logical records, perRecord() of them each, in request order. The indices are below the
    /// header's length.
    MappedOutcome entries(std::span<const std::uint64_t> indices, std::span<LocationEntry> out) const;
    /// Copies or decodes the items, whose entries were checked, and sets their `from`. `streaming`: raw records go past the
    /// caches.
    MappedOutcome fetch(std::span<FetchItem> items, bool streaming) const;

private:
    [[nodiscard]] bool locate(std::span<FetchItem> items) const;

    const StoreCore& m_core;
    const MetaHeader& m_header;
};

}  // namespace zrecord
