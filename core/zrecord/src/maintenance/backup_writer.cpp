#include "maintenance/backup_writer.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "format/file_names.h"
#include "format/location_entry.h"
#include "maintenance/file_copy.h"
#include "platform/whole_file.h"
#include "store/recovery/side_folder.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kLargestManifest = std::uint64_t{1} << 30;
constexpr char kManifest[] = "backup";
constexpr char kPart[] = "backup.part";

std::int64_t now()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// Empty when there is none or it is damaged: then everything is copied.
std::vector<BackedUpFile> readManifest(FileSystem& fileSystem, const std::filesystem::path& path)
{
    const auto bytes = readWholeFile(fileSystem, path, kLargestManifest);
    if (!bytes.ok())
        return {};
    auto files = decodeManifest({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    return files.ok() ? std::move(files).value() : std::vector<BackedUpFile>();
}

const BackedUpFile* find(const std::vector<BackedUpFile>& files, const std::string& name)
{
    const auto found = std::ranges::find(files, name, &BackedUpFile::name);
    return found == files.end() ? nullptr : &*found;
}

Status createIfMissing(FileSystem& fileSystem, const std::filesystem::path& folder)
{
    Status made = fileSystem.createFolder(folder);
    return made.code() == ErrorCode::AlreadyExists ? Status() : made;
}

Status writeNew(FileSystem& fileSystem, const std::filesystem::path& path, std::span<const std::byte> bytes)
{
    static_cast<void>(fileSystem.removeFile(path).ok());
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, fileSystem.open(path, OpenMode::CreateNew));
    ZR_RETURN_IF_ERROR(file->writeAt(0, bytes));
    return file->sync();
}

}  // namespace

Result<std::vector<WantedFile>> wantedFiles(FileSystem& fileSystem, const StoreLimits& limits, const BackupSource& source)
{
    const MetaHeader& header = *source.survey.header;
    std::vector<WantedFile> wanted;
    for (const char* name : {kStoreFileName, kDictionaryFileName}) {
        if (name == kDictionaryFileName && header.codec != Codec::ZstdDict)
            continue;
        ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, fileSystem.open(source.path / name, OpenMode::Read));
        ZR_ASSIGN_OR_RETURN(const std::uint64_t bytes, file->size());
        wanted.push_back({name, bytes});
    }
    for (const NumberedFile& chunk : source.survey.chunks)
        if (chunk.number <= header.tailChunk)
            wanted.push_back({chunkFileName(chunk.number), chunk.number == header.tailChunk ? header.tailOffset : chunk.bytes});
    for (const NumberedFile& segment : source.survey.segments) {
        const std::uint64_t begin = segment.number * limits.entriesPerSegment;
        if (begin < header.length)
            wanted.push_back({locationFileName(segment.number), std::min(limits.entriesPerSegment, header.length - begin) * kLocationEntryBytes});
    }
    if (const auto entries = fileSystem.list(source.path / kSideFolder); entries.ok())
        for (const FolderEntry& entry : *entries) {
            const std::string name = std::string(kSideFolder) + "/" + entry.name;
            if (entry.type != EntryType::File || !isBackupName(name))
                continue;
            ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, fileSystem.open(source.path / name, OpenMode::Read));
            ZR_ASSIGN_OR_RETURN(const std::uint64_t bytes, file->size());
            wanted.push_back({name, bytes});
        }
    return wanted;
}

Status BackupWriter::prepare()
{
    m_report.name = m_source.name;
    m_report.records = m_source.survey.header->length / m_source.survey.perRecord();
    m_beforeFiles = readManifest(m_fileSystem, m_before / kSideFolder / kManifest);
    m_partFiles = readManifest(m_fileSystem, m_folder / kSideFolder / kPart);
    // A run that was interrupted at its very end, or after the exchange: then these are the files of the backup before.
    if (m_partFiles.empty())
        m_partFiles = readManifest(m_fileSystem, m_folder / kSideFolder / kManifest);
    ZR_RETURN_IF_ERROR(m_fileSystem.createFolders(m_folder));
    ZR_RETURN_IF_ERROR(createIfMissing(m_fileSystem, m_folder / kSideFolder));
    // Without a header nobody takes the folder for a store.
    Status removed = m_fileSystem.removeFile(m_folder / kMetaFileName);
    return removed.code() == ErrorCode::NotFound ? Status() : removed;
}

Status BackupWriter::run(const std::vector<WantedFile>& files, bool verifyKept, ProgressReporter& progress)
{
    ZR_RETURN_IF_ERROR(prepare());
    for (const WantedFile& file : files)
        ZR_RETURN_IF_ERROR(bring(file, verifyKept, progress));
    return {};
}

Status BackupWriter::bring(const WantedFile& file, bool verifyKept, ProgressReporter& progress)
{
    ZR_ASSIGN_OR_RETURN(const FileStamp stamp, fileStamp(m_source.path / file.name));
    const BackedUpFile* const part = find(m_partFiles, file.name);
    if (part != nullptr && part->stillHolds(stamp, file.bytes)) {
        const auto there = fileStamp(m_folder / file.name);
        if (there.ok() && there->bytes == file.bytes) {
            ++m_report.resumedFiles;
            ZR_RETURN_IF_ERROR(progress.advance(file.bytes));
            return keepPart(*part);
        }
    }
    Status removed = m_fileSystem.removeFile(m_folder / file.name);
    if (!removed.ok() && removed.code() != ErrorCode::NotFound)
        return removed;
    ZR_ASSIGN_OR_RETURN(const bool linked, linkFromBefore(file, stamp, verifyKept, progress));
    return linked ? Status() : copy(file, stamp, progress);
}

Result<bool> BackupWriter::linkFromBefore(const WantedFile& file, const FileStamp& stamp, bool verifyKept, ProgressReporter& progress)
{
    const BackedUpFile* const before = find(m_beforeFiles, file.name);
    if (before == nullptr || !before->stillHolds(stamp, file.bytes))
        return false;
    const std::filesystem::path kept = m_before / file.name;
    const auto there = fileStamp(kept);
    if (!there.ok() || there->bytes != file.bytes)
        return false;
    if (verifyKept) {
        ZR_ASSIGN_OR_RETURN(const std::uint64_t checksum, checksumOfFile(m_fileSystem, kept, file.bytes));
        if (checksum != before->checksum)
            return false;
    }
    if (Status linked = linkFile(kept, m_folder / file.name); !linked.ok())
        return linked.code() == ErrorCode::Unsupported ? Result<bool>(false) : linked;
    ++m_report.keptFiles;
    m_report.keptBytes += file.bytes;
    ZR_RETURN_IF_ERROR(keepPart(*before));
    ZR_RETURN_IF_ERROR(progress.advance(file.bytes));
    return true;
}

Status BackupWriter::copy(const WantedFile& file, const FileStamp& stamp, ProgressReporter& progress)
{
    const std::int64_t begun = now();
    ZR_ASSIGN_OR_RETURN(const std::uint64_t checksum, copyFile(m_fileSystem, m_source.path / file.name, m_folder / file.name, file.bytes, file.name, progress));
    ++m_report.copiedFiles;
    m_report.copiedBytes += file.bytes;
    return keepPart({file.name, file.bytes, checksum, stamp, begun});
}

/// The interrupted run's list is renewed after each file, whole or not at all.
Status BackupWriter::keepPart(BackedUpFile file)
{
    m_files.push_back(std::move(file));
    const std::string text = encodeManifest(m_files);
    const std::filesystem::path part = m_folder / kSideFolder / kPart;
    std::filesystem::path unfinished = part;
    unfinished += ".tmp";
    ZR_RETURN_IF_ERROR(writeNew(m_fileSystem, unfinished, std::as_bytes(std::span(text))));
    return m_fileSystem.rename(unfinished, part);
}

Status BackupWriter::finish()
{
    // What the folder of an interrupted run holds beyond that belongs to a state of the source that is gone.
    ZR_ASSIGN_OR_RETURN(const std::vector<FolderEntry> entries, m_fileSystem.list(m_folder));
    for (const FolderEntry& entry : entries)
        if (entry.type == EntryType::File && entry.name != kBackupLockName && find(m_files, entry.name) == nullptr)
            ZR_RETURN_IF_ERROR(m_fileSystem.removeFile(m_folder / entry.name));
    const std::string text = encodeManifest(m_files);
    ZR_RETURN_IF_ERROR(writeNew(m_fileSystem, m_folder / kSideFolder / kManifest, std::as_bytes(std::span(text))));
    ZR_RETURN_IF_ERROR(writeNew(m_fileSystem, m_folder / kMetaFileName, encodeMetaHeader(*m_source.survey.header)));
    if (Status removed = m_fileSystem.removeFile(m_folder / kSideFolder / kPart); !removed.ok() && removed.code() != ErrorCode::NotFound)
        return removed;
    ZR_RETURN_IF_ERROR(m_fileSystem.syncFolder(m_folder / kSideFolder));
    return m_fileSystem.syncFolder(m_folder);
}

}  // namespace zrecord
