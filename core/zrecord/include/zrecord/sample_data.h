#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/result.h"
#include "zrecord/store.h"

namespace zrecord {

/// Where the data of the samples lie on this machine; an empty path = that sample is not wanted.
struct SampleSources {
    std::filesystem::path trainImages;  ///< all four of Fashion-MNIST or none
    std::filesystem::path trainLabels;
    std::filesystem::path testImages;
    std::filesystem::path testLabels;
    std::filesystem::path bible;
};

/// Look in `folder`, when given, and then where the Debian packages put them. NotFound names file, places and packages.
ZRECORD_EXPORT Result<SampleSources> findSampleSources(const std::optional<std::filesystem::path>& folder = {});  ///< all of them
ZRECORD_EXPORT Result<SampleSources> findFashionSources(const std::optional<std::filesystem::path>& folder = {});

/// One sample store that was written.
struct SampleStore {
    std::string name;  ///< below the folder: "fashion/train/image"
    StoreSummary summary;
    std::uint64_t plainBytes = 0;
};

/// Writes the wanted samples below `folder`: fashion/train and fashion/test, aligned sets of image and label with
/// label.names.txt beside them, and bible/verse. Built in a hidden folder inside `folder` and renamed into place as a whole;
/// whatever fails before leaves `folder` as it was. AlreadyExists when "fashion" or "bible" is there, BadFormat, IoError,
/// OutOfSpace, Cancelled.
ZRECORD_EXPORT Result<std::vector<SampleStore>> writeSamples(const std::filesystem::path& folder, const SampleSources& sources,
                                                             const OperationContext& context = {});

}  // namespace zrecord
