#include "store/recovery/undo_log.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "platform/whole_file.h"
#include "store/recovery/side_folder.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kLargestUndo = std::uint64_t{1} << 30;

std::optional<std::uint64_t> numberIn(std::string_view name)
{
    const std::string_view prefix = kUndoPrefix;
    std::uint64_t number = 0;
    if (!name.starts_with(prefix))
        return std::nullopt;
    const char* const end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data() + prefix.size(), end, number);
    return parsed.ec == std::errc() && parsed.ptr == end && kUndoPrefix + std::to_string(number) == name ? std::optional(number) : std::nullopt;
}

}  // namespace

UndoLog::UndoLog(FileSystem& fileSystem, const std::filesystem::path& store, Durability durability)
    : m_fileSystem(fileSystem), m_folder(store / kSideFolder), m_waits(durability == Durability::Power)
{
}

std::filesystem::path UndoLog::pathOf(std::uint64_t number) const
{
    return m_folder / (kUndoPrefix + std::to_string(number));
}

Result<std::vector<std::uint64_t>> UndoLog::numbers() const
{
    std::vector<std::uint64_t> all;
    const auto entries = m_fileSystem.list(m_folder);
    if (entries.code() == ErrorCode::NotFound)
        return all;
    if (!entries.ok())
        return entries.status();
    for (const FolderEntry& entry : *entries)
        if (const auto number = numberIn(entry.name); number && entry.type == EntryType::File)
            all.push_back(*number);
    std::ranges::sort(all, std::greater());
    return all;
}

Result<std::vector<UndoLog::Level>> UndoLog::chain(const MetaHeader& header) const
{
    ZR_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> all, numbers());
    std::vector<Level> levels;
    MetaHeader wanted = header;
    for (const std::uint64_t number : all) {
        std::vector<std::byte> bytes(kUndoHeaderBytes);
        ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, m_fileSystem.open(pathOf(number), OpenMode::Read));
        ZR_RETURN_IF_ERROR(file->readAt(0, bytes).status());
        const auto summary = decodeUndoSummary(bytes);
        if (summary.ok() && summary->after == wanted) {
            levels.push_back({number, *summary});
            wanted = summary->before;
        } else if (!levels.empty()) {
            break;
        }
    }
    return levels;
}

Status UndoLog::add(const UndoRecord& record)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> before, numbers());
    const std::filesystem::path path = pathOf(before.empty() ? 1 : before.front() + 1);
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, m_fileSystem.open(path, OpenMode::CreateNew));
    Status status = file->writeAt(0, encodeUndoRecord(record));
    if (status.ok() && m_waits)
        status = file->sync();
    if (!status.ok())
        static_cast<void>(m_fileSystem.removeFile(path).ok());
    return status;
}

void UndoLog::removeLast()
{
    if (const auto all = numbers(); all.ok() && !all->empty())
        static_cast<void>(m_fileSystem.removeFile(pathOf(all->front())).ok());
}

Result<std::vector<UndoSummary>> UndoLog::levels(const MetaHeader& header) const
{
    ZR_ASSIGN_OR_RETURN(const std::vector<Level> levels, chain(header));
    std::vector<UndoSummary> all;
    for (const Level& level : levels)
        all.push_back(level.summary);
    return all;
}

Result<UndoRecord> UndoLog::newest(const MetaHeader& header) const
{
    ZR_ASSIGN_OR_RETURN(const std::vector<Level> levels, chain(header));
    if (levels.empty())
        return Status(ErrorCode::NotFound, "there is no delete to undo: none was made, or the store was changed or compacted since")
            .withRemedy("Nothing was changed. A delete can be undone until records are added or the store is compacted.");
    const std::filesystem::path path = pathOf(levels.front().number);
    ZR_ASSIGN_OR_RETURN(const std::vector<std::byte> bytes, readWholeFile(m_fileSystem, path, kLargestUndo));
    auto record = decodeUndoRecord(bytes);
    if (!record.ok())
        return Status(ErrorCode::BadFormat, "the file that keeps what was removed cannot be used: " + std::string(record.status().what()))
            .withFile(std::string(kSideFolder) + "/" + path.filename().string());
    return record;
}

Status UndoLog::sync(const MetaHeader& header)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<Level> levels, chain(header));
    if (levels.empty() || !m_waits)
        return {};
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, m_fileSystem.open(pathOf(levels.front().number), OpenMode::Read));
    return file->sync();
}

void UndoLog::clear()
{
    if (const auto all = numbers(); all.ok())
        for (const std::uint64_t number : *all)
            static_cast<void>(m_fileSystem.removeFile(pathOf(number)).ok());
    // Also when somebody else has removed them and died.
    if (m_waits)
        static_cast<void>(m_fileSystem.syncFolder(m_folder).ok());
}

void UndoLog::prune(const MetaHeader& header)
{
    const auto all = numbers();
    const auto levels = chain(header);
    if (!all.ok() || !levels.ok())
        return;
    std::size_t kept = 0;
    for (const std::uint64_t number : *all) {
        if (kept < kMostLevels && std::ranges::find(*levels, number, &Level::number) != levels->end())
            ++kept;
        else
            static_cast<void>(m_fileSystem.removeFile(pathOf(number)).ok());
    }
}

}  // namespace zrecord
