#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "zrecord/result.h"

namespace zrecord::cli {

/// Where the data of the samples lie on this machine.
struct DemoSources {
    std::filesystem::path trainImages;
    std::filesystem::path trainLabels;
    std::filesystem::path testImages;
    std::filesystem::path testLabels;
    std::filesystem::path bible;

    /// Looks in `folder`, when given, and then where the Debian packages put them. NotFound names file, places and packages.
    static Result<DemoSources> find(const std::optional<std::string>& folder);
};

}  // namespace zrecord::cli
