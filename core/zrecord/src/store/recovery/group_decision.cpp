#include "store/recovery/group_decision.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/folder_path.h"
#include "platform/whole_file.h"
#include "store/recovery/side_folder.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kLargestGroupFile = 16 << 20;

Result<MetaImage> imageOf(FileSystem& fileSystem, const std::filesystem::path& store)
{
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, fileSystem.open(store / kMetaFileName, OpenMode::Read));
    MetaImage image{};
    ZR_ASSIGN_OR_RETURN(const std::size_t got, file->readAt(0, image));
    if (got != image.size())
        return Status(ErrorCode::BadFormat, "the header is too short").withFile(kMetaFileName);
    return image;
}

Status undecidable(std::string why)
{
    return Status(ErrorCode::RecoveryNeeded, "a change of all stores of a set was interrupted, and " + std::move(why))
        .withRemedy("Put all stores of the set back into one folder under their names, hidden files included, and open the set there.");
}

}  // namespace

GroupDecision::GroupDecision(FileSystem& fileSystem, std::filesystem::path folder, const JournalId& id, Durability durability)
    : m_fileSystem(fileSystem), m_folder(std::move(folder)), m_id(id), m_path(m_folder / (kGroupFilePrefix + journalIdText(id))),
      m_unfinished(m_path.string() + ".tmp"), m_waits(durability == Durability::Power)
{
}

GroupDecision GroupDecision::of(FileSystem& fileSystem, const std::filesystem::path& store, const JournalId& id, Durability durability)
{
    return {fileSystem, wholeFolderPath(store).parent_path(), id, durability};
}

Result<GroupFile> GroupDecision::read() const
{
    ZR_ASSIGN_OR_RETURN(const std::vector<std::byte> bytes, readWholeFile(m_fileSystem, m_path, kLargestGroupFile));
    return decodeGroupFile(bytes);
}

Status GroupDecision::write(const std::vector<GroupMember>& members, bool& decided)
{
    decided = false;
    const auto writeFile = [&]() -> Status {
        ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, m_fileSystem.open(m_unfinished, OpenMode::CreateNew));
        ZR_RETURN_IF_ERROR(file->writeAt(0, encodeGroupFile({m_id, members})));
        return m_waits ? file->sync() : Status();
    };
    Status status = writeFile();
    if (status.ok())
        status = m_fileSystem.rename(m_unfinished, m_path);
    if (!status.ok()) {
        static_cast<void>(m_fileSystem.removeFile(m_unfinished).ok());
        return std::move(status).withFile(m_path.filename().string());
    }
    decided = true;
    return m_waits ? m_fileSystem.syncFolder(m_folder) : Status();
}

Result<bool> GroupDecision::isMade(const std::filesystem::path& store, const Journal& journal) const
{
    const std::string own = wholeFolderPath(store).filename().string();
    if (std::ranges::find(journal.members, own, &GroupMember::name) == journal.members.end())
        return undecidable("the store was not called '" + own + "' then");
    const auto group = read();
    if (!group.ok() && group.code() != ErrorCode::NotFound)
        return undecidable("the file that decides it, '" + m_path.filename().string() + "' beside the store, cannot be used: " +
                           std::string(group.status().what()));
    if (group.ok() && (group->id != m_id || group->members != journal.members))
        return undecidable("the file that decides it is that of another set");
    if (group.ok())
        return true;
    for (const GroupMember& member : journal.members) {
        const auto image = imageOf(m_fileSystem, m_folder / member.name);
        if (!image.ok())
            return undecidable("its store '" + member.name + "' is not there or cannot be read: " + std::string(image.status().what()));
        if (*image == encodeMetaHeader(member.after))
            return undecidable("its store '" + member.name + "' has made it while the file that decides it, '" +
                               m_path.filename().string() + "', is missing");
    }
    return false;
}

Status GroupDecision::sync()
{
    if (!m_waits)
        return {};
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, m_fileSystem.open(m_path, OpenMode::Read));
    ZR_RETURN_IF_ERROR(file->sync());
    return m_fileSystem.syncFolder(m_folder);
}

Status GroupDecision::remove()
{
    if (Status removed = m_fileSystem.removeFile(m_path); !removed.ok() && removed.code() != ErrorCode::NotFound)
        return removed;
    return m_waits ? m_fileSystem.syncFolder(m_folder) : Status();
}

bool GroupDecision::isDoneWith(const std::string& member) const
{
    const std::filesystem::path path = m_folder / member / kMetaFileName;
    const auto image = imageOf(m_fileSystem, m_folder / member);
    // A store that was moved away may come back.
    if (!image.ok())
        return false;
    if (const auto fence = decodeFence(*image); fence.ok() && fence->journal == m_id)
        return false;
    if (!m_waits)
        return true;
    // Whoever lifted the fence may have died before that was on the device.
    const auto file = m_fileSystem.open(path, OpenMode::Read);
    return file.ok() && (*file)->sync().ok();
}

Status GroupDecision::tidy(const std::vector<GroupMember>& members)
{
    if (Status removed = m_fileSystem.removeFile(m_unfinished); !removed.ok() && removed.code() != ErrorCode::NotFound)
        return removed;
    ZR_ASSIGN_OR_RETURN(const EntryType type, m_fileSystem.entryType(m_path));
    if (type == EntryType::File && !std::ranges::all_of(members, [&](const GroupMember& member) { return isDoneWith(member.name); }))
        return {};
    // Also when somebody else has removed it and died: it must not come back once the journals are gone that lead to it.
    return remove();
}

}  // namespace zrecord
