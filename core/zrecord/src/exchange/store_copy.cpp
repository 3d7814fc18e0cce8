#include "zrecord/store_copy.h"

#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include "base/memory_guard.h"
#include "concurrency/progress_reporter.h"
#include "exchange/new_store.h"
#include "exchange/output_file.h"
#include "exchange/store_windows.h"

namespace zrecord {
namespace {

Status appendWindow(Store& store, const StoreWindow& window, const OperationContext& context)
{
    if (store.summary().kind == StoreKind::Dense)
        return store.append(std::span<const std::byte>(window.bytes), context).status();
    std::vector<RaggedRecord> records(window.indices.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        const auto begin = static_cast<std::size_t>(window.layout.offsets[i]);
        const auto end = static_cast<std::size_t>(window.layout.offsets[i + 1]);
        records[i] = {std::span<const std::byte>(window.bytes).subspan(begin, end - begin), window.layout.shape(i)};
    }
    return store.append(std::span<const RaggedRecord>(records), context).status();
}

/// The name of the element type whose bytes the records are, where the description has no place for it
/// (docs/format/side_folder_format.md): without it a copy would be raw data.
Status carryElementName(const std::filesystem::path& from, const std::filesystem::path& to)
{
    constexpr char kSideFolder[] = ".zrx";
    constexpr char kNote[] = "dtype";
    constexpr std::uintmax_t kLargest = 4096;
    std::error_code error;
    const std::filesystem::path note = from / kSideFolder / kNote;
    if (!std::filesystem::is_directory(std::filesystem::symlink_status(from / kSideFolder, error)) ||
        !std::filesystem::is_regular_file(std::filesystem::symlink_status(note, error)))
        return {};
    if (std::filesystem::file_size(note, error) > kLargest || error)
        return Status(ErrorCode::BadFormat, "the name of the element type is damaged").withStore(from.string()).withFile(note.string()).withRemedy("Remove the file: the records are raw data then.");
    std::ifstream in(note, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (in.bad() || !in.is_open())
        return Status(ErrorCode::IoError, "the name of the element type cannot be read").withStore(from.string()).withFile(note.string());
    std::filesystem::create_directory(to / kSideFolder, error);
    if (error)
        return Status::fromErrno(error.value(), "a folder of the new store cannot be made", true).withFile(kSideFolder);
    ZR_ASSIGN_OR_RETURN(OutputFile out, OutputFile::create(to / kSideFolder / kNote, false));
    ZR_RETURN_IF_ERROR(out.write(std::as_bytes(std::span(text))));
    ZR_RETURN_IF_ERROR(out.commit());
    return syncParent(to / kSideFolder);
}

}  // namespace

Result<CopyReport> copyStore(const Store& source, const std::filesystem::path& path, const CopyOptions& options,
                             const OperationContext& context)
{
    return withMemoryErrors([&]() -> Result<CopyReport> {
        ZR_ASSIGN_OR_RETURN(StoreWindows windows, StoreWindows::make(source, options.selection, options.windowBytes));
        const StoreSummary summary = source.summary();
        if (liesInside(path, summary.path))
            return Status(ErrorCode::InvalidArgument, "the copy would lie in the folder of the store itself")
                .withStore(summary.path.string())
                .withRemedy("Choose a path outside the store.");
        ZR_RETURN_IF_ERROR(checkStop(context));
        const StoreDescription description{summary.kind, summary.dtype, summary.itemShape, options.codec, options.dictionary};
        ZR_ASSIGN_OR_RETURN(NewStore created, NewStore::create(path, description, options.create));
        ProgressReporter progress(context, "copying records", windows.total());
        const OperationContext quiet{context.stop, {}, context.executor};
        CopyReport report;
        StoreWindow window;
        while (true) {
            ZR_RETURN_IF_ERROR(progress.checkStop());
            ZR_RETURN_IF_ERROR(windows.next(window, quiet));
            if (window.indices.empty())
                break;
            if (Status status = appendWindow(created.store(), window, quiet); !status.ok())
                return created.named(std::move(status));
            report.records += window.indices.size();
            report.bytes += window.bytes.size();
            ZR_RETURN_IF_ERROR(progress.advance(window.indices.size()));
        }
        if (Status status = carryElementName(summary.path, created.store().summary().path); !status.ok())
            return created.named(std::move(status));
        ZR_RETURN_IF_ERROR(created.commit());
        progress.finish();
        return report;
    });
}

}  // namespace zrecord
