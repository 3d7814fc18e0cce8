#include <algorithm>
#include <system_error>
#include <utility>

#include "base/folder_path.h"
#include "base/memory_guard.h"
#include "exchange/new_store.h"
#include "maintenance/backup_companions.h"
#include "maintenance/backup_writer.h"
#include "maintenance/store_backuper.h"
#include "store/issue_list.h"
#include "store/recovery/side_folder.h"
#include "store/store_access.h"
#include "zrecord/aligned_set.h"

namespace zrecord {
namespace {

namespace fs = std::filesystem;

/// The hidden places beside a target.
struct Places {
    fs::path target;
    fs::path staging;  ///< the new backup until it takes its place, the old one afterwards
    fs::path old;      ///< the old one, where two folders cannot be exchanged

    explicit Places(const fs::path& path) : target(withoutTrailingSlash(path))
    {
        const fs::path parent = target.has_parent_path() ? target.parent_path() : fs::path(".");
        staging = parent / (".zrx-backup-" + target.filename().string());
        old = parent / (".zrx-backup-old-" + target.filename().string());
    }
};

bool isThere(const fs::path& path)
{
    std::error_code error;
    return fs::exists(fs::symlink_status(path, error));
}

Result<BackupSource> openSource(FileSystem& fileSystem, const StoreLimits& limits, const fs::path& path, std::string name)
{
    BackupSource source{std::move(name), path, {}, {}};
    ZR_ASSIGN_OR_RETURN(source.meta, openLockedMeta(fileSystem, path, Access::ReadOnly, false));
    ZR_ASSIGN_OR_RETURN(source.survey, surveyStore(fileSystem, limits, path, *source.meta.file));
    if (source.survey.fenced)
        return Status(ErrorCode::RecoveryNeeded, "a delete or compact was interrupted and is not finished").withRemedy("Open the store once for writing, or repair it, and back it up then.");
    IssueList issues(UINT64_MAX);
    listStructureFaults(source.survey, limits, issues);
    for (const StoreFinding& issue : issues.snapshot())
        if (issue.severity == IssueSeverity::Error)
            return Status(ErrorCode::BadFormat, issue.message).withFile(issue.file, issue.offset).withRemedy("Repair the store first, or save what can be read.");
    return source;
}

Result<std::vector<BackupSource>> openSources(FileSystem& fileSystem, const StoreLimits& limits, const fs::path& path)
{
    const auto type = fileSystem.entryType(path / kMetaFileName);
    const bool isStore = type.ok() && *type == EntryType::File;
    const std::vector<std::string> names = isStore ? std::vector<std::string>{std::string()} : AlignedSet::streamNames(path);
    if (names.empty())
        return Status(ErrorCode::NotFound, "there is no store at " + path.string());
    std::vector<BackupSource> sources;
    for (const std::string& name : names) {
        const fs::path store = name.empty() ? path : path / name;
        auto source = openSource(fileSystem, limits, store, name);
        if (!source.ok())
            return std::move(source).status().withStore(store.string());
        sources.push_back(std::move(source).value());
    }
    return sources;
}

/// Only a backup may be replaced: every store below the target has the list of a backup.
Status checkTarget(FileSystem& fileSystem, const Places& places, const std::vector<BackupSource>& sources, const Companions& companions, bool& replaces)
{
    std::error_code error;
    replaces = isThere(places.target) && !(fs::is_directory(fs::symlink_status(places.target, error)) && fs::is_empty(places.target, error));
    if (!replaces)
        return checkPlacesBeside(fileSystem, companions, places.target);
    const std::vector<std::string> names = sources.front().name.empty() ? std::vector<std::string>{std::string()} : AlignedSet::streamNames(places.target);
    const bool isBackup = !names.empty() && std::ranges::all_of(names, [&](const std::string& name) {
        return isThere((name.empty() ? places.target : places.target / name) / kSideFolder / "backup");
    });
    if (isBackup)
        return {};
    return Status(ErrorCode::AlreadyExists, "what is there is not a backup that was made here").withStore(places.target.string()).withRemedy("Choose another path.");
}

/// Streams that the source does not have any more.
Status dropOtherStreams(FileSystem& fileSystem, const fs::path& staging, const std::vector<BackupSource>& sources)
{
    const auto entries = fileSystem.list(staging);
    if (!entries.ok())
        return entries.status();
    std::error_code error;
    for (const FolderEntry& entry : *entries)
        if (entry.type == EntryType::Folder && std::ranges::find(sources, entry.name, &BackupSource::name) == sources.end())
            fs::remove_all(staging / entry.name, error);
    return error ? Status::fromErrno(error.value(), "an unfinished backup cannot be removed", true).withFile(staging.string()) : Status();
}

/// The new backup takes the place of the old one; from one moment to the next where the system can exchange folders.
Status switchFolders(FileSystem& fileSystem, const Places& places, bool replaces)
{
    if (!replaces) {
        ZR_RETURN_IF_ERROR(fileSystem.rename(places.staging, places.target));
        return syncParent(places.target);
    }
    fs::path old = places.staging;
    if (Status exchanged = exchangeFolders(places.staging, places.target); exchanged.code() == ErrorCode::Unsupported) {
        ZR_RETURN_IF_ERROR(fileSystem.rename(places.target, places.old));
        ZR_RETURN_IF_ERROR(fileSystem.rename(places.staging, places.target));
        old = places.old;
    } else if (!exchanged.ok()) {
        return exchanged;
    }
    ZR_RETURN_IF_ERROR(syncParent(places.target));
    std::error_code error;
    fs::remove_all(old, error);
    return error ? Status::fromErrno(error.value(), "the backup is complete, but the one before it cannot be removed", true).withFile(old.string()) : Status();
}

/// Ends an exchange in two steps that was interrupted between them.
Status mendSwitch(FileSystem& fileSystem, const Places& places)
{
    if (!isThere(places.old))
        return {};
    if (!isThere(places.target))
        return fileSystem.rename(places.old, places.target);
    std::error_code error;
    fs::remove_all(places.old, error);
    return {};
}

/// Every stream opens as a store, with the records that the source has.
Status openResult(FileSystem& fileSystem, const StoreLimits& limits, const Places& places, const std::vector<BackupSource>& sources)
{
    for (const BackupSource& source : sources) {
        const fs::path path = source.name.empty() ? places.staging : places.staging / source.name;
        ZR_ASSIGN_OR_RETURN(const Store store, StoreAccess::open(path, {}, fileSystem, limits));
        if (store.size() != source.survey.header->length / source.survey.perRecord())
            return Status(ErrorCode::Internal, "the copy has another number of records than the source").withStore(path.string());
    }
    return {};
}

Result<BackupReport> run(FileSystem& fileSystem, const StoreLimits& limits, const fs::path& sourcePath, const Places& places, const BackupOptions& options,
                         const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<BackupSource> sources, openSources(fileSystem, limits, sourcePath));
    const bool isSet = !sources.front().name.empty();
    ZR_ASSIGN_OR_RETURN(const Companions companions, findCompanions(fileSystem, sourcePath, isSet));
    BackupReport report;
    ZR_RETURN_IF_ERROR(checkTarget(fileSystem, places, sources, companions, report.replaced));
    ZR_RETURN_IF_ERROR(fileSystem.createFolders(places.staging));
    ZR_ASSIGN_OR_RETURN(std::unique_ptr<File> lockFile, fileSystem.open(places.staging / kBackupLockName, OpenMode::OpenOrCreate));
    auto lock = fileSystem.lock(*lockFile, LockMode::Exclusive);
    if (lock.code() == ErrorCode::Busy)
        return Status(ErrorCode::Busy, "another backup to this place is under way").withStore(places.target.string()).withRemedy("Wait until it has ended.");
    ZR_RETURN_IF_ERROR(lock.status());
    ZR_RETURN_IF_ERROR(mendSwitch(fileSystem, places));
    ZR_RETURN_IF_ERROR(checkTarget(fileSystem, places, sources, companions, report.replaced));
    if (isSet)
        ZR_RETURN_IF_ERROR(dropOtherStreams(fileSystem, places.staging, sources));
    std::vector<std::vector<WantedFile>> wanted;
    std::uint64_t total = companions.bytes();
    for (const BackupSource& source : sources) {
        ZR_ASSIGN_OR_RETURN(std::vector<WantedFile> files, wantedFiles(fileSystem, limits, source));
        for (const WantedFile& file : files)
            total += file.bytes;
        wanted.push_back(std::move(files));
    }
    ProgressReporter progress(context, "copying", total, ProgressUnit::Bytes);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const std::string& name = sources[i].name;
        BackupWriter writer(fileSystem, sources[i], name.empty() ? places.staging : places.staging / name, name.empty() ? places.target : places.target / name);
        ZR_RETURN_IF_ERROR(writer.run(wanted[i], options.verifyKept, progress));
        report.streams.push_back(writer.report());
        ZR_RETURN_IF_ERROR(writer.finish());
    }
    if (isSet)
        ZR_RETURN_IF_ERROR(bringInside(fileSystem, companions, sourcePath, places.staging, places.target, progress));
    ZR_RETURN_IF_ERROR(openResult(fileSystem, limits, places, sources));
    Status removed = fileSystem.removeFile(places.staging / kBackupLockName);
    if (!removed.ok() && removed.code() != ErrorCode::NotFound)
        return removed;
    ZR_RETURN_IF_ERROR(fileSystem.syncFolder(places.staging));
    ZR_RETURN_IF_ERROR(switchFolders(fileSystem, places, report.replaced));
    ZR_RETURN_IF_ERROR(bringBeside(fileSystem, companions, sourcePath, places.target, progress));
    progress.finish();
    return report;
}

}  // namespace

Result<BackupReport> backupOn(FileSystem& fileSystem, const StoreLimits& limits, const fs::path& source, const fs::path& target, const BackupOptions& options,
                              const OperationContext& context)
{
    const Places places(target);
    if (places.target.filename().empty() || places.target.filename() == "..")
        return Status(ErrorCode::InvalidArgument, "the place of the backup has no name");
    if (liesInside(target, source) || liesInside(source, target))
        return Status(ErrorCode::InvalidArgument, "the backup and its source would lie in each other").withStore(source.string()).withRemedy("Choose a path outside of it.");
    return run(fileSystem, limits, source, places, options, context);
}

Result<BackupReport> backup(const fs::path& source, const fs::path& target, const BackupOptions& options, const OperationContext& context)
{
    return withMemoryErrors([&] { return backupOn(posixFileSystem(), {}, source, target, options, context); });
}

}  // namespace zrecord
