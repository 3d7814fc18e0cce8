#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "argument_parser.h"
#include "session.h"
#include "zrecord/import_source.h"

namespace zrecord::cli {

/// The arguments that `import` and `append` share: which files, in which format.
class ImportArguments {
public:
    /// Declares FILES and the options on their format.
    void declare(ArgumentParser& parser, std::string dtypeHelp);

    /// One source that gives the records of all files in order; its description is the first file's, and the others must
    /// agree with it. `fallback` says what raw records are where --dtype and --shape do not.
    [[nodiscard]] Result<std::unique_ptr<ImportSource>> open(Session& session, const StoreSummary* fallback = nullptr) const;

    [[nodiscard]] const std::vector<std::string>& files() const { return m_files; }
    /// The dtype and shape that were given; for formats that describe themselves they say how to store the records.
    [[nodiscard]] Result<std::optional<DType>> dtype() const;
    [[nodiscard]] Result<std::optional<Shape>> shape() const;

private:
    [[nodiscard]] Result<ImportOptions> options(const StoreSummary* fallback) const;

    std::vector<std::string> m_files;
    std::string m_format = "auto";
    std::string m_member;
    bool m_membersAreRecords = false;
    bool m_skipEmptyLines = false;
    std::optional<std::string> m_dtype;
    std::optional<std::string> m_shape;
};

}  // namespace zrecord::cli
