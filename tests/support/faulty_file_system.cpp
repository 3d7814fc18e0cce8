#include "support/faulty_file_system.h"

#include <utility>

namespace zrecord::test {

class FaultyFile final : public File {
public:
    using Call = FaultyFileSystem::Call;

    FaultyFile(FaultyFileSystem& system, std::unique_ptr<File> below, std::filesystem::path path)
        : m_system(system), m_below(std::move(below)), m_path(std::move(path))
    {
    }
    Result<std::size_t> readAt(std::uint64_t offset, std::span<std::byte> out) const override
    {
        ZR_RETURN_IF_ERROR(m_system.note(Call::Read, m_path, out.size()));
        return m_below->readAt(offset, out);
    }
    Status writeAt(std::uint64_t offset, std::span<const std::byte> bytes) override
    {
        ZR_RETURN_IF_ERROR(m_system.note(Call::Write, m_path, bytes.size()));
        return m_below->writeAt(offset, bytes);
    }
    Result<std::uint64_t> size() const override
    {
        ZR_RETURN_IF_ERROR(m_system.note(Call::Size, m_path));
        return m_below->size();
    }
    Status truncate(std::uint64_t size) override
    {
        ZR_RETURN_IF_ERROR(m_system.note(Call::Truncate, m_path));
        return m_below->truncate(size);
    }
    Status sync() override
    {
        return m_system.note(Call::Sync, m_path);
    }
    Result<FileIdentity> identity() const override
    {
        ZR_RETURN_IF_ERROR(m_system.note(Call::Identity, m_path));
        return m_below->identity();
    }
    FileMap map(std::uint64_t bytes) const override { return m_system.m_maps ? m_below->map(bytes) : FileMap(); }
    [[nodiscard]] File& below() const { return *m_below; }

private:
    FaultyFileSystem& m_system;
    std::unique_ptr<File> m_below;
    std::filesystem::path m_path;
};

void FaultyFileSystem::failAt(std::uint64_t n, ErrorCode code, bool fromThenOn)
{
    const std::lock_guard guard(m_mutex);
    m_failAt = m_calls + n;
    m_code = code;
    m_fromThenOn = fromThenOn;
    m_failed = false;
}

void FaultyFileSystem::failWhere(std::function<bool(const Event&)> predicate, ErrorCode code)
{
    const std::lock_guard guard(m_mutex);
    m_predicate = std::move(predicate);
    m_code = code;
    m_failed = false;
}

void FaultyFileSystem::reset()
{
    const std::lock_guard guard(m_mutex);
    m_failAt = UINT64_MAX;
    m_fromThenOn = false;
    m_predicate = nullptr;
    m_calls = 0;
    for (auto& count : m_counts)
        count = 0;
    m_bytesRead = 0;
    m_failed = false;
}

Status FaultyFileSystem::note(Call call, const std::filesystem::path& path, std::uint64_t bytes)
{
    const Event event{call, path.filename().string(), bytes};
    if (m_observer)
        m_observer(event);
    const std::lock_guard guard(m_mutex);
    const std::uint64_t number = m_calls++;
    ++m_counts[static_cast<std::size_t>(call)];
    if (call == Call::Read)
        m_bytesRead += bytes;
    const bool hit = number == m_failAt || (m_fromThenOn && number > m_failAt) || (m_predicate && m_predicate(event));
    if (!hit)
        return {};
    m_failed = true;
    m_lastFault = event;
    return Status(m_code, "injected fault at call " + std::to_string(number)).withFile(event.path);
}

Result<std::unique_ptr<File>> FaultyFileSystem::open(const std::filesystem::path& path, OpenMode mode)
{
    ZR_RETURN_IF_ERROR(note(Call::Open, path));
    ZR_ASSIGN_OR_RETURN(std::unique_ptr<File> file, m_below.open(path, mode));
    return std::unique_ptr<File>(std::make_unique<FaultyFile>(*this, std::move(file), path));
}

Result<std::unique_ptr<FileLock>> FaultyFileSystem::lock(File& file, LockMode mode)
{
    ZR_RETURN_IF_ERROR(note(Call::Lock, "lock"));
    return m_below.lock(dynamic_cast<FaultyFile&>(file).below(), mode);
}

Result<FileIdentity> FaultyFileSystem::identityOf(const std::filesystem::path& path)
{
    ZR_RETURN_IF_ERROR(note(Call::IdentityOf, path));
    return m_below.identityOf(path);
}

Result<EntryType> FaultyFileSystem::entryType(const std::filesystem::path& path)
{
    ZR_RETURN_IF_ERROR(note(Call::EntryType, path));
    return m_below.entryType(path);
}

Result<std::vector<FolderEntry>> FaultyFileSystem::list(const std::filesystem::path& folder)
{
    ZR_RETURN_IF_ERROR(note(Call::List, folder));
    return m_below.list(folder);
}

Status FaultyFileSystem::createFolder(const std::filesystem::path& path)
{
    ZR_RETURN_IF_ERROR(note(Call::CreateFolder, path));
    return m_below.createFolder(path);
}

Status FaultyFileSystem::createFolders(const std::filesystem::path& path)
{
    ZR_RETURN_IF_ERROR(note(Call::CreateFolders, path));
    return m_below.createFolders(path);
}

Status FaultyFileSystem::rename(const std::filesystem::path& from, const std::filesystem::path& to)
{
    ZR_RETURN_IF_ERROR(note(Call::Rename, to));
    return m_below.rename(from, to);
}

Status FaultyFileSystem::removeFile(const std::filesystem::path& path)
{
    ZR_RETURN_IF_ERROR(note(Call::RemoveFile, path));
    return m_below.removeFile(path);
}

Status FaultyFileSystem::removeFolder(const std::filesystem::path& path)
{
    ZR_RETURN_IF_ERROR(note(Call::RemoveFolder, path));
    return m_below.removeFolder(path);
}

Status FaultyFileSystem::syncFolder(const std::filesystem::path& path)
{
    return note(Call::SyncFolder, path);
}

Result<std::uint64_t> FaultyFileSystem::freeSpace(const std::filesystem::path& path)
{
    ZR_RETURN_IF_ERROR(note(Call::FreeSpace, path));
    if (m_freeSpace != 0)
        return m_freeSpace;
    return m_below.freeSpace(path);
}

}  // namespace zrecord::test
