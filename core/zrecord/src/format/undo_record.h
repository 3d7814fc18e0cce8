#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "format/location_entry.h"
#include "format/meta_header.h"

namespace zrecord {

inline constexpr std::size_t kUndoHeaderBytes = 256;

/// What is known of a delete that can be undone without reading the whole of its file.
struct UndoSummary {
    bool raggedPairs = false;
    JournalId id{};
    MetaHeader before;
    MetaHeader after;
    std::uint64_t storeChecksum = 0;  ///< XXH3-64 of store.zr
    std::uint64_t records = 0;        ///< removed, logical
    std::int64_t when = 0;            ///< seconds since 1970
    std::uint64_t guard = 0;          ///< XXH3-64 of the entries that moved, in the order of their places
    friend bool operator==(const UndoSummary&, const UndoSummary&) = default;
};

/// Tells whether the bytes of a removed record are still there.
struct UndoSample {
    std::uint64_t target = 0;    ///< position in the list of removed records
    std::uint64_t checksum = 0;  ///< XXH3-64 of the beginning of its stored payload
    friend bool operator==(const UndoSample&, const UndoSample&) = default;
};

/// All that is needed to take a delete back. Layout in docs/format/side_folder_format.md.
struct UndoRecord {
    UndoSummary summary;
    std::vector<std::uint64_t> targets;  ///< ascending
    std::vector<LocationEntry> entries;  ///< of the targets, one or two (ragged) for each
    std::vector<UndoSample> samples;
    friend bool operator==(const UndoRecord&, const UndoRecord&) = default;
};

std::vector<std::byte> encodeUndoRecord(const UndoRecord& record);
/// From the first kUndoHeaderBytes bytes; BadFormat.
Result<UndoSummary> decodeUndoSummary(std::span<const std::byte> bytes);
/// BadFormat unless every byte is as encodeUndoRecord() wrote it.
Result<UndoRecord> decodeUndoRecord(std::span<const std::byte> bytes);

}  // namespace zrecord
