#pragma once

#include <filesystem>
#include <memory>

#include "exchange/byte_stream.h"

namespace zrecord {

/// A file that is read, opened once. Positional reads may come from several streams over it.
class InputFile {
public:
    /// NotFound, IoError; InvalidArgument for what is not a regular file.
    static Result<std::shared_ptr<InputFile>> open(const std::filesystem::path& path);
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    ~InputFile();

    [[nodiscard]] const std::string& name() const noexcept { return m_name; }
    [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }  ///< when it was opened
    /// Reads until `out` is full or the file ends.
    Result<std::size_t> readAt(std::uint64_t offset, std::span<std::byte> out) const;
    /// BadFormat when the file ends before.
    Status readExactlyAt(std::uint64_t offset, std::span<std::byte> out) const;

private:
    InputFile(int descriptor, std::string name, std::uint64_t size)
        : m_descriptor(descriptor), m_name(std::move(name)), m_size(size) {}
    const int m_descriptor;
    const std::string m_name;
    const std::uint64_t m_size;
};

/// A part of a file as a stream.
class FileStream final : public ByteStream {
public:
    FileStream(std::shared_ptr<InputFile> file, std::uint64_t begin, std::uint64_t end)
        : m_file(std::move(file)), m_at(begin), m_end(end) {}
    Result<std::size_t> read(std::span<std::byte> out) override;
    [[nodiscard]] const std::string& name() const override { return m_file->name(); }

private:
    std::shared_ptr<InputFile> m_file;
    std::uint64_t m_at;
    const std::uint64_t m_end;
};

}  // namespace zrecord
