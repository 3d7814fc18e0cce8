#include "exchange/output_file.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "exchange/new_store.h"

namespace zrecord {
namespace {

namespace fs = std::filesystem;

Status writeAt(int descriptor, std::uint64_t offset, std::span<const std::byte> bytes, const fs::path& name)
{
    while (!bytes.empty()) {
        const ssize_t put = ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return Status::fromErrno(errno, "the file cannot be written", true).withFile(name.string(), offset);
        bytes = bytes.subspan(static_cast<std::size_t>(put));
        offset += static_cast<std::uint64_t>(put);
    }
    return Status::success();
}

Status checkPlace(const fs::path& target, bool overwrite)
{
    std::error_code error;
    const fs::file_status status = fs::symlink_status(target, error);
    if (status.type() == fs::file_type::not_found || (overwrite && status.type() == fs::file_type::regular))
        return Status::success();
    if (error)
        return Status::fromErrno(error.value(), "the place of the file cannot be examined").withFile(target.string());
    return Status(ErrorCode::AlreadyExists, fs::is_directory(status) ? "a folder is in place of the file" : "there is a file already")
        .withFile(target.string());
}

}  // namespace

Result<OutputFile> OutputFile::create(const fs::path& target, bool overwrite)
{
    if (!target.has_filename())
        return Status(ErrorCode::InvalidArgument, "the path of the file has no file name").withFile(target.string());
    ZR_RETURN_IF_ERROR(checkPlace(target, overwrite));
    OutputFile file(target, overwrite);
    const fs::path parent = target.has_parent_path() ? target.parent_path() : fs::path(".");
    file.m_unfinished = parent / (".zrx-export-" + randomSuffix());
    file.m_descriptor = ::open(file.m_unfinished.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file.m_descriptor < 0) {
        const int error = errno;
        file.m_unfinished.clear();
        return Status::fromErrno(error, "the file cannot be made", true).withFile(target.string());
    }
    return file;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : m_target(std::move(other.m_target)), m_unfinished(std::exchange(other.m_unfinished, {})), m_overwrite(other.m_overwrite),
      m_descriptor(std::exchange(other.m_descriptor, -1)), m_size(other.m_size)
{
}

OutputFile::~OutputFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    if (!m_unfinished.empty())
        ::unlink(m_unfinished.c_str());
}

Status OutputFile::write(std::span<const std::byte> bytes)
{
    ZR_RETURN_IF_ERROR(writeAt(m_descriptor, m_size, bytes, m_target));
    m_size += bytes.size();
    return Status::success();
}

Status OutputFile::rewrite(std::uint64_t offset, std::span<const std::byte> bytes)
{
    return writeAt(m_descriptor, offset, bytes, m_target);
}

/// A link fails where something appeared in the meantime; a rename would replace it.
Status OutputFile::putIntoPlace()
{
    if (!m_overwrite) {
        if (::link(m_unfinished.c_str(), m_target.c_str()) == 0) {
            ::unlink(m_unfinished.c_str());
            m_unfinished.clear();
            return Status::success();
        }
        if (errno == EEXIST)
            return Status(ErrorCode::AlreadyExists, "there is a file already").withFile(m_target.string());
    }
    if (::rename(m_unfinished.c_str(), m_target.c_str()) != 0)
        return Status::fromErrno(errno, "the file cannot be put into its place", true).withFile(m_target.string());
    m_unfinished.clear();
    return Status::success();
}

Status OutputFile::commit()
{
    if (::fsync(m_descriptor) != 0)
        return Status::fromErrno(errno, "the file cannot be synced", true).withFile(m_target.string());
    ZR_RETURN_IF_ERROR(putIntoPlace());
    return syncParent(m_target);
}

}  // namespace zrecord
