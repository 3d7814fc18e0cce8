#pragma once

#include <QTemporaryDir>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace zrecord::test {

using Bytes = std::vector<std::byte>;

/// A folder that is gone when the test ends.
class TemporaryFolder {
public:
    TemporaryFolder();
    [[nodiscard]] std::filesystem::path path() const;
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path() / name; }

private:
    QTemporaryDir m_folder;
};

Bytes bytesOf(std::initializer_list<int> values);
Bytes readAll(const std::filesystem::path& file);
void writeAll(const std::filesystem::path& file, std::span<const std::byte> bytes);
/// Overwrites a part; the file keeps its other bytes.
void patchFile(const std::filesystem::path& file, std::uint64_t offset, std::span<const std::byte> bytes);
/// Little-endian numbers in place.
void patchU32(const std::filesystem::path& file, std::uint64_t offset, std::uint32_t value);
void patchU64(const std::filesystem::path& file, std::uint64_t offset, std::uint64_t value);
/// Sets the size; what is added is a hole.
void resizeFile(const std::filesystem::path& file, std::uint64_t size);
void copyFolder(const std::filesystem::path& from, const std::filesystem::path& to);
/// Name and bytes of every file below the folder, sorted: to prove that nothing changed.
std::vector<std::pair<std::string, Bytes>> folderContents(const std::filesystem::path& folder);

}  // namespace zrecord::test
