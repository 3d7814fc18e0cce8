#include "zrecord/sample_data.h"

#include <string_view>
#include <system_error>

#include "samples/sample_builder.h"

namespace zrecord {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFashionFolder = "/usr/share/datasets/fashion-mnist";
constexpr std::string_view kBibleFolder = "/usr/lib";

/// Names the files of one package in the folders that may hold them.
class PackageFiles {
public:
    PackageFiles(std::string_view package, const std::optional<fs::path>& folder, std::string_view installed) : m_package(package)
    {
        if (folder)
            m_folders.push_back(*folder);
        m_folders.emplace_back(installed);
    }

    [[nodiscard]] Result<fs::path> find(const std::string& name) const
    {
        for (const fs::path& folder : m_folders) {
            for (const std::string& candidate : {name, name.ends_with(".gz") ? name.substr(0, name.size() - 3) : std::string()}) {
                std::error_code error;
                if (!candidate.empty() && fs::is_regular_file(folder / candidate, error))
                    return folder / candidate;
            }
        }
        std::string places = m_folders.front().string();
        if (m_folders.size() > 1)
            places += " or " + m_folders.back().string();
        return Status(ErrorCode::NotFound, "the sample data '" + name + "' of the package " + m_package + " is not in " + places)
            .withRemedy("Install it with 'apt install dataset-fashion-mnist bible-kjv-text', or name the folder that holds it with --source.");
    }

private:
    std::string m_package;
    std::vector<fs::path> m_folders;
};

}  // namespace

Result<SampleSources> findFashionSources(const std::optional<fs::path>& folder)
{
    const PackageFiles package("dataset-fashion-mnist", folder, kFashionFolder);
    SampleSources sources;
    ZR_ASSIGN_OR_RETURN(sources.trainImages, package.find("train-images-idx3-ubyte.gz"));
    ZR_ASSIGN_OR_RETURN(sources.trainLabels, package.find("train-labels-idx1-ubyte.gz"));
    ZR_ASSIGN_OR_RETURN(sources.testImages, package.find("t10k-images-idx3-ubyte.gz"));
    ZR_ASSIGN_OR_RETURN(sources.testLabels, package.find("t10k-labels-idx1-ubyte.gz"));
    return sources;
}

Result<SampleSources> findSampleSources(const std::optional<fs::path>& folder)
{
    ZR_ASSIGN_OR_RETURN(SampleSources sources, findFashionSources(folder));
    ZR_ASSIGN_OR_RETURN(sources.bible, PackageFiles("bible-kjv-text", folder, kBibleFolder).find("bible.data"));
    return sources;
}

Result<std::vector<SampleStore>> writeSamples(const fs::path& folder, const SampleSources& sources, const OperationContext& context)
{
    return SampleBuilder(folder, context).build(sources);
}

}  // namespace zrecord
