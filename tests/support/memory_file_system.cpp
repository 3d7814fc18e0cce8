#include "support/memory_file_system.h"

#include <algorithm>
#include <utility>

#include "base/checksum.h"

namespace zrecord::test {
namespace {

constexpr std::uint64_t kRoot = 1;
constexpr std::uint64_t kPart = 64;

std::string textOf(const std::filesystem::path& path)
{
    return path.relative_path().generic_string();
}

Status missing(const std::filesystem::path& path)
{
    return Status(ErrorCode::NotFound, "there is no such file or folder").withFile(path.filename().string());
}

/// Calls use(offset, bytes) for each part that reaches the device as a whole or not at all.
template <typename Use>
void forEachPart(std::uint64_t offset, const Bytes& bytes, Use use)
{
    for (std::uint64_t at = 0; at < bytes.size();) {
        const std::uint64_t count = std::min<std::uint64_t>(kPart - (offset + at) % kPart, bytes.size() - at);
        const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
        use(offset + at, Bytes(begin, begin + static_cast<std::ptrdiff_t>(count)));
        at += count;
    }
}

}  // namespace

class MemoryFile final : public File {
public:
    MemoryFile(MemoryFileSystem& system, std::uint64_t node, std::string path) : m_system(system), m_node(node), m_path(std::move(path)) {}

    Result<std::size_t> readAt(std::uint64_t offset, std::span<std::byte> out) const override
    {
        const Bytes& bytes = m_system.m_nodes.at(m_node).bytes;
        if (offset >= bytes.size())
            return std::size_t{0};
        const std::size_t count = std::min<std::uint64_t>(out.size(), bytes.size() - offset);
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), count, out.begin());
        return count;
    }
    Status writeAt(std::uint64_t offset, std::span<const std::byte> bytes) override
    {
        return change(MemoryFileSystem::Call::Write, {offset, Bytes(bytes.begin(), bytes.end()), false});
    }
    Result<std::uint64_t> size() const override { return std::uint64_t{m_system.m_nodes.at(m_node).bytes.size()}; }
    Status truncate(std::uint64_t size) override { return change(MemoryFileSystem::Call::Truncate, {size, {}, true}); }
    Status sync() override
    {
        if (!m_system.begin(MemoryFileSystem::Call::Sync, m_path))
            return {};
        MemoryFileSystem::Node& node = m_system.m_nodes.at(m_node);
        node.durable = node.bytes;
        node.changes.clear();
        m_system.end(MemoryFileSystem::Call::Sync, m_path);
        return {};
    }
    Result<FileIdentity> identity() const override { return FileIdentity{1, m_node}; }
    [[nodiscard]] std::uint64_t node() const noexcept { return m_node; }

private:
    Status change(MemoryFileSystem::Call call, MemoryFileSystem::Change change)
    {
        if (!m_system.begin(call, m_path))
            return {};
        MemoryFileSystem::Node& node = m_system.m_nodes.at(m_node);
        MemoryFileSystem::apply(node.bytes, change);
        node.changes.push_back(std::move(change));
        m_system.end(call, m_path);
        return {};
    }

    MemoryFileSystem& m_system;
    std::uint64_t m_node;
    std::string m_path;
};

namespace {

class MemoryLock final : public FileLock {
public:
    MemoryLock(int& holders, bool exclusive) : m_holders(holders), m_exclusive(exclusive) { m_holders += exclusive ? -1 : 1; }
    MemoryLock(const MemoryLock&) = delete;
    MemoryLock& operator=(const MemoryLock&) = delete;
    ~MemoryLock() override { m_holders += m_exclusive ? 1 : -1; }

private:
    int& m_holders;
    bool m_exclusive;
};

}  // namespace

MemoryFileSystem::MemoryFileSystem()
{
    m_nodes[kRoot].folder = true;
}

MemoryFileSystem::~MemoryFileSystem() = default;

void MemoryFileSystem::apply(Bytes& bytes, const Change& change)
{
    if (change.truncates) {
        bytes.resize(change.offset);
        return;
    }
    if (bytes.size() < change.offset + change.bytes.size())
        bytes.resize(change.offset + change.bytes.size());
    std::ranges::copy(change.bytes, bytes.begin() + static_cast<std::ptrdiff_t>(change.offset));
}

bool MemoryFileSystem::begin(Call call, const std::string& path)
{
    return !m_swallow || !m_swallow({call, path});
}

void MemoryFileSystem::end(Call call, const std::string& path)
{
    ++m_calls;
    if (m_observer)
        m_observer({call, path});
}

Result<MemoryFileSystem::Place> MemoryFileSystem::find(const std::filesystem::path& path) const
{
    Place place{kRoot, {}, kRoot};
    for (const std::filesystem::path& part : path.relative_path()) {
        if (part.empty())
            continue;
        if (place.node == 0 || !m_nodes.at(place.node).folder)
            return missing(path);
        const auto& entries = m_nodes.at(place.node).entries;
        const auto found = entries.find(part.string());
        place = {place.node, part.string(), found == entries.end() ? 0 : found->second};
    }
    return place;
}

void MemoryFileSystem::setEntry(NodeId folder, const std::string& name, NodeId node, std::uint64_t step)
{
    if (node == 0)
        m_nodes.at(folder).entries.erase(name);
    else
        m_nodes.at(folder).entries[name] = node;
    m_nameChanges.push_back({step, folder, name, node});
}

std::unique_ptr<MemoryFileSystem> MemoryFileSystem::afterKill() const
{
    auto copy = std::make_unique<MemoryFileSystem>();
    copy->m_nodes = m_nodes;
    copy->m_nameChanges = m_nameChanges;
    copy->m_nextNode = m_nextNode;
    copy->m_nextStep = m_nextStep;
    copy->m_numbers = m_numbers;
    return copy;
}

std::unique_ptr<MemoryFileSystem> MemoryFileSystem::lose(const Chooser& keepsBytes, const Chooser& keepsNames, std::mt19937_64* garbage) const
{
    auto copy = afterKill();
    for (auto& [id, node] : copy->m_nodes) {
        node.bytes = node.durable;
        for (const Change& change : node.changes) {
            if (change.truncates) {
                if (keepsBytes())
                    apply(node.bytes, change);
                continue;
            }
            forEachPart(change.offset, change.bytes, [&](std::uint64_t offset, Bytes part) {
                const bool kept = keepsBytes();
                // A file may have got longer without its new bytes; what was on the device before stays what it was.
                const bool spoiled = !kept && garbage != nullptr && offset >= node.durable.size() && ((*garbage)() & 3) == 0;
                if (spoiled)
                    std::ranges::generate(part, [&] { return static_cast<std::byte>((*garbage)()); });
                if (kept || spoiled)
                    apply(node.bytes, {offset, std::move(part), false});
            });
        }
        node.entries = node.durableEntries;
    }
    std::uint64_t step = 0;
    bool kept = false;
    for (const NameChange& change : m_nameChanges) {
        if (change.step != step) {
            step = change.step;
            kept = keepsNames();
        }
        if (!kept)
            continue;
        auto& entries = copy->m_nodes.at(change.folder).entries;
        if (change.node == 0)
            entries.erase(change.name);
        else
            entries[change.name] = change.node;
    }
    copy->settle();
    return copy;
}

std::unique_ptr<MemoryFileSystem> MemoryFileSystem::afterPowerLoss(Survival bytes, Survival names, std::mt19937_64& random) const
{
    const auto chooser = [&](Survival survival) -> Chooser {
        if (survival == Survival::Random)
            return [&] { return (random() & 1) != 0; };
        return [all = survival == Survival::All] { return all; };
    };
    return lose(chooser(bytes), chooser(names), bytes == Survival::Random ? &random : nullptr);
}

std::size_t MemoryFileSystem::unsyncedParts() const
{
    std::size_t parts = 0;
    const Chooser count = [&] { return ++parts != 0; };
    static_cast<void>(lose(count, count, nullptr));
    return parts;
}

std::unique_ptr<MemoryFileSystem> MemoryFileSystem::afterPowerLoss(std::uint64_t survivors) const
{
    const Chooser next = [&] { return (std::exchange(survivors, survivors >> 1) & 1) != 0; };
    return lose(next, next, nullptr);
}

void MemoryFileSystem::settle()
{
    for (auto& [id, node] : m_nodes) {
        node.durable = node.bytes;
        node.changes.clear();
        node.durableEntries = node.entries;
    }
    m_nameChanges.clear();
}

void MemoryFileSystem::collect(NodeId folder, const std::string& prefix, std::map<std::string, Bytes>& out) const
{
    for (const auto& [name, id] : m_nodes.at(folder).entries) {
        const Node& node = m_nodes.at(id);
        if (node.folder) {
            out[prefix + name + "/"] = {};
            collect(id, prefix + name + "/", out);
        } else {
            out[prefix + name] = node.bytes;
        }
    }
}

std::map<std::string, Bytes> MemoryFileSystem::contents() const
{
    std::map<std::string, Bytes> out;
    collect(kRoot, "", out);
    return out;
}

std::uint64_t MemoryFileSystem::fingerprint() const
{
    StreamChecksum checksum;
    const auto number = [&](std::uint64_t value) { checksum.add(std::as_bytes(std::span(&value, 1))); };
    const auto blob = [&](const auto& bytes) {
        number(bytes.size());
        checksum.add(std::as_bytes(std::span(bytes)));
    };
    for (const auto& [name, bytes] : contents()) {
        blob(name);
        blob(bytes);
    }
    for (const auto& [id, node] : m_nodes) {
        for (const Change& change : node.changes) {
            number(id);
            number(change.offset);
            blob(change.bytes);
        }
    }
    for (const NameChange& change : m_nameChanges) {
        number(change.folder);
        blob(change.name);
        number(change.node);
    }
    return checksum.value();
}

Result<std::unique_ptr<File>> MemoryFileSystem::open(const std::filesystem::path& path, OpenMode mode)
{
    ZR_ASSIGN_OR_RETURN(Place place, find(path));
    if (place.node == 0) {
        if (mode != OpenMode::CreateNew && mode != OpenMode::OpenOrCreate)
            return missing(path);
        // Counted like the others, but nobody forgets to create a file and then writes to it.
        static_cast<void>(begin(Call::Create, textOf(path)));
        place.node = m_nextNode++;
        m_nodes[place.node];
        setEntry(place.folder, place.name, place.node, m_nextStep++);
        end(Call::Create, textOf(path));
    } else if (mode == OpenMode::CreateNew) {
        return Status(ErrorCode::AlreadyExists, "the file is there already").withFile(place.name);
    }
    if (m_nodes.at(place.node).folder)
        return Status(ErrorCode::BadFormat, "this is not a regular file").withFile(place.name);
    return std::unique_ptr<File>(std::make_unique<MemoryFile>(*this, place.node, textOf(path)));
}

Result<std::unique_ptr<FileLock>> MemoryFileSystem::lock(File& file, LockMode mode)
{
    int& holders = m_locks[dynamic_cast<MemoryFile&>(file).node()];
    const bool exclusive = mode == LockMode::Exclusive;
    if (holders < 0 || (exclusive && holders > 0))
        return Status(ErrorCode::Busy, "another handle is using the store");
    return std::unique_ptr<FileLock>(std::make_unique<MemoryLock>(holders, exclusive));
}

Result<FileIdentity> MemoryFileSystem::identityOf(const std::filesystem::path& path)
{
    ZR_ASSIGN_OR_RETURN(const Place place, find(path));
    if (place.node == 0)
        return missing(path);
    return FileIdentity{1, place.node};
}

Result<EntryType> MemoryFileSystem::entryType(const std::filesystem::path& path)
{
    const auto place = find(path);
    if (!place.ok() || place->node == 0)
        return EntryType::Missing;
    return m_nodes.at(place->node).folder ? EntryType::Folder : EntryType::File;
}

Result<std::vector<FolderEntry>> MemoryFileSystem::list(const std::filesystem::path& folder)
{
    ZR_ASSIGN_OR_RETURN(const Place place, find(folder));
    if (place.node == 0 || !m_nodes.at(place.node).folder)
        return missing(folder);
    std::vector<FolderEntry> entries;
    for (const auto& [name, node] : m_nodes.at(place.node).entries)
        entries.push_back({name, m_nodes.at(node).folder ? EntryType::Folder : EntryType::File});
    return entries;
}

Status MemoryFileSystem::createFolder(const std::filesystem::path& path)
{
    ZR_ASSIGN_OR_RETURN(const Place place, find(path));
    if (place.node != 0)
        return Status(ErrorCode::AlreadyExists, "the folder is there already").withFile(place.name);
    if (!begin(Call::CreateFolder, textOf(path)))
        return {};
    const NodeId node = m_nextNode++;
    m_nodes[node].folder = true;
    setEntry(place.folder, place.name, node, m_nextStep++);
    end(Call::CreateFolder, textOf(path));
    return {};
}

Status MemoryFileSystem::createFolders(const std::filesystem::path& path)
{
    std::filesystem::path whole;
    for (const std::filesystem::path& part : path.relative_path()) {
        whole /= part;
        if (Status made = createFolder(whole); !made.ok() && made.code() != ErrorCode::AlreadyExists)
            return made;
    }
    return {};
}

Status MemoryFileSystem::rename(const std::filesystem::path& from, const std::filesystem::path& to)
{
    ZR_ASSIGN_OR_RETURN(const Place source, find(from));
    ZR_ASSIGN_OR_RETURN(const Place target, find(to));
    if (source.node == 0)
        return missing(from);
    if (target.node != 0 && m_nodes.at(target.node).folder &&
        (!m_nodes.at(source.node).folder || !m_nodes.at(target.node).entries.empty()))
        return Status(ErrorCode::AlreadyExists, "the folder is not empty").withFile(target.name);
    if (!begin(Call::Rename, textOf(to)))
        return {};
    const std::uint64_t step = m_nextStep++;
    setEntry(source.folder, source.name, 0, step);
    setEntry(target.folder, target.name, source.node, step);
    end(Call::Rename, textOf(to));
    return {};
}

Status MemoryFileSystem::removeFile(const std::filesystem::path& path)
{
    ZR_ASSIGN_OR_RETURN(const Place place, find(path));
    if (place.node == 0 || m_nodes.at(place.node).folder)
        return missing(path);
    return removeEntry(Call::RemoveFile, path, place);
}

Status MemoryFileSystem::removeEntry(Call call, const std::filesystem::path& path, const Place& place)
{
    if (!begin(call, textOf(path)))
        return {};
    setEntry(place.folder, place.name, 0, m_nextStep++);
    end(call, textOf(path));
    return {};
}

Status MemoryFileSystem::removeFolder(const std::filesystem::path& path)
{
    ZR_ASSIGN_OR_RETURN(const Place place, find(path));
    if (place.node == 0)
        return missing(path);
    if (!m_nodes.at(place.node).entries.empty())
        return Status(ErrorCode::IoError, "the folder is not empty").withFile(place.name);
    return removeEntry(Call::RemoveFolder, path, place);
}

Status MemoryFileSystem::syncFolder(const std::filesystem::path& path)
{
    ZR_ASSIGN_OR_RETURN(const Place place, find(path));
    if (place.node == 0)
        return missing(path);
    if (!begin(Call::SyncFolder, textOf(path)))
        return {};
    // A rename between two folders is one step: syncing either settles both.
    std::set<std::uint64_t> steps;
    for (const NameChange& change : m_nameChanges)
        if (change.folder == place.node)
            steps.insert(change.step);
    std::map<std::pair<NodeId, std::string>, std::uint64_t> settled;
    for (const NameChange& change : m_nameChanges)
        if (steps.contains(change.step))
            settled[{change.folder, change.name}] = change.step;
    // An older change of the same name cannot come after a newer one.
    std::erase_if(m_nameChanges, [&](const NameChange& change) {
        const auto newer = settled.find({change.folder, change.name});
        return newer != settled.end() && change.step < newer->second && !steps.contains(change.step);
    });
    std::erase_if(m_nameChanges, [&](const NameChange& change) {
        if (!steps.contains(change.step))
            return false;
        auto& entries = m_nodes.at(change.folder).durableEntries;
        if (change.node == 0)
            entries.erase(change.name);
        else
            entries[change.name] = change.node;
        return true;
    });
    end(Call::SyncFolder, textOf(path));
    return {};
}

}  // namespace zrecord::test
