#pragma once

#include <cstdint>
#include <span>

#include "zrecord/export.h"

namespace zrecord {

class Store;

/// Whether records are looked at before they are asked for.
enum class ReadAheadCheck : std::uint8_t {
    Sample,  ///< up to sixteen of them, evenly spread: when all are in memory, nothing is asked for
    None     ///< ask in any case
};

/// Asks the system to bring the stored bytes of these records into memory, and does not wait for them; returns how many bytes
/// were asked for. For records that are gathered soon: many requests at once keep a device busy, where a gather waits for one
/// after the other. A hint that never fails: 0 where files are not mapped (ReadMode::Call, network file systems), for indices
/// outside the store and for damaged entries, which the gather reports. Thread-safe.
ZRECORD_EXPORT std::uint64_t readAhead(const Store& store, std::span<const std::uint64_t> indices,
                                       ReadAheadCheck check = ReadAheadCheck::Sample);

}  // namespace zrecord
