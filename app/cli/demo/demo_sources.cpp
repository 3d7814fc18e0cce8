#include "demo/demo_sources.h"

#include <system_error>
#include <vector>

#include "text_layout.h"

namespace zrecord::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFashionFolder = "/usr/share/datasets/fashion-mnist";
constexpr std::string_view kBibleFolder = "/usr/lib";

Result<fs::path> findFile(const std::vector<std::string>& folders, const std::string& name, std::string_view package)
{
    for (const std::string& folder : folders) {
        for (const std::string& candidate : {name, name.ends_with(".gz") ? name.substr(0, name.size() - 3) : std::string()}) {
            std::error_code error;
            if (!candidate.empty() && fs::is_regular_file(fs::path(folder) / candidate, error))
                return fs::path(folder) / candidate;
        }
    }
    return Status(ErrorCode::NotFound, "the sample data '" + name + "' of the package " + std::string(package) + " is not in " + joined(folders, " or "))
        .withRemedy("Install it with 'apt install dataset-fashion-mnist bible-kjv-text', or name the folder that holds it with --source.");
}

}  // namespace

Result<DemoSources> DemoSources::find(const std::optional<std::string>& folder)
{
    const auto places = [&](std::string_view installed) {
        std::vector<std::string> folders;
        if (folder)
            folders.push_back(*folder);
        folders.emplace_back(installed);
        return folders;
    };
    constexpr std::string_view kFashion = "dataset-fashion-mnist";
    const std::vector<std::string> fashion = places(kFashionFolder);
    DemoSources sources;
    ZR_ASSIGN_OR_RETURN(sources.trainImages, findFile(fashion, "train-images-idx3-ubyte.gz", kFashion));
    ZR_ASSIGN_OR_RETURN(sources.trainLabels, findFile(fashion, "train-labels-idx1-ubyte.gz", kFashion));
    ZR_ASSIGN_OR_RETURN(sources.testImages, findFile(fashion, "t10k-images-idx3-ubyte.gz", kFashion));
    ZR_ASSIGN_OR_RETURN(sources.testLabels, findFile(fashion, "t10k-labels-idx1-ubyte.gz", kFashion));
    ZR_ASSIGN_OR_RETURN(sources.bible, findFile(places(kBibleFolder), "bible.data", "bible-kjv-text"));
    return sources;
}

}  // namespace zrecord::cli
