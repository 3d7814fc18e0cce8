#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "concurrency/progress_reporter.h"
#include "platform/file_system.h"

namespace zrecord {

/// Files that belong to a store or a set and lie outside the stores' folders. They are small and hold no record.
struct Companions {
    struct Item {
        std::string name;  ///< of `inside` in the set's folder; of `beside` what follows the name of the folder: ".tags.json"
        std::uint64_t bytes = 0;
    };
    std::vector<Item> inside;  ///< of a set: every file directly in its folder, such as label.names.txt, image.tags.json
    std::vector<Item> beside;  ///< of what is backed up: the tags and the names of values that lie beside its folder

    [[nodiscard]] std::uint64_t bytes() const;
};

/// Hidden files of unfinished work are none. Links are left alone.
Result<Companions> findCompanions(FileSystem& fileSystem, const std::filesystem::path& source, bool isSet);

/// AlreadyExists when a file that belongs to nothing lies where one of `beside` is to go: `target` is not a backup yet.
Status checkPlacesBeside(FileSystem& fileSystem, const Companions& companions, const std::filesystem::path& target);

/// Brings the files inside a set into the hidden folder of its backup, and removes others there. One that is as it is in the
/// backup before becomes a second name of that.
Status bringInside(FileSystem& fileSystem, const Companions& companions, const std::filesystem::path& source, const std::filesystem::path& folder,
                   const std::filesystem::path& before, ProgressReporter& progress);

/// Puts those beside the source beside the target, each in one step. What lies there of an earlier backup and is gone from the source stays.
Status bringBeside(FileSystem& fileSystem, const Companions& companions, const std::filesystem::path& source, const std::filesystem::path& target,
                   ProgressReporter& progress);

}  // namespace zrecord
