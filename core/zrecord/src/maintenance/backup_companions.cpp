#include "maintenance/backup_companions.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "base/folder_path.h"
#include "exchange/new_store.h"
#include "maintenance/file_copy.h"
#include "platform/file_stamp.h"

namespace zrecord {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kBeside{".tags.json", ".names.txt"};
constexpr std::string_view kUnfinished = ".zrx-";

fs::path besidePath(const fs::path& folder, std::string_view ending)
{
    fs::path path = withoutTrailingSlash(folder);
    path += ending;
    return path;
}

Result<std::uint64_t> sizeOf(FileSystem& fileSystem, const fs::path& path)
{
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, fileSystem.open(path, OpenMode::Read));
    return file->size();
}

Status removeIfThere(FileSystem& fileSystem, const fs::path& path)
{
    Status removed = fileSystem.removeFile(path);
    return removed.code() == ErrorCode::NotFound ? Status() : removed;
}

/// False when it is another file now, or there are no second names.
Result<bool> linkUnchanged(FileSystem& fileSystem, const fs::path& from, const fs::path& before, const fs::path& to, std::uint64_t bytes)
{
    const auto there = fileStamp(before);
    if (!there.ok() || there->bytes != bytes)
        return false;
    ZR_ASSIGN_OR_RETURN(const std::uint64_t kept, checksumOfFile(fileSystem, before, bytes));
    ZR_ASSIGN_OR_RETURN(const std::uint64_t now, checksumOfFile(fileSystem, from, bytes));
    if (kept != now)
        return false;
    Status linked = linkFile(before, to);
    return linked.ok() ? Result<bool>(true) : linked.code() == ErrorCode::Unsupported ? Result<bool>(false) : linked;
}

}  // namespace

std::uint64_t Companions::bytes() const
{
    std::uint64_t sum = 0;
    for (const std::vector<Item>* items : {&inside, &beside})
        for (const Item& item : *items)
            sum += item.bytes;
    return sum;
}

Result<Companions> findCompanions(FileSystem& fileSystem, const fs::path& source, bool isSet)
{
    Companions found;
    if (isSet) {
        ZR_ASSIGN_OR_RETURN(const std::vector<FolderEntry> entries, fileSystem.list(source));
        for (const FolderEntry& entry : entries) {
            if (entry.type != EntryType::File || entry.name.starts_with(kUnfinished))
                continue;
            ZR_ASSIGN_OR_RETURN(const std::uint64_t bytes, sizeOf(fileSystem, source / entry.name));
            found.inside.push_back({entry.name, bytes});
        }
    }
    for (const std::string_view ending : kBeside) {
        const fs::path path = besidePath(source, ending);
        ZR_ASSIGN_OR_RETURN(const EntryType type, fileSystem.entryType(path));
        if (type != EntryType::File)
            continue;
        ZR_ASSIGN_OR_RETURN(const std::uint64_t bytes, sizeOf(fileSystem, path));
        found.beside.push_back({std::string(ending), bytes});
    }
    return found;
}

Status checkPlacesBeside(FileSystem& fileSystem, const Companions& companions, const fs::path& target)
{
    for (const Companions::Item& item : companions.beside) {
        const fs::path path = besidePath(target, item.name);
        ZR_ASSIGN_OR_RETURN(const EntryType type, fileSystem.entryType(path));
        if (type != EntryType::Missing)
            return Status(ErrorCode::AlreadyExists, "there is a file beside the place of the backup that the backup would replace")
                .withFile(path.string())
                .withRemedy("Move it away, or choose another place for the backup.");
    }
    return {};
}

Status bringInside(FileSystem& fileSystem, const Companions& companions, const fs::path& source, const fs::path& folder, const fs::path& before,
                   ProgressReporter& progress)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<FolderEntry> entries, fileSystem.list(folder));
    for (const FolderEntry& entry : entries)
        if (entry.type == EntryType::File && !entry.name.starts_with(kUnfinished))
            ZR_RETURN_IF_ERROR(fileSystem.removeFile(folder / entry.name));
    for (const Companions::Item& item : companions.inside) {
        ZR_ASSIGN_OR_RETURN(const bool linked, linkUnchanged(fileSystem, source / item.name, before / item.name, folder / item.name, item.bytes));
        if (linked)
            ZR_RETURN_IF_ERROR(progress.advance(item.bytes));
        else
            ZR_RETURN_IF_ERROR(copyFile(fileSystem, source / item.name, folder / item.name, item.bytes, item.name, progress).status());
    }
    return {};
}

Status bringBeside(FileSystem& fileSystem, const Companions& companions, const fs::path& source, const fs::path& target, ProgressReporter& progress)
{
    if (companions.beside.empty())
        return {};
    for (const Companions::Item& item : companions.beside) {
        const fs::path place = besidePath(target, item.name);
        const fs::path unfinished = place.parent_path() / (".zrx-backup-" + place.filename().string());
        ZR_RETURN_IF_ERROR(removeIfThere(fileSystem, unfinished));
        ZR_RETURN_IF_ERROR(copyFile(fileSystem, besidePath(source, item.name), unfinished, item.bytes, place.filename().string(), progress).status());
        ZR_RETURN_IF_ERROR(fileSystem.rename(unfinished, place));
    }
    return syncParent(target);
}

}  // namespace zrecord
