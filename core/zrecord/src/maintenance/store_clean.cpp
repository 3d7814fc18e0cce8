#include <algorithm>
#include <utility>

#include "base/memory_guard.h"
#include "concurrency/progress_reporter.h"
#include "format/file_names.h"
#include "format/location_entry.h"
#include "maintenance/store_cleaner.h"
#include "maintenance/store_survey.h"
#include "store/location_reader.h"
#include "store/recovery/side_folder.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kEntriesAtOnce = 1 << 16;

/// What all entries of the loc files mention, those behind the end of the table as well.
struct Mentions {
    std::uint64_t highestUsed = 0;    ///< chunk number, of entries of records
    std::uint64_t userOfHighest = 0;
    std::vector<bool> abandoned;      ///< by position among the orphan chunks: entries behind the end mention it
};

class Cleaning {
public:
    Cleaning(FileSystem& fileSystem, const StoreLimits& limits, const StoreSurvey& survey, const OperationContext& context)
        : m_fileSystem(fileSystem), m_limits(limits), m_survey(survey), m_context(context), m_files(fileSystem, survey.path, limits)
    {
        for (const NumberedFile& file : survey.chunks)
            if (file.number > survey.header->tailChunk)
                m_orphans.push_back(file);
        m_mentions.abandoned.resize(m_orphans.size());
    }

    Result<std::vector<Leftover>> find(bool alsoAbandoned);

private:
    [[nodiscard]] std::uint64_t segmentsInUse() const
    {
        return m_survey.header->length == 0 ? 0 : (m_survey.header->length - 1) / m_limits.entriesPerSegment + 1;
    }
    Status readTable();
    Result<bool> holdsEntries(const NumberedFile& segment);
    void listSideFolder(std::vector<Leftover>& found);

    FileSystem& m_fileSystem;
    const StoreLimits m_limits;
    const StoreSurvey& m_survey;
    const OperationContext& m_context;
    StoreFiles m_files;
    std::vector<NumberedFile> m_orphans;  ///< ascending
    Mentions m_mentions;
};

Status Cleaning::readTable()
{
    std::uint64_t total = 0;
    for (const NumberedFile& segment : m_survey.segments)
        total += segment.bytes / kLocationEntryBytes;
    ProgressReporter progress(m_context, "reading the record table", total);
    LocationReader reader(m_files);
    std::vector<LocationEntry> entries;
    for (const NumberedFile& segment : m_survey.segments) {
        const std::uint64_t begin = segment.number * m_limits.entriesPerSegment;
        const std::uint64_t end = begin + std::min(segment.bytes / kLocationEntryBytes, m_limits.entriesPerSegment);
        for (std::uint64_t at = begin; at < end; at += entries.size()) {
            entries.resize(std::min(kEntriesAtOnce, end - at));
            ZR_RETURN_IF_ERROR(reader.read(at, entries));
            for (std::size_t i = 0; i < entries.size(); ++i) {
                const std::uint64_t chunk = entries[i].chunk;
                if (at + i < m_survey.header->length && chunk > m_mentions.highestUsed) {
                    m_mentions.highestUsed = chunk;
                    m_mentions.userOfHighest = at + i;
                }
                if (entries[i].physLength == 0 || chunk <= m_survey.header->tailChunk)
                    continue;
                const auto orphan = std::ranges::lower_bound(m_orphans, chunk, {}, &NumberedFile::number);
                if (orphan != m_orphans.end() && orphan->number == chunk)
                    m_mentions.abandoned[static_cast<std::size_t>(orphan - m_orphans.begin())] = true;
            }
            ZR_RETURN_IF_ERROR(progress.advance(entries.size()));
        }
    }
    progress.finish();
    return {};
}

/// A loc file behind the end that is more than zeros may be what a damaged length hides.
Result<bool> Cleaning::holdsEntries(const NumberedFile& segment)
{
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, m_fileSystem.open(m_survey.path / locationFileName(segment.number), OpenMode::Read));
    std::vector<std::byte> bytes(std::min<std::uint64_t>(segment.bytes, 1 << 20));
    for (std::uint64_t at = 0; at < segment.bytes;) {
        ZR_ASSIGN_OR_RETURN(const std::size_t got, file->readAt(at, bytes));
        if (got == 0)
            break;
        if (std::any_of(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(got), [](std::byte byte) { return byte != std::byte{0}; }))
            return true;
        at += got;
        ZR_RETURN_IF_ERROR(checkStop(m_context));
    }
    return false;
}

void Cleaning::listSideFolder(std::vector<Leftover>& found)
{
    const auto sizeOf = [&](const std::filesystem::path& path) -> std::uint64_t {
        const auto file = m_fileSystem.open(path, OpenMode::Read);
        const auto size = file.ok() ? (*file)->size() : Result<std::uint64_t>(file.status());
        return size.ok() ? *size : 0;
    };
    if (!SideFolder(m_fileSystem, m_survey.path, Durability::Power).checkOwn().ok())
        return;
    const std::filesystem::path side = m_survey.path / kSideFolder;
    const auto entries = m_fileSystem.list(side);
    if (!entries.ok())
        return;
    for (const FolderEntry& entry : *entries) {
        const std::string name = std::string(kSideFolder) + "/" + entry.name;
        if (entry.type == EntryType::File && entry.name.ends_with(".tmp"))
            found.push_back({name, sizeOf(side / entry.name), "It was not finished by the program that began it.", true});
        if (entry.type != EntryType::Folder || !entry.name.starts_with("tmp-"))
            continue;
        if (const auto inside = m_fileSystem.list(side / entry.name); inside.ok())
            for (const FolderEntry& file : *inside)
                found.push_back({name + "/" + file.name, sizeOf(side / entry.name / file.name), "A compact wrote it and was interrupted before the store changed.",
                                 file.type == EntryType::File});
    }
}

Result<std::vector<Leftover>> Cleaning::find(bool alsoAbandoned)
{
    ZR_RETURN_IF_ERROR(readTable());
    const std::uint64_t tail = m_survey.header->tailChunk;
    if (m_mentions.highestUsed > tail)
        return Status(ErrorCode::CorruptRecord, "the entry refers to chunk " + std::to_string(m_mentions.highestUsed) + ", but the header says that number " +
                                                    std::to_string(tail) + " is the last one, so the header cannot be trusted")
            .withRecord(m_mentions.userOfHighest / m_survey.perRecord())
            .withRemedy("Verify the store; nothing is removed before the two agree.");
    std::vector<Leftover> found;
    for (std::size_t i = m_orphans.size(); i-- > 0;) {
        const bool abandoned = m_mentions.abandoned[i];
        found.push_back({chunkFileName(m_orphans[i].number), m_orphans[i].bytes,
                         abandoned ? "Only entries behind the end of the record table mention it, as after an append that was cut off."
                                   : "It lies behind the last chunk and no entry mentions it.",
                         !abandoned || alsoAbandoned});
    }
    for (std::size_t i = m_survey.segments.size(); i-- > 0;) {
        const NumberedFile& segment = m_survey.segments[i];
        if (segment.number < segmentsInUse())
            break;
        ZR_ASSIGN_OR_RETURN(const bool used, holdsEntries(segment));
        found.push_back({locationFileName(segment.number), segment.bytes,
                         used ? "It lies behind the end of the record table, but holds entries." : "It lies behind the end of the record table and is empty.",
                         !used || alsoAbandoned});
    }
    listSideFolder(found);
    return found;
}

Status removeAll(FileSystem& fileSystem, const StoreSurvey& survey, CleanReport& report)
{
    for (const Leftover& leftover : report.files) {
        if (!leftover.removable)
            continue;
        ZR_RETURN_IF_ERROR(fileSystem.removeFile(survey.path / leftover.file));
        ++report.removed;
    }
    ZR_RETURN_IF_ERROR(fileSystem.syncFolder(survey.path));
    // Folders that are empty now, and the side folder when it holds nothing else.
    SideFolder(fileSystem, survey.path, Durability::Power).tidy();
    return {};
}

Result<CleanReport> clean(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path, const CleanOptions& options,
                          const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(const LockedMeta meta, openLockedMeta(fileSystem, path, options.apply ? Access::ReadWrite : Access::ReadOnly, false));
    ZR_ASSIGN_OR_RETURN(const StoreSurvey survey, surveyStore(fileSystem, limits, path, *meta.file));
    if (survey.fenced)
        return Status(ErrorCode::RecoveryNeeded, "an interrupted change has not been finished").withRemedy("Repair the store first.");
    ZR_RETURN_IF_ERROR(survey.headerFault);
    ZR_RETURN_IF_ERROR(survey.descriptionFault);
    CleanReport report;
    ZR_ASSIGN_OR_RETURN(report.files, Cleaning(fileSystem, limits, survey, context).find(options.abandoned));
    for (const Leftover& leftover : report.files)
        report.bytes += leftover.removable ? leftover.bytes : 0;
    if (options.apply)
        ZR_RETURN_IF_ERROR(removeAll(fileSystem, survey, report));
    return report;
}

}  // namespace

Result<CleanReport> cleanStoreOn(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path, const CleanOptions& options,
                                 const OperationContext& context)
{
    auto report = clean(fileSystem, limits, path, options, context);
    if (!report.ok())
        return std::move(report).status().withStore(path.string());
    return report;
}

Result<CleanReport> cleanStore(const std::filesystem::path& path, const CleanOptions& options, const OperationContext& context)
{
    return withMemoryErrors([&] { return cleanStoreOn(posixFileSystem(), {}, path, options, context); });
}

}  // namespace zrecord
