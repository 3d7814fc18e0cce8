#include "maintenance/repair_backup.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <vector>

#include "format/location_entry.h"
#include "platform/whole_file.h"
#include "store/location_reader.h"
#include "store/recovery/side_folder.h"

namespace zrecord {
namespace {

constexpr char kEntriesName[] = "entries";
constexpr std::uint64_t kLargestCopy = std::uint64_t{1} << 32;
constexpr std::size_t kSavedEntryBytes = 8 + kLocationEntryBytes;
constexpr std::uint64_t kEntriesAtOnce = 1 << 16;
constexpr int kMostInOneSecond = 1000;

std::string timeName(std::int64_t time)
{
    const auto seconds = static_cast<std::time_t>(time);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &parts)};
}

Status createIfMissing(FileSystem& fileSystem, const std::filesystem::path& folder)
{
    Status made = fileSystem.createFolder(folder);
    return made.code() == ErrorCode::AlreadyExists ? Status() : made;
}

/// Appends entries with their numbers to a file, in pieces.
class EntryWriter {
public:
    EntryWriter(StoreFiles& files, File& file) : m_reader(files), m_file(file) {}

    Status add(std::uint64_t begin, std::uint64_t end)
    {
        for (; begin < end; begin += m_entries.size()) {
            m_entries.resize(std::min(kEntriesAtOnce, end - begin));
            ZR_RETURN_IF_ERROR(m_reader.read(begin, m_entries));
            std::vector<std::byte> bytes(m_entries.size() * kSavedEntryBytes);
            for (std::size_t i = 0; i < m_entries.size(); ++i) {
                storeLittleEndian(bytes.data() + i * kSavedEntryBytes, begin + i);
                storeLocationEntry(bytes.data() + i * kSavedEntryBytes + 8, m_entries[i]);
            }
            ZR_RETURN_IF_ERROR(m_file.writeAt(m_written, bytes));
            m_written += bytes.size();
        }
        return {};
    }

private:
    LocationReader m_reader;
    File& m_file;
    std::uint64_t m_written = 0;
    std::vector<LocationEntry> m_entries;
};

}  // namespace

Result<RepairBackup> RepairBackup::create(FileSystem& fileSystem, const std::filesystem::path& store, std::int64_t time)
{
    ZR_RETURN_IF_ERROR(SideFolder(fileSystem, store, Durability::Power).checkOwn());
    const std::filesystem::path side = store / kSideFolder;
    const std::filesystem::path salvage = side / "salvage";
    ZR_RETURN_IF_ERROR(createIfMissing(fileSystem, side));
    ZR_RETURN_IF_ERROR(createIfMissing(fileSystem, salvage));
    for (int attempt = 1; attempt <= kMostInOneSecond; ++attempt) {
        const std::filesystem::path folder = salvage / (timeName(time) + (attempt == 1 ? "" : "-" + std::to_string(attempt)));
        Status made = fileSystem.createFolder(folder);
        if (made.ok())
            return RepairBackup(fileSystem, store, folder);
        if (made.code() != ErrorCode::AlreadyExists)
            return made;
    }
    return Status(ErrorCode::AlreadyExists, "there is no free name for the folder of the backup").withFile(salvage.string());
}

Status RepairBackup::write(const std::string& name, std::span<const std::byte> bytes)
{
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, m_fileSystem->open(m_folder / name, OpenMode::CreateNew));
    ZR_RETURN_IF_ERROR(file->writeAt(0, bytes));
    return file->sync();
}

Status RepairBackup::copyFile(const std::filesystem::path& from)
{
    const auto bytes = readWholeFile(*m_fileSystem, from, kLargestCopy);
    if (bytes.code() == ErrorCode::NotFound)
        return {};
    if (!bytes.ok())
        return bytes.status();
    return write(from.filename().string(), *bytes);
}

Status RepairBackup::moveFile(const std::filesystem::path& from)
{
    Status moved = m_fileSystem->rename(from, m_folder / from.filename());
    if (moved.code() == ErrorCode::NotFound)
        return {};
    ZR_RETURN_IF_ERROR(moved);
    ZR_RETURN_IF_ERROR(m_fileSystem->syncFolder(m_folder));
    return m_fileSystem->syncFolder(from.parent_path());
}

Status RepairBackup::copyEntries(const RepairAnalysis& analysis, const RepairCut& cut, const StoreLimits& limits)
{
    const unsigned perRecord = analysis.survey.perRecord();
    const std::uint64_t present = std::min(analysis.survey.header->length, entriesPresent(analysis.survey, limits));
    const std::uint64_t kept = cut.records - cut.damaged.size() - cut.doubled.size();
    if (kept * perRecord >= present)
        return {};
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, m_fileSystem->open(m_folder / kEntriesName, OpenMode::CreateNew));
    StoreFiles files(*m_fileSystem, m_store, limits);
    EntryWriter writer(files, *file);
    // Those whose places are taken by others, and everything behind the new end.
    std::vector<std::uint64_t> removed = cut.damaged;
    removed.insert(removed.end(), cut.doubled.begin(), cut.doubled.end());
    std::ranges::sort(removed);
    for (const std::uint64_t record : removed)
        if (record < kept)
            ZR_RETURN_IF_ERROR(writer.add(record * perRecord, (record + 1) * perRecord));
    ZR_RETURN_IF_ERROR(writer.add(kept * perRecord, present));
    return file->sync();
}

Status RepairBackup::sync()
{
    ZR_RETURN_IF_ERROR(m_fileSystem->syncFolder(m_folder));
    ZR_RETURN_IF_ERROR(m_fileSystem->syncFolder(m_folder.parent_path()));
    ZR_RETURN_IF_ERROR(m_fileSystem->syncFolder(m_store / kSideFolder));
    return m_fileSystem->syncFolder(m_store);
}

}  // namespace zrecord
