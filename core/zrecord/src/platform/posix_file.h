#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "platform/file_system.h"

namespace zrecord {

/// A descriptor of a regular file. Owns it.
class PosixFile final : public File {
public:
    PosixFile(int descriptor, std::string name);
    ~PosixFile() override;
    PosixFile(const PosixFile&) = delete;
    PosixFile& operator=(const PosixFile&) = delete;

    Result<std::size_t> readAt(std::uint64_t offset, std::span<std::byte> out) const override;
    Status writeAt(std::uint64_t offset, std::span<const std::byte> bytes) override;
    Result<std::uint64_t> size() const override;
    Status truncate(std::uint64_t size) override;
    Status sync() override;
    Result<FileIdentity> identity() const override;
    FileMap map(std::uint64_t bytes) const override { return mapDescriptor(m_descriptor, bytes); }

    [[nodiscard]] int descriptor() const noexcept { return m_descriptor; }

private:
    int m_descriptor;
    std::string m_name;
};

/// Takes a flock without waiting; `file` must be one that posixFileSystem() opened and outlive the lock.
Result<std::unique_ptr<FileLock>> lockPosixFile(File& file, LockMode mode);

}  // namespace zrecord
