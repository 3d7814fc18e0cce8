#include <algorithm>
#include <string>
#include <vector>

#include "base/memory_guard.h"
#include "concurrency/progress_reporter.h"
#include "exchange/byte_order.h"
#include "exchange/new_store.h"
#include "zrecord/import_source.h"

namespace zrecord {
namespace {

Status otherType(const DType& source, const DType& target)
{
    return Status(ErrorCode::WrongKind, "the source holds " + source.displayName() + " (" + source.descr() + "), the store " +
                                            target.displayName() + " (" + target.descr() + ")")
        .withRemedy("Convert the source first; nothing but the byte order is converted on import.");
}

/// What the records must be, apart from the shape.
Status checkKinds(const ImportDescription& source, StoreKind kind, const DType& dtype)
{
    if (!sameButByteOrder(source.dtype, dtype))
        return otherType(source.dtype, dtype);
    if (source.kind == StoreKind::Ragged && kind == StoreKind::Dense)
        return Status(ErrorCode::WrongKind, "the records of the source each have their own shape, a dense store has one for all")
            .withRemedy("Import into a ragged store.");
    return Status::success();
}

/// Appends one batch; `itemShape` is that of the records when the source is dense and the store ragged.
Status appendBatch(Store& store, const ImportBatch& batch, bool denseSource, const Shape& itemShape, const OperationContext& context)
{
    if (store.summary().kind == StoreKind::Dense)
        return store.append(std::span<const std::byte>(batch.bytes), context).status();
    std::vector<RaggedRecord> records(static_cast<std::size_t>(batch.records));
    const std::size_t width = batch.bytes.size() / records.size();
    const std::span<const std::byte> bytes(batch.bytes);
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (denseSource) {
            records[i] = {bytes.subspan(i * width, width), itemShape};
        } else {
            const std::uint64_t begin = batch.layout.offsets[i];
            records[i] = {bytes.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(batch.layout.offsets[i + 1] - begin)),
                          batch.layout.shape(i)};
        }
    }
    return store.append(std::span<const RaggedRecord>(records), context).status();
}

Status transfer(ImportSource& source, Store& store, const Shape& itemShape, ImportReport& report, const OperationContext& context,
                std::uint64_t batchBytes)
{
    const ImportDescription& description = source.description();
    const DType dtype = store.summary().dtype;
    ProgressReporter progress(context, "importing records", description.records.value_or(0));
    const OperationContext quiet{context.stop, {}, context.executor};
    ImportBatch batch;
    while (true) {
        ZR_RETURN_IF_ERROR(progress.checkStop());
        ZR_RETURN_IF_ERROR(source.next(batch, batchBytes));
        if (batch.records == 0)
            break;
        convertByteOrder(description.dtype, dtype, batch.bytes);
        ZR_RETURN_IF_ERROR(appendBatch(store, batch, description.kind == StoreKind::Dense, itemShape, quiet));
        report.records += batch.records;
        report.bytes += batch.bytes.size();
        ZR_RETURN_IF_ERROR(progress.advance(batch.records));
    }
    progress.finish();
    return Status::success();
}

Result<StoreDescription> describeNewStore(const ImportDescription& source, const NewStoreOptions& options)
{
    StoreDescription description;
    description.kind = options.kind.value_or(source.kind);
    description.dtype = options.dtype.value_or(source.dtype);
    description.codec = options.codec;
    description.dictionary = options.dictionary;
    ZR_RETURN_IF_ERROR(checkKinds(source, description.kind, description.dtype));
    if (!options.itemShape) {
        if (description.kind == StoreKind::Dense)
            description.itemShape = source.itemShape;
        return description;
    }
    if (source.kind == StoreKind::Ragged)
        return Status(ErrorCode::InvalidArgument, "the records of the source each have their own shape; none can be given");
    ZR_ASSIGN_OR_RETURN(const std::uint64_t wanted, elementCount(*options.itemShape));
    ZR_ASSIGN_OR_RETURN(const std::uint64_t there, elementCount(source.itemShape));
    if (wanted != there)
        return Status(ErrorCode::InvalidArgument, "records of shape " + shapeText(source.itemShape) + " cannot take the shape " +
                                                      shapeText(*options.itemShape) + ": the numbers of elements differ");
    if (description.kind == StoreKind::Dense)
        description.itemShape = *options.itemShape;
    return description;
}

}  // namespace

Status importInto(ImportSource& source, Store& store, ImportReport& report, const OperationContext& context, std::uint64_t batchBytes)
{
    return withMemoryErrors([&]() -> Status {
        report = {};
        if (!store.isOpen())
            return Status(ErrorCode::Closed, "the store is closed").withStore(store.summary().path.string());
        const ImportDescription& description = source.description();
        const StoreSummary summary = store.summary();
        const auto named = [&](Status status) { return std::move(status).withStore(summary.path.string()); };
        if (store.access() != Access::ReadWrite)
            return named(Status(ErrorCode::ReadOnly, "the store was opened for reading only"));
        if (Status status = checkKinds(description, summary.kind, summary.dtype); !status.ok())
            return named(std::move(status));
        if (summary.kind == StoreKind::Dense && summary.itemShape != description.itemShape)
            return named(Status(ErrorCode::WrongKind, "the records of the source have the shape " + shapeText(description.itemShape) +
                                                          ", those of the store " + shapeText(summary.itemShape)));
        return named(transfer(source, store, description.itemShape, report, context, batchBytes));
    });
}

Result<ImportReport> importAsNewStore(ImportSource& source, const std::filesystem::path& path, const NewStoreOptions& options,
                                      const OperationContext& context)
{
    return withMemoryErrors([&]() -> Result<ImportReport> {
        const ImportDescription& from = source.description();
        ZR_ASSIGN_OR_RETURN(const StoreDescription description, describeNewStore(from, options));
        ZR_RETURN_IF_ERROR(checkStop(context));
        ZR_ASSIGN_OR_RETURN(NewStore created, NewStore::create(path, description, options.create));
        ImportReport report;
        const Shape itemShape = options.itemShape.value_or(from.itemShape);
        if (Status status = transfer(source, created.store(), itemShape, report, context, options.batchBytes); !status.ok())
            return created.named(std::move(status));
        ZR_RETURN_IF_ERROR(created.commit());
        return report;
    });
}

}  // namespace zrecord
