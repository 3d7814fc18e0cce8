#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "format/journal.h"
#include "platform/file_system.h"
#include "zrecord/store_options.h"

namespace zrecord {

/// The file that decides a change of several stores of one folder. Every one of them is fenced before it is written: from
/// then on each goes on to the new state, and without it each goes back to the old one.
class GroupDecision {
public:
    /// `folder` is the one that the stores lie in.
    GroupDecision(FileSystem& fileSystem, std::filesystem::path folder, const JournalId& id, Durability durability);
    /// That of a store which has such a journal.
    static GroupDecision of(FileSystem& fileSystem, const std::filesystem::path& store, const JournalId& id, Durability durability);

    /// `decided` is true once the file is in place, even if it may not be on the device (then with an error).
    Status write(const std::vector<GroupMember>& members, bool& decided);
    /// Whether the change that fenced `store` counts. RecoveryNeeded when that cannot be known: without the file, and a
    /// sibling missing or in the new state already.
    [[nodiscard]] Result<bool> isMade(const std::filesystem::path& store, const Journal& journal) const;
    /// An earlier process may have put the file in place without living to see it on the device.
    Status sync();
    /// All new headers must be on the device. After an error the journals must stay, so that the file is found again.
    Status remove();
    /// For whoever finds it later: removes the file once no member is fenced any more and their headers are on the device.
    Status tidy(const std::vector<GroupMember>& members);

private:
    [[nodiscard]] Result<GroupFile> read() const;
    /// Lets the file go only when this store does not need it, now and after a power failure.
    [[nodiscard]] bool isDoneWith(const std::string& member) const;

    FileSystem& m_fileSystem;
    std::filesystem::path m_folder;
    JournalId m_id;
    std::filesystem::path m_path;
    std::filesystem::path m_unfinished;
    bool m_waits;
};

}  // namespace zrecord
