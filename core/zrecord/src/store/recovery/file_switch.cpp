#include "store/recovery/file_switch.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/checksum.h"
#include "format/file_names.h"

namespace zrecord {
namespace {

constexpr std::size_t kWindowBytes = 4 << 20;

std::string nameOf(const JournalFileId& id)
{
    return id.type == JournalFileType::Chunk ? chunkFileName(id.number) : locationFileName(id.number);
}

Result<std::unique_ptr<File>> openInEither(FileSystem& fileSystem, const std::filesystem::path& store, const std::filesystem::path& newFiles,
                                           const JournalFileId& id)
{
    auto opened = fileSystem.open(newFiles / nameOf(id), OpenMode::Read);
    if (opened.code() == ErrorCode::NotFound)
        opened = fileSystem.open(store / nameOf(id), OpenMode::Read);
    return opened;
}

Status checkContents(const File& file, const JournalFile& expected)
{
    const std::string name = nameOf(expected.id);
    ZR_ASSIGN_OR_RETURN(const std::uint64_t size, file.size());
    if (size != expected.bytes)
        return Status(ErrorCode::BadFormat, "the new file has " + std::to_string(size) + " bytes where the journal says " +
                                                std::to_string(expected.bytes))
            .withFile(name);
    StreamChecksum checksum;
    std::vector<std::byte> window(static_cast<std::size_t>(std::min<std::uint64_t>(size, kWindowBytes)));
    for (std::uint64_t at = 0; at < size;) {
        ZR_ASSIGN_OR_RETURN(const std::size_t got, file.readAt(at, window));
        if (got == 0)
            break;
        checksum.add(std::span(window).first(got));
        at += got;
    }
    if (checksum.value() != expected.checksum)
        return Status(ErrorCode::BadFormat, "the new file does not hold what the journal says").withFile(name);
    return {};
}

}  // namespace

Status switchFiles(FileSystem& fileSystem, const std::filesystem::path& store, const std::filesystem::path& newFiles,
                   const Journal& journal, Durability durability)
{
    for (const JournalFile& file : journal.files) {
        const std::string name = nameOf(file.id);
        if (Status moved = fileSystem.rename(newFiles / name, store / name); !moved.ok() && moved.code() != ErrorCode::NotFound)
            return moved;
    }
    for (const JournalFileId& id : journal.removals)
        if (Status removed = fileSystem.removeFile(store / nameOf(id)); !removed.ok() && removed.code() != ErrorCode::NotFound)
            return removed;
    // In any order: until the header says so, the new files lie durable in one folder or the other.
    return durability == Durability::Power ? fileSystem.syncFolder(store) : Status();
}

Status checkSwitch(FileSystem& fileSystem, const std::filesystem::path& store, const std::filesystem::path& newFiles,
                   const Journal& journal)
{
    for (const JournalFile& file : journal.files) {
        ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> opened, openInEither(fileSystem, store, newFiles, file.id));
        ZR_RETURN_IF_ERROR(checkContents(*opened, file));
    }
    return {};
}

Status syncNewFiles(FileSystem& fileSystem, const std::filesystem::path& store, const std::filesystem::path& newFiles,
                    const Journal& journal)
{
    for (const JournalFile& file : journal.files) {
        ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> opened, openInEither(fileSystem, store, newFiles, file.id));
        ZR_RETURN_IF_ERROR(opened->sync());
    }
    // All have moved already when the folder is gone.
    Status synced = fileSystem.syncFolder(newFiles);
    return synced.code() == ErrorCode::NotFound ? Status() : synced;
}

}  // namespace zrecord
