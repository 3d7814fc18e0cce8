#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/record_selection.h"
#include "zrecord/result.h"

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

}  // namespace zrecord
