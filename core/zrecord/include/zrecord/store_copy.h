#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/import_source.h"
#include "zrecord/operation_context.h"
#include "zrecord/record_selection.h"
#include "zrecord/result.h"
#include "zrecord/store.h"

namespace zrecord {

struct CopyOptions {
    Codec codec = Codec::Zstd;
    std::vector<std::byte> dictionary;  ///< with ZstdDict only
    CreateOptions create;
    /// Which records, in this order, repeats allowed; all of them without. Must lie inside the store.
    std::optional<std::vector<IndexRange>> selection;
    std::uint64_t windowBytes = kTransferBytes;  ///< memory for records in flight
};

struct CopyReport {
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;  ///< of records, as they are in memory
};

/// Copies records of an open store into a new store of the same kind, dtype and shape, with a codec and a dictionary of its
/// own (this is also how a store is recoded). The copy is compact. Built in a hidden folder beside `path`, synced and renamed
/// into place: an error or a cancel leaves nothing. InvalidArgument for a path at or inside the source, AlreadyExists,
/// OutOfRange, CorruptRecord, DictionaryError, OutOfSpace, IoError.
ZRECORD_EXPORT Result<CopyReport> copyStore(const Store& source, const std::filesystem::path& path, const CopyOptions& options = {},
                                            const OperationContext& context = {});

}  // namespace zrecord
