#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "format/journal.h"
#include "platform/file_system.h"
#include "zrecord/store_options.h"

namespace zrecord {

inline constexpr char kSideFolder[] = ".zrx";
inline constexpr char kUndoPrefix[] = "undo-";  ///< of UndoLog's files
inline constexpr char kSumsPrefix[] = "sums.";  ///< of RecordSums' files

/// The folder beside a store's files in which a change leaves what is needed to finish it. It is there only while it
/// holds something. With Durability::Process nothing waits for the device.
class SideFolder {
public:
    SideFolder(FileSystem& fileSystem, std::filesystem::path store, Durability durability);

    [[nodiscard]] JournalId newId() const;
    /// Where a Replace keeps its new files until they take their places.
    [[nodiscard]] std::filesystem::path newFiles(const JournalId& id) const;

    /// Makes the folder, empty of what dead writers left.
    Status prepare();
    /// BadFormat when something else lies in the folder's place: a link would lead deletions out of the store.
    [[nodiscard]] Status checkOwn() const;
    /// Makes the names of new files in it durable, and its own. writeJournal() does so as well.
    Status syncNames();
    /// In force as a whole or not at all; prepare() first.
    Status writeJournal(const Journal& journal);
    /// An earlier process may have written the journal without living to see it on the device.
    Status syncJournal();
    /// Nothing when there is none; BadFormat when it is damaged.
    [[nodiscard]] Result<std::optional<Journal>> readJournal() const;
    /// The header must be durable: a fence without its journal cannot be lifted.
    Status removeJournal();
    /// Also one that is done with and could not be removed.
    [[nodiscard]] Result<bool> hasJournal() const;
    /// After a change that gave records other places: what was noted of their bytes says nothing any more. The journal must stay until
    /// that has succeeded.
    Status dropSums();
    /// To salvage/, under a name of its own.
    Status setJournalAside();
    /// Without a journal: removes what dead writers left, and the folder when nothing is in it. Best effort: what stays is
    /// harmless.
    void tidy();

private:
    Status syncFolder(const std::filesystem::path& folder);

    FileSystem& m_fileSystem;
    std::filesystem::path m_store;
    std::filesystem::path m_folder;
    bool m_waits;
};

/// 20 hexadecimal digits.
std::string journalIdText(const JournalId& id);

/// XXH3-64 of store.zr.
Result<std::uint64_t> storeChecksum(FileSystem& fileSystem, const std::filesystem::path& store);

}  // namespace zrecord
