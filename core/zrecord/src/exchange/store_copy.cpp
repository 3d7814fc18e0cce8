#include "zrecord/store_copy.h"

#include "concurrency/progress_reporter.h"
#include "exchange/new_store.h"
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

}  // namespace

Result<CopyReport> copyStore(const Store& source, const std::filesystem::path& path, const CopyOptions& options,
                             const OperationContext& context)
{
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
    ZR_RETURN_IF_ERROR(created.commit());
    progress.finish();
    return report;
}

}  // namespace zrecord
