#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

#include "zrecord/status.h"

namespace zrecord::cli {

/// A file that appears complete under its name or not at all: it is written beside it and renamed by commit().
class OutputFile {
public:
    ~OutputFile();
    OutputFile() = default;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// AlreadyExists unless `replace`.
    Status open(const std::filesystem::path& path, bool replace);
    [[nodiscard]] bool isOpen() const { return m_stream.is_open(); }
    [[nodiscard]] std::ostream& stream() { return m_stream; }
    Status commit();

private:
    std::filesystem::path m_path;
    std::filesystem::path m_partial;
    std::ofstream m_stream;
};

}  // namespace zrecord::cli
