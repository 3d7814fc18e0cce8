#include "support/temporary_store.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "base/little_endian.h"

namespace zrecord::test {
namespace {

void require(bool good, const std::filesystem::path& file)
{
    if (!good)
        throw std::runtime_error("test file cannot be used: " + file.string());
}

}  // namespace

TemporaryFolder::TemporaryFolder()
{
    require(m_folder.isValid(), path());
}

std::filesystem::path TemporaryFolder::path() const
{
    return m_folder.path().toStdString();
}

Bytes bytesOf(std::initializer_list<int> values)
{
    Bytes bytes;
    for (const int value : values)
        bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

Bytes readAll(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    require(stream.good(), file);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

void writeAll(const std::filesystem::path& file, std::span<const std::byte> bytes)
{
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    stream.flush();
    require(stream.good(), file);
}

void patchFile(const std::filesystem::path& file, std::uint64_t offset, std::span<const std::byte> bytes)
{
    std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp(static_cast<std::streamoff>(offset));
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    stream.flush();
    require(stream.good(), file);
}

void patchU32(const std::filesystem::path& file, std::uint64_t offset, std::uint32_t value)
{
    std::byte bytes[4];
    storeLittleEndian(bytes, value);
    patchFile(file, offset, bytes);
}

void patchU64(const std::filesystem::path& file, std::uint64_t offset, std::uint64_t value)
{
    std::byte bytes[8];
    storeLittleEndian(bytes, value);
    patchFile(file, offset, bytes);
}

void resizeFile(const std::filesystem::path& file, std::uint64_t size)
{
    if (!std::filesystem::exists(file))
        writeAll(file, {});
    std::filesystem::resize_file(file, size);
}

void copyFolder(const std::filesystem::path& from, const std::filesystem::path& to)
{
    std::filesystem::copy(from, to, std::filesystem::copy_options::recursive);
    // Test data may be read-only; copies are there to be changed.
    for (const auto& entry : std::filesystem::recursive_directory_iterator(to))
        std::filesystem::permissions(entry.path(), std::filesystem::perms::owner_write, std::filesystem::perm_options::add);
}

std::vector<std::pair<std::string, Bytes>> folderContents(const std::filesystem::path& folder)
{
    std::vector<std::pair<std::string, Bytes>> contents;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            contents.emplace_back(std::filesystem::relative(entry.path(), folder).string(), readAll(entry.path()));
    std::ranges::sort(contents);
    return contents;
}

}  // namespace zrecord::test
