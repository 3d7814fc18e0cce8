#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "demo/demo_sources.h"
#include "session.h"
#include "zrecord/import_source.h"

namespace zrecord::cli {

/// One sample store that was written.
struct DemoStore {
    std::string name;  ///< below the demo folder: "fashion/train/image"
    StoreSummary summary;
    std::uint64_t plainBytes = 0;
};

/// Writes the samples: fashion/train and fashion/test, aligned sets of image and label, and bible/verse.
///
/// 1. All sources are looked up; nothing is made when one is missing.
/// 2. Everything is built in a hidden folder inside the demo folder.
/// 3. "fashion" and "bible" are renamed into place. Whatever fails before leaves the demo folder as it was.
class DemoBuilder {
public:
    /// `session` is not owned.
    DemoBuilder(std::filesystem::path folder, Session& session) : m_folder(std::move(folder)), m_session(session) {}
    ~DemoBuilder();
    DemoBuilder(const DemoBuilder&) = delete;
    DemoBuilder& operator=(const DemoBuilder&) = delete;

    Result<std::vector<DemoStore>> build(const DemoSources& sources);

private:
    Status prepare();
    Status buildFashion(const DemoSources& sources);
    Status buildBible(const DemoSources& sources);
    Status addStore(const std::string& name, ImportSource& source, const NewStoreOptions& options);
    Status addFile(const std::string& name, Codec codec, const std::filesystem::path& file);
    Status writeLabelNames(const std::string& name) const;
    Status publish();

    std::filesystem::path m_folder;
    std::filesystem::path m_building;  ///< empty = nothing to remove
    bool m_madeFolder = false;
    Session& m_session;
    std::vector<DemoStore> m_stores;
};

}  // namespace zrecord::cli
