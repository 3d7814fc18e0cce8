#pragma once

#include <optional>
#include <string>

#include "zrecord/laboratory/html_report.h"
#include "zrecord/status.h"

namespace zrecord::cli {

class ArgumentParser;

/// --report FILE of the commands that measure: the page that the Workbench exports too.
class ReportOption {
public:
    void declare(ArgumentParser& parser);
    [[nodiscard]] bool isWanted() const { return m_file.has_value(); }
    /// AlreadyExists when a file is there, unless `replace`.
    Status write(const HtmlReport& report, bool replace) const;

private:
    std::optional<std::string> m_file;
};

/// A word as a shell takes it.
std::string shellWord(const std::string& word);

}  // namespace zrecord::cli
