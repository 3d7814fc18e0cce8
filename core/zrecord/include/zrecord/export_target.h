#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/record_selection.h"
#include "zrecord/result.h"
#include "zrecord/store_stats.h"

namespace zrecord {

class Store;

enum class ExportFormat : std::uint8_t {
    /// One array (records, …item shape). Dense stores only.
    Npy,
    /// Dense: one array "records". Ragged: four arrays; record i is
    /// values[offsets[i]:offsets[i+1]].reshape(shapes[shape_offsets[i]:shape_offsets[i+1]]).
    Npz,
    /// The bytes of the records one after the other, without any header; the shapes of ragged records are not kept.
    Raw
};

ZRECORD_EXPORT std::string_view exportFormatName(ExportFormat format);  ///< "npy", "npz", "raw"
ZRECORD_EXPORT Result<ExportFormat> parseExportFormat(std::string_view name);

struct ExportOptions {
    ExportFormat format = ExportFormat::Npy;
    /// Which records, in this order, repeats allowed; all of them without. Must lie inside the store.
    std::optional<std::vector<IndexRange>> selection;
    bool compress = false;   ///< Npz: deflate the members
    bool overwrite = false;  ///< replace a file that is there
};

struct ExportReport {
    std::uint64_t records = 0;
    std::uint64_t fileBytes = 0;
};

/// Writes records to a file, in windows of bounded memory. The file is written under another name beside `target`, synced and
/// renamed: an error or a cancel leaves `target` as it was. InvalidArgument for a target inside the store's folder,
/// AlreadyExists, Unsupported (npy of a ragged store), OutOfRange, CorruptRecord, OutOfSpace, IoError.
ZRECORD_EXPORT Result<ExportReport> exportRecords(const Store& store, const std::filesystem::path& target, const ExportOptions& options,
                                                  const OperationContext& context = {});

/// Writes which record is where after a delete: old and new index of every record that was removed (new index −1) or moved, in
/// the order of the old one; all others keep theirs. A target ending in .npy becomes an int64 array (rows, 2), any other one text:
/// "old,new" and a line for each, the new index of a removed record left empty. Appears as a whole or not at all.
/// InvalidArgument for a target inside a store's folder, AlreadyExists, OutOfSpace, IoError.
ZRECORD_EXPORT Status exportIndexTable(std::span<const std::uint64_t> removed, std::span<const RecordMove> moves, const std::filesystem::path& target,
                                       bool overwrite = false);

}  // namespace zrecord
