#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "zrecord/import_source.h"
#include "zrecord/sample_data.h"

namespace zrecord {

/// The steps of writeSamples().
class SampleBuilder {
public:
    SampleBuilder(std::filesystem::path folder, const OperationContext& context) : m_folder(std::move(folder)), m_context(context) {}
    ~SampleBuilder();
    SampleBuilder(const SampleBuilder&) = delete;
    SampleBuilder& operator=(const SampleBuilder&) = delete;

    Result<std::vector<SampleStore>> build(const SampleSources& sources);

private:
    Status prepare();
    Status buildFashion(const SampleSources& sources);
    Status buildBible(const SampleSources& sources);
    Status addStore(const std::string& name, ImportSource& source, const NewStoreOptions& options);
    Status addFile(const std::string& name, Codec codec, const std::filesystem::path& file);
    Status writeLabelNames(const std::string& name) const;
    Status publish();

    std::filesystem::path m_folder;
    std::filesystem::path m_building;  ///< empty = nothing to remove
    bool m_madeFolder = false;
    OperationContext m_context;
    std::vector<std::string_view> m_names;  ///< wanted folders
    std::vector<SampleStore> m_stores;
};

}  // namespace zrecord
