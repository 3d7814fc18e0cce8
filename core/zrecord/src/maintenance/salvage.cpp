#include "zrecord/maintenance/salvage.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/folder_path.h"
#include "concurrency/progress_reporter.h"
#include "exchange/new_store.h"
#include "maintenance/file_copy.h"
#include "maintenance/repair_analysis.h"
#include "store/issue_list.h"
#include "store/store_access.h"
#include "zrecord/aligned_set.h"
#include "zrecord/store_copy.h"

namespace zrecord {
namespace {

namespace fs = std::filesystem;

struct Source {
    std::string name;
    fs::path path;
    RepairAnalysis analysis;
};

Result<Source> examine(const fs::path& path, std::string name, const SalvageOptions& options, const OperationContext& context)
{
    RepairOptions repair;
    repair.description = options.description;
    auto analysis = analyseForRepair(posixFileSystem(), {}, path, repair, Access::ReadOnly, context, options.maxIssues);
    if (!analysis.ok())
        return std::move(analysis).status().withStore(path.string());
    if (!analysis->checked)
        return Status(analysis->blocked).withStore(path.string());
    return Source{std::move(name), path, std::move(analysis).value()};
}

/// True for each record that every stream still has.
std::vector<bool> readableInAll(const std::vector<Source>& sources)
{
    std::uint64_t records = UINT64_MAX;
    for (const Source& source : sources)
        records = std::min(records, source.analysis.readable);
    std::vector<bool> good(records, true);
    for (const Source& source : sources)
        for (const std::vector<std::uint64_t>* list : {&source.analysis.damaged, &source.analysis.doubled})
            for (const std::uint64_t record : *list)
                if (record < records)
                    good[record] = false;
    return good;
}

std::vector<IndexRange> rangesOf(const std::vector<bool>& good)
{
    std::vector<IndexRange> ranges;
    for (std::uint64_t at = 0; at < good.size();) {
        const std::uint64_t begin = at;
        while (at < good.size() && good[at])
            ++at;
        if (at > begin)
            ranges.push_back({begin, at - begin});
        while (at < good.size() && !good[at])
            ++at;
    }
    return ranges;
}

Status copyStream(const Source& source, const fs::path& target, const std::vector<IndexRange>& ranges, const OperationContext& context)
{
    LockedMeta meta;
    ZR_ASSIGN_OR_RETURN(meta.file, posixFileSystem().open(source.path / kMetaFileName, OpenMode::Read));
    ZR_ASSIGN_OR_RETURN(auto core, openRemains(posixFileSystem(), {}, source.analysis.survey, std::move(meta)));
    const Store store = StoreAccess::adopt(std::move(core));
    CopyOptions options;
    options.codec = store.summary().codec;
    options.dictionary.assign(store.dictionary().begin(), store.dictionary().end());
    options.selection = ranges;
    return copyStore(store, target, options, context).status();
}

/// The names of a stream's values hold for whichever records are left. Tags do not: they number records.
Status copyValueNames(const Source& source, const fs::path& target, const OperationContext& context)
{
    const std::string name = source.name + ".names.txt";
    const fs::path from = source.path.parent_path() / name;
    ZR_ASSIGN_OR_RETURN(const EntryType type, posixFileSystem().entryType(from));
    if (type != EntryType::File)
        return {};
    std::error_code error;
    const std::uint64_t bytes = fs::file_size(from, error);
    if (error)
        return Status::fromErrno(error.value(), "the names of the values cannot be read").withFile(from.string());
    const OperationContext quiet{context.stop, {}, context.executor};
    ProgressReporter progress(quiet, "copying", bytes, ProgressUnit::Bytes);
    return copyFile(posixFileSystem(), from, target / name, bytes, name, progress).status();
}

/// The streams of a set appear together: they are built in a hidden folder beside the target.
Status copySet(const std::vector<Source>& sources, const fs::path& target, const std::vector<IndexRange>& ranges, const OperationContext& context)
{
    std::error_code error;
    if (fs::exists(fs::symlink_status(target, error)) && !fs::is_empty(target, error))
        return Status(ErrorCode::AlreadyExists, "the folder is not empty").withStore(target.string());
    const fs::path place = withoutTrailingSlash(target);
    const fs::path unfinished = (place.has_parent_path() ? place.parent_path() : fs::path(".")) / (".zrx-salvage-" + randomSuffix());
    Status status;
    for (const Source& source : sources)
        if (status.ok())
            status = copyStream(source, unfinished / source.name, ranges, context);
    for (const Source& source : sources)
        if (status.ok())
            status = copyValueNames(source, unfinished, context);
    if (status.ok()) {
        status = posixFileSystem().rename(unfinished, place);
        if (status.ok())
            return syncParent(place);
    }
    fs::remove_all(unfinished, error);
    return status;
}

SalvagedStream describe(Source& source, std::uint64_t maxIssues)
{
    SalvagedStream stream;
    stream.name = source.name;
    stream.records = source.analysis.recordsBefore();
    stream.withoutEntry = stream.records - source.analysis.listed;
    CheckReport structure;
    IssueList issues(maxIssues);
    listStructureFaults(source.analysis.survey, {}, issues);
    issues.moveTo(structure);
    stream.issues = std::move(structure.issues);
    stream.issueCount = structure.issueCount + source.analysis.issueCount;
    stream.issues.insert(stream.issues.end(), source.analysis.issues.begin(), source.analysis.issues.end());
    return stream;
}

}  // namespace

Result<SalvageReport> salvage(const fs::path& source, const fs::path& target, const SalvageOptions& options, const OperationContext& context)
{
    if (liesInside(target, source))
        return Status(ErrorCode::InvalidArgument, "the new store would lie in the folder of the damaged one")
            .withStore(source.string())
            .withRemedy("Choose a path outside of it.");
    std::vector<Source> sources;
    const std::vector<std::string> names = Store::looksLikeStore(source) ? std::vector<std::string>{std::string()} : AlignedSet::streamNames(source);
    if (names.empty())
        return Status(ErrorCode::NotFound, "there is no store at " + source.string());
    for (const std::string& name : names) {
        ZR_ASSIGN_OR_RETURN(Source stream, examine(name.empty() ? source : source / name, name, options, context));
        sources.push_back(std::move(stream));
    }
    for (const Source& stream : sources)
        if (stream.analysis.recordsBefore() != sources.front().analysis.recordsBefore())
            return Status(ErrorCode::WrongKind, "stream " + stream.name + " has " + std::to_string(stream.analysis.recordsBefore()) + " records, but " +
                                                    sources.front().name + " has " + std::to_string(sources.front().analysis.recordsBefore()) +
                                                    ": which of them belong together is not known")
                .withStore(source.string())
                .withRemedy("Save the streams one by one.");
    std::vector<bool> good = readableInAll(sources);
    const std::vector<IndexRange> ranges = rangesOf(good);
    if (ranges.empty())
        return Status(ErrorCode::CorruptRecord, "not one record can be read").withStore(source.string());
    if (names.front().empty())
        ZR_RETURN_IF_ERROR(copyStream(sources.front(), target, ranges, context));
    else
        ZR_RETURN_IF_ERROR(copySet(sources, target, ranges, context));
    SalvageReport report;
    std::uint64_t longest = 0;
    for (Source& stream : sources) {
        longest = std::max(longest, stream.analysis.listed);
        report.streams.push_back(describe(stream, options.maxIssues));
    }
    good.resize(longest, false);
    for (std::uint64_t record = 0; record < longest; ++record) {
        if (good[record])
            ++report.saved;
        else
            report.lost.push_back(record);
    }
    return report;
}

}  // namespace zrecord
