#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "format/meta_header.h"
#include "platform/file_system.h"
#include "store/issue_list.h"
#include "store/store_core.h"
#include "store/store_limits.h"
#include "store/store_opener.h"
#include "zrecord/recovery_note.h"
#include "zrecord/store_options.h"

namespace zrecord {

/// "7.chunk" or "7.loc".
struct NumberedFile {
    std::uint64_t number = 0;
    std::uint64_t bytes = 0;
};

/// What the files of a folder say, each on its own, without the agreement between them that opening a store asks for.
struct StoreSurvey {
    std::filesystem::path path;
    std::optional<MetaHeader> header;             ///< of a fenced header the fields below the fence
    bool fenced = false;
    Status headerFault;
    std::optional<StoreDescription> description;  ///< codec and dictionary are filled in where they are known
    Status descriptionFault;
    Status dictionaryFault;
    Status recoveryFault;                         ///< the fence is up and its change cannot be finished
    RecoveryNote recovery;                        ///< a change that can be finished, and is shown as finished
    PendingView pending;                          ///< of that change
    std::vector<NumberedFile> chunks;             ///< ascending
    std::vector<NumberedFile> segments;
    std::vector<std::string> strangers;           ///< files and folders that are no part of a store, side folder not counted

    [[nodiscard]] bool isRagged() const { return description && description->kind == StoreKind::Ragged; }
    [[nodiscard]] unsigned perRecord() const { return isRagged() ? 2 : 1; }
};

/// Looks at every file of the folder and reads the small ones; `meta` is locked. Fails only when the folder cannot be read.
Result<StoreSurvey> surveyStore(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path, File& meta);

/// The rest of a survey whose description was found elsewhere: dictionary and interrupted change.
void completeSurvey(FileSystem& fileSystem, const StoreLimits& limits, File& meta, StoreSurvey& survey);

/// Entries that the loc files hold without a gap.
std::uint64_t entriesPresent(const StoreSurvey& survey, const StoreLimits& limits);

/// Reports everything that keeps the store from being opened, and what lies in it for no reason.
void listStructureFaults(const StoreSurvey& survey, const StoreLimits& limits, IssueList& issues);

/// A handle that reads whatever is left: the table is cut where its files end, and records whose chunk is missing or too short
/// fail when they are read. BadFormat, DictionaryError when header, description or dictionary are not there.
Result<std::unique_ptr<StoreCore>> openRemains(FileSystem& fileSystem, const StoreLimits& limits, const StoreSurvey& survey, LockedMeta meta,
                                               Access access = Access::ReadOnly);

}  // namespace zrecord
