#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/result.h"
#include "zrecord/store.h"
#include "zrecord/store_options.h"

namespace zrecord {

enum class ImportFormat : std::uint8_t {
    Auto,  ///< by the first bytes, then by the ending of the name
    Npy,   ///< one array; its first axis counts the records, a 0-d array is one scalar record
    Npz,   ///< a zip of arrays, see ImportOptions::member
    Idx,   ///< the MNIST family: images, labels
    Text,  ///< every line is one ragged uint8 record: its UTF-8 bytes without the line end (LF or CR LF)
    Raw    ///< records one after the other; dtype and itemShape must be given
};

ZRECORD_EXPORT std::string_view importFormatName(ImportFormat format);  ///< "auto", "npy", "npz", "idx", "text", "raw"
ZRECORD_EXPORT Result<ImportFormat> parseImportFormat(std::string_view name);

/// Bounds for archives that nobody vouches for; passing one is an error that names it.
struct ImportLimits {
    std::uint32_t members = 100'000;
    std::uint32_t ratio = 200;                       ///< unpacked : packed, of members above 1 MiB and of gzip files above 16 MiB
    std::uint64_t memberBytes = UINT64_C(1) << 42;   ///< unpacked size of one member
    std::uint64_t memoryBytes = UINT64_C(1) << 30;   ///< a Fortran-ordered array that cannot be read in place is loaded whole
};

struct ImportOptions {
    ImportFormat format = ImportFormat::Auto;
    /// Npz: the array to read ("x" or "x.npy"). Empty: the only array, or what exportRecords() wrote of a ragged store.
    std::string member;
    /// Npz: every member is one ragged record, in the order of the archive; all have one dtype.
    bool membersAreRecords = false;
    /// Raw only: what a record is.
    std::optional<DType> dtype;
    Shape itemShape;
    /// Text: leave empty lines out. Otherwise one is an error, because a record has at least one byte.
    bool skipEmptyLines = false;
    ImportLimits limits;
};

/// What a source holds; known as soon as it is open.
struct ImportDescription {
    ImportFormat format = ImportFormat::Raw;  ///< never Auto
    StoreKind kind = StoreKind::Dense;
    DType dtype;
    Shape itemShape;                          ///< dense only
    std::optional<std::uint64_t> records;     ///< when it is known before all is read
};

/// Some records. The memory is reused from batch to batch.
struct ImportBatch {
    std::uint64_t records = 0;     ///< 0 = the source has ended
    std::vector<std::byte> bytes;  ///< records one after the other, C order
    RaggedLayout layout;           ///< ragged only: where each record lies in `bytes`, and its shape
};

/// Records that come from a file, a batch at a time, in bounded memory. The file is opened once; a plain or a gzip file
/// alike (all formats but npz). One thread at a time.
class ZRECORD_EXPORT ImportSource {
public:
    virtual ~ImportSource() = default;
    [[nodiscard]] virtual const ImportDescription& description() const = 0;
    /// The next records, at most `maxBytes` of them together, but at least one. Sizes and checksums are verified by the
    /// time the last batch is handed out: BadFormat names file and offset. After an error the source is of no more use.
    virtual Status next(ImportBatch& batch, std::uint64_t maxBytes) = 0;
    /// Releases the file; later calls of next() answer ErrorCode::Closed.
    virtual void close() = 0;
};

/// Opens a file and reads its header. NotFound, BadFormat, Unsupported, InvalidArgument, RecordTooLarge (also for records of
/// zero bytes), IoError.
ZRECORD_EXPORT Result<std::unique_ptr<ImportSource>> openImportSource(const std::filesystem::path& file,
                                                                      const ImportOptions& options = {});

inline constexpr std::uint64_t kTransferBytes = UINT64_C(32) << 20;  ///< memory for records in flight

struct ImportReport {
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;  ///< of records, as they are in memory
};

/// Appends all records. Nothing is converted silently: dtype and shape must be the store's, with one exception: values in the
/// other byte order are swapped into the store's. A dense source may fill a ragged store, not the reverse. WrongKind
/// before anything is written. Each batch is appended whole or not at all; after an error or a cancel `report` says how many
/// records have been added and stay. Durable after store.sync().
ZRECORD_EXPORT Status importInto(ImportSource& source, Store& store, ImportReport& report, const OperationContext& context = {},
                                 std::uint64_t batchBytes = kTransferBytes);

/// How a new store differs from what the source suggests.
struct NewStoreOptions {
    Codec codec = Codec::Zstd;
    std::vector<std::byte> dictionary;  ///< with ZstdDict only
    CreateOptions create;
    std::optional<StoreKind> kind;      ///< Ragged for a dense source; the reverse is refused
    std::optional<DType> dtype;         ///< the source's in another byte order
    std::optional<Shape> itemShape;     ///< the same number of elements
    std::uint64_t batchBytes = kTransferBytes;
};

/// Builds the store in a hidden folder beside `path`, syncs it and renames it into place: an error or a cancel leaves nothing.
/// Missing parents are made. AlreadyExists when something other than an empty folder is at `path`.
ZRECORD_EXPORT Result<ImportReport> importAsNewStore(ImportSource& source, const std::filesystem::path& path,
                                                     const NewStoreOptions& options = {}, const OperationContext& context = {});

}  // namespace zrecord
