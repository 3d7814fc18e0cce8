#include "exchange/input_file.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace zrecord {

Result<std::shared_ptr<InputFile>> InputFile::open(const std::filesystem::path& path)
{
    // O_NONBLOCK: a named pipe without a writer must not hold the program up before its type is known.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return Status::fromErrno(errno, "the file cannot be opened").withFile(path.string());
    struct stat info{};
    const int failed = ::fstat(descriptor, &info) != 0 ? errno : 0;
    std::shared_ptr<InputFile> file(new InputFile(descriptor, path.string(), static_cast<std::uint64_t>(info.st_size)));
    if (failed != 0)
        return Status::fromErrno(failed, "the file cannot be examined").withFile(path.string());
    if (!S_ISREG(info.st_mode))
        return Status(ErrorCode::InvalidArgument, "this is not a regular file").withFile(path.string());
    return file;
}

InputFile::~InputFile()
{
    ::close(m_descriptor);
}

Result<std::size_t> InputFile::readAt(std::uint64_t offset, std::span<std::byte> out) const
{
    std::size_t done = 0;
    while (done < out.size()) {
        const ssize_t got = ::pread(m_descriptor, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return Status::fromErrno(errno, "the file cannot be read").withFile(m_name, offset + done);
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

Status InputFile::readExactlyAt(std::uint64_t offset, std::span<std::byte> out) const
{
    ZR_ASSIGN_OR_RETURN(const std::size_t got, readAt(offset, out));
    if (got < out.size())
        return badInput(m_name, offset + got, "the file ends too early: " + std::to_string(out.size() - got) + " more bytes are needed");
    return Status::success();
}

Result<std::size_t> FileStream::read(std::span<std::byte> out)
{
    const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_end - m_at));
    ZR_ASSIGN_OR_RETURN(const std::size_t got, m_file->readAt(m_at, out.first(count)));
    m_at += got;
    return got;
}

}  // namespace zrecord
