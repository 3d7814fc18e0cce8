#include "workbench/document/stream_set.h"

#include <mutex>
#include <utility>

#include <zrecord/dictionary.h>
#include <zrecord/import_source.h>
#include <zrecord/record_finder.h>

#include "workbench/document/stream_reader.h"

namespace zrecord::workbench {
namespace {

namespace fs = std::filesystem;

/// The head of a store (somebody chose meta.zr) stands for its folder; any other file stands for nothing.
fs::path folderOf(const fs::path& path) {
    return path.filename() == "meta.zr" || path.filename() == "store.zr" ? path.parent_path() : path;
}

/// Names the sub-folder to open when a folder of sets was chosen.
std::string remedyFor(const fs::path& folder) {
    std::error_code error;
    if (!fs::exists(folder, error))
        return "Nothing exists at this path; check how it is written.";
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        if (entry.is_directory(error) && !AlignedSet::streamNames(entry.path()).empty())
            return "Open a folder inside it, for example \"" + entry.path().filename().string() + "\".";
    }
    return "Choose the folder of a store, or a folder whose direct subfolders are stores.";
}

}  // namespace

Result<std::shared_ptr<StreamSet>> StreamSet::open(const fs::path& path, Access access, std::uint64_t generation) {
    std::shared_ptr<StreamSet> set(new StreamSet());
    OpenOptions options;
    options.access = access;
    set->m_path = folderOf(path);
    set->m_access = access;
    std::error_code error;
    if (fs::exists(set->m_path, error) && !fs::is_directory(set->m_path, error))
        return Status(ErrorCode::NotFound, "this is a file, not the folder of a store")
            .withStore(set->m_path.string())
            .withRemedy("This is a single file: choose the folder of a store, or import a .npy, .npz, idx or text file into a new store.");
    if (Store::looksLikeStore(set->m_path)) {
        ZR_ASSIGN_OR_RETURN(Store store, Store::open(set->m_path, options));
        set->m_single.emplace(std::move(store));
    } else {
        Result<AlignedSet> opened = AlignedSet::open(set->m_path, options);
        if (!opened.ok() && opened.code() == ErrorCode::NotFound)
            return std::move(opened).status().withStore(set->m_path.string()).withRemedy(remedyFor(set->m_path));
        if (!opened.ok())
            return std::move(opened).status();
        set->m_set.emplace(std::move(opened).value());
        set->m_isSet = true;
        set->m_fault = set->m_set->alignment();
    }
    set->m_generation = generation;
    set->describeStreams();
    return set;
}

void StreamSet::describeStreams() {
    const std::size_t count = m_isSet ? m_set->streams().size() : 1;
    for (std::size_t stream = 0; stream < count; ++stream) {
        const StoreSummary& summary = store(stream).summary();
        m_names.push_back(m_isSet ? m_set->streams()[stream].name : m_path.filename().string());
        m_layouts.push_back({summary.kind, summary.dtype, summary.itemShape, summary.recordBytes});
        m_dictionaryIds.push_back(zrecord::dictionaryId(store(stream).dictionary()));
    }
    m_records = m_isSet ? m_set->size() : m_single->size();
}

const Store& StreamSet::store(std::size_t stream) const {
    return m_isSet ? m_set->streams()[stream].store : *m_single;
}

Store& StreamSet::store(std::size_t stream) {
    return m_isSet ? m_set->streams()[stream].store : *m_single;
}

Status StreamSet::checkOpen() const {
    if (m_closed)
        return Status(ErrorCode::Closed, "the document was closed meanwhile").withStore(m_path.string());
    return {};
}

std::vector<StoreSummary> StreamSet::currentSummaries() const {
    std::vector<StoreSummary> all;
    for (std::size_t stream = 0; stream < streamCount(); ++stream)
        all.push_back(store(stream).summary());
    return all;
}

std::uint64_t StreamSet::storeGenerations() const {
    std::uint64_t sum = 0;
    for (std::size_t stream = 0; stream < streamCount(); ++stream)
        sum += store(stream).generation();
    return sum;
}

Result<RecordBlock> StreamSet::read(const ReadRequest& request, const OperationContext& context) const {
    const std::shared_lock lock(m_mutex);
    ZR_RETURN_IF_ERROR(checkOpen());
    if (request.generation != generation())
        return Status(ErrorCode::Closed, "the records have moved meanwhile").withStore(m_path.string());
    const StreamLayout& stream = m_layouts[request.stream];
    return stream.kind == StoreKind::Dense ? readDenseBlock(store(request.stream), stream, request, context)
                                           : readRaggedBlock(store(request.stream), stream, request, context);
}

Result<std::vector<StoreSummary>> StreamSet::summaries() const {
    const std::shared_lock lock(m_mutex);
    ZR_RETURN_IF_ERROR(checkOpen());
    return currentSummaries();
}

FilterSchema StreamSet::filterSchema() const {
    const std::shared_lock lock(m_mutex);
    FilterSchema schema;
    for (std::size_t stream = 0; checkOpen().ok() && stream < streamCount(); ++stream)
        schema.streams.push_back(filterStream(m_isSet ? m_names[stream] : std::string(), store(stream)));
    schema.main = likelyMainStream(schema);
    return schema;
}

FindTarget StreamSet::findTarget(const std::shared_ptr<const StreamSet>& streams, std::uint64_t generation, std::uint64_t records, FactsTable* table) {
    FindTarget target;
    for (std::size_t stream = 0; stream < streams->streamCount(); ++stream)
        target.streams.push_back(&streams->store(stream));
    target.records = records;
    target.table = table;
    target.guard = [streams, generation](const std::function<Status()>& read) -> Status {
        const std::shared_lock lock(streams->m_mutex);
        ZR_RETURN_IF_ERROR(streams->checkOpen());
        if (generation != streams->generation())
            return Status(ErrorCode::Closed, "the records have moved meanwhile").withStore(streams->m_path.string());
        return read();
    };
    return target;
}

Result<std::vector<std::uint64_t>> StreamSet::hashes(std::size_t stream, const std::vector<std::uint64_t>& records) const {
    const std::shared_lock lock(m_mutex);
    ZR_RETURN_IF_ERROR(checkOpen());
    std::vector<std::uint64_t> found;
    for (const std::uint64_t record : records) {
        ZR_ASSIGN_OR_RETURN(const FactsBlock facts, gatherFacts(store(stream), record, 1, {false, true}));
        found.push_back(facts.facts.front().hash);
    }
    return found;
}

Result<RecordLocation> StreamSet::locate(std::size_t stream, std::uint64_t index) const {
    const std::shared_lock lock(m_mutex);
    ZR_RETURN_IF_ERROR(checkOpen());
    return store(stream).locate(index);
}

Result<std::vector<std::byte>> StreamSet::storedBytes(std::size_t stream, std::uint64_t index) const {
    const std::shared_lock lock(m_mutex);
    ZR_RETURN_IF_ERROR(checkOpen());
    return store(stream).storedBytes(index);
}

Result<FactsBlock> StreamSet::shapes(std::size_t stream, std::uint64_t first, std::uint64_t count, const OperationContext& context) const {
    const std::shared_lock lock(m_mutex);
    ZR_RETURN_IF_ERROR(checkOpen());
    return gatherFacts(store(stream), first, count, {}, context);
}

Result<SlotMap> StreamSet::mapSlots(std::size_t stream, const SlotMapOptions& options, const OperationContext& context) const {
    const std::shared_lock lock(m_mutex);
    ZR_RETURN_IF_ERROR(checkOpen());
    return zrecord::mapSlots(store(stream), options, context);
}

Status StreamSet::markSlots(std::size_t stream, SlotMap& map, const std::vector<IndexRange>& marked, const OperationContext& context) const {
    const std::shared_lock lock(m_mutex);
    ZR_RETURN_IF_ERROR(checkOpen());
    return zrecord::markSlots(store(stream), map, marked, context);
}

Result<std::vector<StoreStats>> StreamSet::stats(const OperationContext& context) const {
    const std::shared_lock lock(m_mutex);
    ZR_RETURN_IF_ERROR(checkOpen());
    std::vector<StoreStats> all;
    for (std::size_t stream = 0; stream < streamCount(); ++stream) {
        ZR_ASSIGN_OR_RETURN(StoreStats one, store(stream).stats(context));
        all.push_back(one);
    }
    return all;
}

Result<std::vector<StreamVerification>> StreamSet::verify(const VerifyOptions& options, const OperationContext& context) const {
    const std::shared_lock lock(m_mutex);
    ZR_RETURN_IF_ERROR(checkOpen());
    std::vector<StreamVerification> all;
    for (std::size_t stream = 0; stream < streamCount(); ++stream) {
        ZR_ASSIGN_OR_RETURN(VerifyReport report, store(stream).verify(options, context));
        all.push_back({m_names[stream], std::move(report)});
    }
    return all;
}

Result<std::vector<CompactionForecast>> StreamSet::forecastCompaction(const OperationContext& context) const {
    const std::shared_lock lock(m_mutex);
    ZR_RETURN_IF_ERROR(checkOpen());
    std::vector<CompactionForecast> all;
    for (std::size_t stream = 0; stream < streamCount(); ++stream) {
        ZR_ASSIGN_OR_RETURN(CompactionForecast one, store(stream).forecastCompaction(context));
        all.push_back(one);
    }
    return all;
}

Result<std::uint64_t> StreamSet::storedBytesOf(const std::vector<std::uint64_t>& indices, const OperationContext& context) const {
    constexpr std::size_t kCheckEvery = 4096;
    std::uint64_t sum = 0;
    for (std::size_t stream = 0; stream < streamCount(); ++stream) {
        for (std::size_t i = 0; i < indices.size(); ++i) {
            if (i % kCheckEvery == 0 && context.stop.stop_requested())
                return Status(ErrorCode::Cancelled, "stopped before anything was changed").withStore(m_path.string());
            ZR_ASSIGN_OR_RETURN(const RecordLocation place, store(stream).locate(indices[i]));
            sum += std::uint64_t{place.storedBytes} + place.shapeStoredBytes;
        }
    }
    return sum;
}

Result<AppliedChanges> StreamSet::remove(const RecordRanges& records, const OperationContext& context) {
    ZR_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> indices, records.indices(kMaximumRemoval));
    const std::unique_lock lock(m_mutex);
    ZR_RETURN_IF_ERROR(checkOpen());
    AppliedChanges changes;
    ZR_ASSIGN_OR_RETURN(changes.deadBytes, storedBytesOf(indices, context));
    const std::uint64_t before = storeGenerations();
    Result<RemovalResult> result = m_isSet ? m_set->remove(indices, context) : m_single->remove(indices, context);
    renew(before, result.ok());
    if (!result.ok())
        return std::move(result).status();
    changes.removed = result->removed;
    changes.moved = result->moves.size();
    changes.remap = IndexRemap(records, std::move(result).value());
    changes.generation = generation();
    changes.summaries = currentSummaries();
    changes.undoable = currentUndoable();
    return changes;
}

void StreamSet::renew(std::uint64_t before, bool done) {
    m_records = m_isSet ? m_set->size() : m_single->size();
    // A failure half-way may have moved records all the same: then no cached index can be trusted.
    if (done || storeGenerations() != before)
        m_generation.fetch_add(1, std::memory_order_acq_rel);
}

Result<RestoredRecords> StreamSet::undoRemoval(const OperationContext& context) {
    const std::unique_lock lock(m_mutex);
    ZR_RETURN_IF_ERROR(checkOpen());
    const std::uint64_t before = storeGenerations();
    Result<RestorationResult> result = m_isSet ? m_set->undoRemoval(context) : m_single->undoRemoval(context);
    renew(before, result.ok());
    if (!result.ok())
        return std::move(result).status();
    RestoredRecords restored;
    restored.restored = result->restored.size();
    restored.moved = result->moves.size();
    restored.remap = IndexRemap(std::move(result).value());
    restored.generation = generation();
    restored.summaries = currentSummaries();
    restored.undoable = currentUndoable();
    return restored;
}

std::vector<UndoableRemoval> StreamSet::currentUndoable() const {
    Result<std::vector<UndoableRemoval>> undoable = m_isSet ? m_set->undoableRemovals() : m_single->undoableRemovals();
    return undoable.ok() ? std::move(undoable).value() : std::vector<UndoableRemoval>();
}

std::vector<UndoableRemoval> StreamSet::undoableRemovals() const {
    const std::shared_lock lock(m_mutex);
    return checkOpen().ok() ? currentUndoable() : std::vector<UndoableRemoval>();
}

Result<CompactedStreams> StreamSet::compact(const OperationContext& context) {
    const std::unique_lock lock(m_mutex);
    ZR_RETURN_IF_ERROR(checkOpen());
    std::vector<CompactionResult> results;
    if (m_isSet) {
        ZR_ASSIGN_OR_RETURN(results, m_set->compact(context));
    } else {
        ZR_ASSIGN_OR_RETURN(CompactionResult one, m_single->compact(context));
        results.push_back(one);
    }
    CompactedStreams all;
    for (std::size_t stream = 0; stream < results.size(); ++stream) {
        all.freedBytes += results[stream].before.chunkBytes - results[stream].after.chunkBytes;
        all.streams.push_back({m_names[stream], results[stream]});
    }
    all.summaries = currentSummaries();
    return all;
}

Result<AppendedRecords> StreamSet::append(const std::filesystem::path& file, const OperationContext& context) {
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<ImportSource> source, openImportSource(file));
    const std::unique_lock lock(m_mutex);
    ZR_RETURN_IF_ERROR(checkOpen());
    if (m_isSet)
        return Status(ErrorCode::Unsupported, "one file cannot be appended to all streams of an aligned set").withStore(m_path.string())
            .withRemedy("Open the stream alone, or append to every stream with 'zr append'.");
    ImportReport report;
    Status status = importInto(*source, *m_single, report, context);
    m_records = m_single->size();
    if (status.ok())
        status = m_single->sync();
    ZR_RETURN_IF_ERROR(std::move(status));
    return AppendedRecords{report.records, report.bytes, currentSummaries()};
}

Status StreamSet::close() {
    const std::unique_lock lock(m_mutex);
    if (std::exchange(m_closed, true))
        return {};
    return m_isSet ? m_set->close() : m_single->close();
}

}  // namespace zrecord::workbench
