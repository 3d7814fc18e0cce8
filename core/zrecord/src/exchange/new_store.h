#pragma once

#include <filesystem>
#include <optional>

#include "zrecord/store.h"

namespace zrecord {

/// A store that is filled before anybody can see it: built in a hidden folder beside its place, renamed there by commit().
/// Destroyed without commit(): nothing is left, made parents included. Folders of processes that died are removed when
/// the next one is built beside them; the lock inside tells which those are.
class NewStore {
public:
    /// AlreadyExists when something other than an empty folder is at `path`; otherwise as Store::create().
    static Result<NewStore> create(const std::filesystem::path& path, const StoreDescription& description, const CreateOptions& options);
    NewStore(NewStore&& other) noexcept;
    NewStore& operator=(NewStore&&) = delete;
    ~NewStore();

    [[nodiscard]] Store& store() { return *m_store; }
    /// Syncs, renames, closes. AlreadyExists when somebody was faster.
    Status commit();
    /// A failure of store() under the name that the store will have: nobody knows the hidden one.
    [[nodiscard]] Status named(Status status) const;

private:
    NewStore(std::filesystem::path path, std::filesystem::path firstMade) : m_path(std::move(path)), m_firstMade(std::move(firstMade)) {}
    void discard() noexcept;

    std::filesystem::path m_path;
    std::filesystem::path m_firstMade;   ///< the outermost parent that was missing; empty when none was
    std::filesystem::path m_unfinished;  ///< empty after commit()
    std::optional<Store> m_store;
};

/// Whether `path` is `folder` or lies inside it, whatever the spelling; links are followed as far as the path exists.
[[nodiscard]] bool liesInside(const std::filesystem::path& path, const std::filesystem::path& folder);

/// fsync of the folder that holds `path`, after a rename.
Status syncParent(const std::filesystem::path& path);

/// Random letters for names that nobody else uses.
[[nodiscard]] std::string randomSuffix();

}  // namespace zrecord
