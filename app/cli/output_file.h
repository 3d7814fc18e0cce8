#pragma once

#include <filesystem>
#include <memory>
#include <ostream>

#include "zrecord/status.h"

namespace zrecord::cli {

class DescriptorBuffer;

/// A file that appears complete under its name or not at all: written under a hidden name beside it, synced, and put in
/// place by commit(). Devices and pipes are written straight through.
class OutputFile {
public:
    OutputFile();
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// AlreadyExists when a file is there, unless `replace`: then it keeps its permissions, and a link to it stays a link.
    /// InvalidArgument for a place inside a store.
    Status open(const std::filesystem::path& path, bool replace);
    [[nodiscard]] bool isOpen() const { return m_buffer != nullptr; }
    [[nodiscard]] std::ostream& stream() { return m_stream; }
    Status commit();

private:
    Status openBeside(std::filesystem::perms permissions, bool keepsPermissions);
    Status putInPlace();

    std::filesystem::path m_path;
    std::filesystem::path m_target;   ///< m_path with a link followed
    std::filesystem::path m_partial;  ///< empty when written straight through
    bool m_replace = false;
    std::unique_ptr<DescriptorBuffer> m_buffer;
    std::ostream m_stream;
};

}  // namespace zrecord::cli
