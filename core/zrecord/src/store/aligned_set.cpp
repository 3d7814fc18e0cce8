#include "zrecord/aligned_set.h"

#include <algorithm>
#include <utility>

#include "platform/file_system.h"

namespace zrecord {
namespace {

std::string recordCount(std::uint64_t records)
{
    return std::to_string(records) + (records == 1 ? " record" : " records");
}

}  // namespace

std::string AlignmentFault::message() const
{
    return "Stream " + stream + " has " + recordCount(records) + ", but " + reference + " has " + recordCount(referenceRecords) + ".";
}

std::vector<std::string> AlignedSet::streamNames(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    const auto entries = posixFileSystem().list(folder);
    if (!entries.ok())
        return names;
    for (const FolderEntry& entry : *entries)
        if (!entry.name.starts_with('.') && Store::looksLikeStore(folder / entry.name))
            names.push_back(entry.name);
    std::ranges::sort(names);
    return names;
}

Result<AlignedSet> AlignedSet::open(const std::filesystem::path& folder, const OpenOptions& options)
{
    const std::vector<std::string> names = streamNames(folder);
    if (names.empty())
        return Status(ErrorCode::NotFound, "the folder " + folder.string() + " holds no store");
    AlignedSet set;
    set.m_path = folder;
    for (const std::string& name : names) {
        ZR_ASSIGN_OR_RETURN(Store store, Store::open(folder / name, options));
        set.m_streams.push_back({name, std::move(store)});
    }
    const Stream& reference = set.m_streams.front();
    for (const Stream& stream : set.m_streams) {
        if (stream.store.size() == reference.store.size())
            continue;
        set.m_fault = AlignmentFault{stream.name, stream.store.size(), reference.name, reference.store.size()};
        break;
    }
    if (set.m_fault && options.access == Access::ReadWrite)
        return Status(ErrorCode::WrongKind, "the stores of the set do not belong together. " + set.m_fault->message())
            .withStore(folder.string())
            .withRemedy("Open the set for reading, or the stores one by one.");
    return set;
}

std::uint64_t AlignedSet::size() const
{
    std::uint64_t smallest = 0;
    for (std::size_t i = 0; i < m_streams.size(); ++i)
        smallest = i == 0 ? m_streams[i].store.size() : std::min(smallest, m_streams[i].store.size());
    return smallest;
}

Result<RemovalResult> AlignedSet::remove(std::span<const std::uint64_t> indices, const OperationContext& context)
{
    if (m_streams.empty())
        return Status(ErrorCode::Closed, "the set is closed");
    const Store& first = m_streams.front().store;
    for (const Stream& stream : m_streams) {
        ZR_RETURN_IF_ERROR(stream.store.planRemoval(indices).status());
        if (stream.store.access() != Access::ReadWrite)
            return Status(ErrorCode::ReadOnly, "the set is open for reading only").withStore(m_path.string());
        if (stream.store.size() != first.size())
            return Status(ErrorCode::WrongKind, "the streams of the set have different lengths").withStore(m_path.string());
    }
    RemovalResult result;
    // Once the first stream has changed there is no way back, so nothing stops the others.
    OperationContext unstoppable = context;
    unstoppable.stop = {};
    for (std::size_t i = 0; i < m_streams.size(); ++i) {
        auto removed = m_streams[i].store.remove(indices, i == 0 ? context : unstoppable);
        if (!removed.ok() && i == 0)
            return removed;
        if (!removed.ok())
            return Status(removed.code(), "the records were removed from the streams before '" + m_streams[i].name +
                                              "', but not from it and those after it: " + std::string(removed.status().what()))
                .withStore(m_path.string())
                .withRemedy("Remove the same records from the remaining streams before anything else is changed.");
        result = std::move(removed).value();
    }
    return result;
}

Status AlignedSet::close()
{
    Status first;
    for (Stream& stream : m_streams)
        if (Status status = stream.store.close(); !status.ok() && first.ok())
            first = std::move(status);
    return first;
}

}  // namespace zrecord
