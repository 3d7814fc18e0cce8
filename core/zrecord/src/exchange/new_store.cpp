#include "exchange/new_store.h"

#include <cerrno>
#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/folder_path.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnfinishedPrefix = ".zrx-import-";

fs::path parentOf(const fs::path& path)
{
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

Status checkPlace(const fs::path& path)
{
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    if (status.type() == fs::file_type::not_found)
        return Status::success();
    if (error)
        return Status::fromErrno(error.value(), "the place of the new store cannot be examined").withStore(path.string());
    const bool usable = fs::is_directory(status) && fs::is_empty(path, error) && !error;
    if (usable)
        return Status::success();
    std::string what = "something is in place of the new store";
    if (fs::is_directory(status))
        what = Store::looksLikeStore(path) ? "there is a store already" : "the folder is not empty";
    return Status(ErrorCode::AlreadyExists, std::move(what)).withStore(path.string());
}

/// Makes the parents and returns the outermost one that was missing.
Result<fs::path> makeParents(const fs::path& parent)
{
    fs::path firstMissing;
    std::error_code error;
    for (fs::path at = parent; !at.empty() && !fs::exists(at, error); at = at.parent_path()) {
        firstMissing = at;
        if (at == at.parent_path())
            break;
    }
    fs::create_directories(parent, error);
    if (error)
        return Status::fromErrno(error.value(), "the folder of the new store cannot be made", true).withStore(parent.string());
    return firstMissing;
}

/// An unfinished store that grows is touched all the time; one this old, that no program has open, has been left behind.
constexpr std::chrono::hours kAbandonedAfter{24};

bool isAbandoned(const fs::path& path)
{
    std::error_code error;
    if (!fs::is_directory(fs::symlink_status(path, error)))
        return false;
    const Result<Store> store = Store::open(path, {Access::ReadWrite, std::nullopt, false});
    if (store)
        return true;
    const auto written = fs::last_write_time(path, error);
    return !error && store.code() != ErrorCode::Busy && fs::file_time_type::clock::now() - written > kAbandonedAfter;
}

/// A folder whose store can be opened for writing belongs to nobody any more; one without a whole header may be in the
/// making, unless it is old.
void removeLeftovers(const fs::path& parent)
{
    // Not by the iterator of the standard library: where memory runs out its constructor ends the program.
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(parent.c_str()), &::closedir);
    while (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr) {
        const std::string_view name = entry->d_name;
        if (!name.starts_with(kUnfinishedPrefix) || !isAbandoned(parent / name))
            continue;
        std::error_code ignored;
        fs::remove_all(parent / name, ignored);
    }
}

}  // namespace

std::string randomSuffix()
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::random_device random;
    std::string text;
    for (int i = 0; i < 16; ++i)
        text += kDigits[random() % kDigits.size()];
    return text;
}

Status syncParent(const fs::path& path)
{
    const fs::path parent = parentOf(withoutTrailingSlash(path));
    const int descriptor = ::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return Status::fromErrno(errno, "the folder cannot be opened").withFile(parent.string());
    const int failed = ::fsync(descriptor) != 0 ? errno : 0;
    ::close(descriptor);
    // Some file systems have no sync of folders; there the rename is as durable as it gets.
    return failed == 0 || failed == EINVAL ? Status::success()
                                           : Status::fromErrno(failed, "the folder cannot be synced", true).withFile(parent.string());
}

bool liesInside(const fs::path& path, const fs::path& folder)
{
    std::error_code error;
    const fs::path inner = fs::weakly_canonical(fs::absolute(withoutTrailingSlash(path), error), error);
    const fs::path outer = fs::weakly_canonical(fs::absolute(withoutTrailingSlash(folder), error), error);
    for (fs::path at = inner;; at = at.parent_path()) {
        if (at == outer || fs::equivalent(at, outer, error))
            return true;
        if (at == at.parent_path() || at.empty())
            return false;
    }
}

Result<NewStore> NewStore::create(const fs::path& path, const StoreDescription& description, const CreateOptions& options)
{
    const fs::path place = withoutTrailingSlash(path);
    if (place.empty())
        return Status(ErrorCode::InvalidArgument, "the path of the new store is empty");
    ZR_RETURN_IF_ERROR(checkPlace(place));
    const fs::path parent = parentOf(place);
    ZR_ASSIGN_OR_RETURN(fs::path firstMade, makeParents(parent));
    NewStore created(place, std::move(firstMade));
    removeLeftovers(parent);
    created.m_unfinished = parent / (std::string(kUnfinishedPrefix) + randomSuffix());
    auto store = Store::create(created.m_unfinished, description, options);
    if (!store)
        return created.named(std::move(store).status());
    created.m_store.emplace(std::move(store).value());
    return created;
}

NewStore::NewStore(NewStore&& other) noexcept
    : m_path(std::move(other.m_path)), m_firstMade(std::exchange(other.m_firstMade, {})),
      m_unfinished(std::exchange(other.m_unfinished, {})), m_store(std::exchange(other.m_store, std::nullopt))
{
}

NewStore::~NewStore()
{
    discard();
}

void NewStore::discard() noexcept
{
    m_store.reset();
    std::error_code ignored;
    if (!m_unfinished.empty())
        fs::remove_all(m_unfinished, ignored);
    if (m_firstMade.empty())
        return;
    for (fs::path at = parentOf(m_path); fs::remove(at, ignored) && at != m_firstMade; at = at.parent_path()) {
    }
}

Status NewStore::named(Status status) const
{
    if (status.ok() || status.store() != m_unfinished.string())
        return status;
    Status told(status.code(), std::string(status.what()));
    if (status.offset())
        told = std::move(told).withFile(status.file(), *status.offset());
    else if (!status.file().empty())
        told = std::move(told).withFile(status.file());
    if (status.record())
        told = std::move(told).withRecord(*status.record());
    const bool ownAdvice = status.remedy() != status.info().advice;
    return std::move(told).withStore(m_path.string()).withRemedy(ownAdvice ? status.remedy() : "No store was made; repeat it when that is mended.");
}

Status NewStore::commit()
{
    if (Status status = m_store->sync(); !status.ok())
        return named(std::move(status));
    // The lock travels with the folder: nobody can take it for a leftover before it has its name.
    if (::rename(m_unfinished.c_str(), m_path.c_str()) != 0)
        return Status::fromErrno(errno, "the new store cannot be put into its place", true).withStore(m_path.string());
    m_unfinished.clear();
    m_firstMade.clear();
    ZR_RETURN_IF_ERROR(syncParent(m_path));
    return m_store->close();
}

}  // namespace zrecord
