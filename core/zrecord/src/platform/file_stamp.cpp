#include "platform/file_stamp.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace zrecord {
namespace {

constexpr unsigned kExchange = 2;  // RENAME_EXCHANGE of linux/fs.h

std::int64_t nanoseconds(const timespec& time)
{
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

Result<FileStamp> fileStamp(const std::filesystem::path& path)
{
    struct stat info {};
    if (::lstat(path.c_str(), &info) != 0)
        return Status::fromErrno(errno, "asking for the file's times failed").withFile(path.filename().string());
    if (!S_ISREG(info.st_mode))
        return Status(ErrorCode::BadFormat, "this is not a regular file").withFile(path.filename().string());
    return FileStamp{static_cast<std::uint64_t>(info.st_size), nanoseconds(info.st_mtim), nanoseconds(info.st_ctim), {info.st_dev, info.st_ino}};
}

Status linkFile(const std::filesystem::path& from, const std::filesystem::path& to)
{
    if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), 0) == 0)
        return {};
    const int error = errno;
    if (error == EXDEV || error == EPERM || error == EMLINK || error == ENOSYS || error == EOPNOTSUPP)
        return Status(ErrorCode::Unsupported, "the file system has no second names for this file").withFile(to.filename().string());
    return Status::fromErrno(error, "giving a file a second name failed", true).withFile(to.filename().string());
}

Status exchangeFolders(const std::filesystem::path& a, const std::filesystem::path& b)
{
#ifdef SYS_renameat2
    if (::syscall(SYS_renameat2, AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), kExchange) == 0)
        return {};
    const int error = errno;
    if (error != ENOSYS && error != EINVAL)
        return Status::fromErrno(error, "exchanging " + a.string() + " and " + b.string() + " failed", true);
#endif
    return Status(ErrorCode::Unsupported, "the file system cannot exchange two folders");
}

}  // namespace zrecord
