#include "store/recovery/side_folder.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "format/file_names.h"
#include "format/store_description.h"
#include "platform/whole_file.h"

namespace zrecord {
namespace {

constexpr char kJournalName[] = "journal";
constexpr char kUnfinishedJournal[] = "journal.tmp";
constexpr char kSalvageFolder[] = "salvage";
constexpr std::string_view kNewFilesPrefix = "tmp-";
/// A bitmap of all records that a table can have on the largest of disks.
constexpr std::uint64_t kLargestJournal = std::uint64_t{1} << 32;

void removeFolderWithFiles(FileSystem& fileSystem, const std::filesystem::path& folder)
{
    if (const auto entries = fileSystem.list(folder); entries.ok())
        for (const FolderEntry& entry : *entries)
            static_cast<void>(fileSystem.removeFile(folder / entry.name).ok());
    static_cast<void>(fileSystem.removeFolder(folder).ok());
}

}  // namespace

std::string journalIdText(const JournalId& id)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : id) {
        text += kDigits[std::to_integer<unsigned>(byte) >> 4];
        text += kDigits[std::to_integer<unsigned>(byte) & 15];
    }
    return text;
}

SideFolder::SideFolder(FileSystem& fileSystem, std::filesystem::path store, Durability durability)
    : m_fileSystem(fileSystem), m_store(std::move(store)), m_folder(m_store / kSideFolder), m_waits(durability == Durability::Power)
{
}

JournalId SideFolder::newId() const
{
    JournalId id;
    storeLittleEndian(id.data(), m_fileSystem.randomNumber());
    storeLittleEndian(id.data() + 8, static_cast<std::uint16_t>(m_fileSystem.randomNumber()));
    return id;
}

std::filesystem::path SideFolder::newFiles(const JournalId& id) const
{
    return m_folder / (std::string(kNewFilesPrefix) + journalIdText(id));
}

Status SideFolder::syncFolder(const std::filesystem::path& folder)
{
    return m_waits ? m_fileSystem.syncFolder(folder) : Status();
}

Status SideFolder::checkOwn() const
{
    ZR_ASSIGN_OR_RETURN(const EntryType type, m_fileSystem.entryType(m_folder));
    if (type == EntryType::Missing)
        return {};
    // The type above is that of a link's target; the listing has the link's own.
    ZR_ASSIGN_OR_RETURN(const std::vector<FolderEntry> entries, m_fileSystem.list(m_store));
    const auto found = std::ranges::find(entries, std::string_view(kSideFolder), &FolderEntry::name);
    if (found == entries.end() || found->type == EntryType::Folder)
        return {};
    return Status(ErrorCode::BadFormat, "it is a link or a file where the store keeps a folder of its own")
        .withFile(kSideFolder)
        .withRemedy("Look at where it leads, and move it out of the store.");
}

Result<bool> SideFolder::hasJournal() const
{
    ZR_ASSIGN_OR_RETURN(const EntryType type, m_fileSystem.entryType(m_folder / kJournalName));
    return type != EntryType::Missing;
}

Status SideFolder::dropSums()
{
    const auto entries = m_fileSystem.list(m_folder);
    if (entries.code() == ErrorCode::NotFound)
        return {};
    ZR_RETURN_IF_ERROR(entries.status());
    bool any = false;
    for (const FolderEntry& entry : *entries) {
        if (entry.type != EntryType::File || !entry.name.starts_with(kSumsPrefix))
            continue;
        if (Status removed = m_fileSystem.removeFile(m_folder / entry.name); !removed.ok() && removed.code() != ErrorCode::NotFound)
            return removed;
        any = true;
    }
    // What a process that died has removed became durable with the undo log.
    return any ? syncFolder(m_folder) : Status();
}

Status SideFolder::prepare()
{
    ZR_RETURN_IF_ERROR(checkOwn());
    // The header is not fenced, so a journal that is still here is done with, but for what was noted before it.
    ZR_ASSIGN_OR_RETURN(const bool journal, hasJournal());
    if (journal)
        ZR_RETURN_IF_ERROR(dropSums());
    ZR_RETURN_IF_ERROR(removeJournal());
    tidy();
    if (Status made = m_fileSystem.createFolder(m_folder); !made.ok() && made.code() != ErrorCode::AlreadyExists)
        return made;
    return {};
}

Status SideFolder::writeJournal(const Journal& journal)
{
    const std::filesystem::path unfinished = m_folder / kUnfinishedJournal;
    {
        ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, m_fileSystem.open(unfinished, OpenMode::CreateNew));
        ZR_RETURN_IF_ERROR(file->writeAt(0, encodeJournal(journal)));
        if (m_waits)
            ZR_RETURN_IF_ERROR(file->sync());
    }
    ZR_RETURN_IF_ERROR(m_fileSystem.rename(unfinished, m_folder / kJournalName));
    return syncNames();
}

Status SideFolder::syncNames()
{
    ZR_RETURN_IF_ERROR(syncFolder(m_folder));
    // The side folder itself may be new.
    return syncFolder(m_store);
}

Status SideFolder::syncJournal()
{
    if (!m_waits)
        return {};
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, m_fileSystem.open(m_folder / kJournalName, OpenMode::Read));
    ZR_RETURN_IF_ERROR(file->sync());
    return syncNames();
}

Result<std::optional<Journal>> SideFolder::readJournal() const
{
    const auto bytes = readWholeFile(m_fileSystem, m_folder / kJournalName, kLargestJournal);
    if (bytes.code() == ErrorCode::NotFound)
        return std::optional<Journal>();
    if (!bytes.ok())
        return bytes.status();
    ZR_ASSIGN_OR_RETURN(Journal journal, decodeJournal(*bytes));
    return std::optional<Journal>(std::move(journal));
}

Status SideFolder::removeJournal()
{
    if (Status removed = m_fileSystem.removeFile(m_folder / kJournalName); !removed.ok())
        return removed.code() == ErrorCode::NotFound ? Status() : removed;
    // An old journal must not come back when power fails.
    return syncFolder(m_folder);
}

Status SideFolder::setJournalAside()
{
    const std::filesystem::path salvage = m_folder / kSalvageFolder;
    if (Status made = m_fileSystem.createFolder(salvage); !made.ok() && made.code() != ErrorCode::AlreadyExists)
        return made;
    const std::string name = kJournalName + ("-" + journalIdText(newId()));
    ZR_RETURN_IF_ERROR(m_fileSystem.rename(m_folder / kJournalName, salvage / name));
    return syncFolder(m_folder);
}

void SideFolder::tidy()
{
    if (!checkOwn().ok())
        return;
    const auto entries = m_fileSystem.list(m_folder);
    if (!entries.ok())
        return;
    const auto named = [&](const char* name) { return std::ranges::find(*entries, name, &FolderEntry::name) != entries->end(); };
    if (named(kJournalName))
        return;
    bool keepsSomething = false;
    for (const FolderEntry& entry : *entries) {
        if (entry.type == EntryType::Folder && entry.name.starts_with(kNewFilesPrefix))
            removeFolderWithFiles(m_fileSystem, m_folder / entry.name);
        else if (entry.name == kUnfinishedJournal)
            static_cast<void>(m_fileSystem.removeFile(m_folder / entry.name).ok());
        else
            keepsSomething = true;
    }
    if (!keepsSomething)
        static_cast<void>(m_fileSystem.removeFolder(m_folder).ok());
}

Result<std::uint64_t> storeChecksum(FileSystem& fileSystem, const std::filesystem::path& store)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<std::byte> bytes, readWholeFile(fileSystem, store / kStoreFileName, kMaxStoreDescriptionBytes));
    return checksumOf(bytes);
}

}  // namespace zrecord
