#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <random>
#include <string_view>
#include <system_error>

#include "platform/file_system.h"
#include "platform/posix_file.h"

namespace zrecord {
namespace {

std::string baseName(const std::filesystem::path& path)
{
    return path.filename().string();
}

int openFlags(OpenMode mode)
{
    // O_NONBLOCK: a FIFO in place of a file must not hang us; it means nothing for regular files.
    constexpr int kAlways = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    switch (mode) {
    case OpenMode::Read:
        return kAlways | O_RDONLY;
    case OpenMode::ReadWrite:
        return kAlways | O_RDWR;
    case OpenMode::CreateNew:
        return kAlways | O_RDWR | O_CREAT | O_EXCL;
    case OpenMode::OpenOrCreate:
        return kAlways | O_RDWR | O_CREAT;
    }
    return kAlways | O_RDONLY;
}

EntryType typeOfMode(mode_t mode)
{
    if (S_ISREG(mode))
        return EntryType::File;
    return S_ISDIR(mode) ? EntryType::Folder : EntryType::Other;
}

EntryType typeOfEntry(int folder, const dirent& entry)
{
    if (entry.d_type == DT_REG)
        return EntryType::File;
    if (entry.d_type == DT_DIR)
        return EntryType::Folder;
    struct stat info {};
    if (entry.d_type == DT_UNKNOWN && ::fstatat(folder, entry.d_name, &info, AT_SYMLINK_NOFOLLOW) == 0)
        return typeOfMode(info.st_mode);
    return EntryType::Other;
}

/// 0, 1 and 2 are standard input, output and error. A program that was started with one of them closed would get its
/// number for a store's file, and read that as its input or print into it.
int openAboveStandard(const std::filesystem::path& path, int flags)
{
    const int descriptor = ::open(path.c_str(), flags, 0666);
    if (descriptor < 0 || descriptor > STDERR_FILENO)
        return descriptor;
    const int above = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int error = errno;
    ::close(descriptor);
    errno = error;
    return above;
}

constexpr mode_t kPermissionBits = S_IRWXU | S_IRWXG | S_IRWXO;

class PosixFileSystem final : public FileSystem {
public:
    Result<std::unique_ptr<File>> open(const std::filesystem::path& path, OpenMode mode) override
    {
        const int descriptor = openAboveStandard(path, openFlags(mode));
        if (descriptor < 0) {
            const int error = errno;
            if (error == ELOOP)
                return Status(ErrorCode::BadFormat, "the file is a symbolic link, which a store must not hold").withFile(baseName(path));
            return Status::fromErrno(error, "opening failed", mode != OpenMode::Read).withFile(baseName(path));
        }
        auto file = std::make_unique<PosixFile>(descriptor, baseName(path));
        struct stat info {};
        if (::fstat(descriptor, &info) != 0)
            return Status::fromErrno(errno, "opening failed").withFile(baseName(path));
        if (!S_ISREG(info.st_mode))
            return Status(ErrorCode::BadFormat, "this is not a regular file").withFile(baseName(path));
        return std::unique_ptr<File>(std::move(file));
    }

    Result<std::unique_ptr<FileLock>> lock(File& file, LockMode mode) override { return lockPosixFile(file, mode); }

    Result<FileIdentity> identityOf(const std::filesystem::path& path) override
    {
        struct stat info {};
        if (::lstat(path.c_str(), &info) != 0)
            return Status::fromErrno(errno, "asking for the file's identity failed").withFile(baseName(path));
        return FileIdentity{info.st_dev, info.st_ino};
    }

    Result<EntryType> entryType(const std::filesystem::path& path) override
    {
        struct stat info {};
        if (::stat(path.c_str(), &info) == 0)
            return typeOfMode(info.st_mode);
        if (errno == ENOENT || errno == ENOTDIR)
            return EntryType::Missing;
        return Status::fromErrno(errno, "looking at " + path.string() + " failed");
    }

    Result<std::vector<FolderEntry>> list(const std::filesystem::path& folder) override
    {
        const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(folder.c_str()), &::closedir);
        if (!stream)
            return Status::fromErrno(errno, "listing the folder " + folder.string() + " failed");
        std::vector<FolderEntry> entries;
        errno = 0;
        while (const dirent* entry = ::readdir(stream.get())) {
            const std::string_view name = entry->d_name;
            if (name != "." && name != "..")
                entries.push_back({std::string(name), typeOfEntry(::dirfd(stream.get()), *entry)});
            errno = 0;
        }
        if (errno != 0)
            return Status::fromErrno(errno, "listing the folder " + folder.string() + " failed");
        return entries;
    }

    Status createFolder(const std::filesystem::path& path) override
    {
        if (::mkdir(path.c_str(), 0777) != 0)
            return Status::fromErrno(errno, "making the folder " + path.string() + " failed", true);
        return {};
    }

    Status createFolders(const std::filesystem::path& path) override
    {
        std::error_code error;
        std::filesystem::create_directories(path, error);
        if (error)
            return Status::fromErrno(error.value(), "making the folder " + path.string() + " failed", true);
        return {};
    }

    Status rename(const std::filesystem::path& from, const std::filesystem::path& to) override
    {
        if (std::rename(from.c_str(), to.c_str()) != 0)
            return Status::fromErrno(errno, "renaming " + from.string() + " to " + to.string() + " failed", true);
        return {};
    }

    Status copyPermissions(const std::filesystem::path& from, const std::filesystem::path& to) override
    {
        struct stat wanted {};
        struct stat there {};
        if (::stat(from.c_str(), &wanted) != 0 || ::lstat(to.c_str(), &there) != 0)
            return Status::fromErrno(errno, "asking for the permissions of the file failed").withFile(baseName(from));
        // Only a privileged process may give files away; for others the owner is already right or cannot be kept.
        if ((wanted.st_uid != there.st_uid || wanted.st_gid != there.st_gid) && ::lchown(to.c_str(), wanted.st_uid, wanted.st_gid) != 0 && errno != EPERM)
            return Status::fromErrno(errno, "setting the owner of the file failed", true).withFile(baseName(to));
        if ((wanted.st_mode & kPermissionBits) != (there.st_mode & kPermissionBits) && ::chmod(to.c_str(), wanted.st_mode & kPermissionBits) != 0)
            return Status::fromErrno(errno, "setting the permissions of the file failed", true).withFile(baseName(to));
        return {};
    }

    Status removeFile(const std::filesystem::path& path) override
    {
        if (::unlink(path.c_str()) != 0)
            return Status::fromErrno(errno, "deleting failed", true).withFile(baseName(path));
        return {};
    }

    Status removeFolder(const std::filesystem::path& path) override
    {
        if (::rmdir(path.c_str()) != 0)
            return Status::fromErrno(errno, "deleting the folder " + path.string() + " failed", true);
        return {};
    }

    Status syncFolder(const std::filesystem::path& path) override
    {
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (descriptor < 0)
            return Status::fromErrno(errno, "opening the folder " + path.string() + " failed");
        const int result = ::fsync(descriptor);
        const int error = errno;
        ::close(descriptor);
        // Some network file systems have nothing to sync for a folder and say so.
        if (result != 0 && error != EINVAL && error != ENOTSUP)
            return Status::fromErrno(error, "writing the folder " + path.string() + " to the device failed");
        return {};
    }

    Result<std::uint64_t> freeSpace(const std::filesystem::path& path) override
    {
        struct statvfs info {};
        if (::statvfs(path.c_str(), &info) != 0)
            return Status::fromErrno(errno, "asking for the free space of " + path.string() + " failed");
        return static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize;
    }

    std::uint64_t randomNumber() override
    {
        std::random_device device;
        return (std::uint64_t{device()} << 32) | device();
    }
};

}  // namespace

FileSystem& posixFileSystem()
{
    // Never destroyed: stores may be closed by other objects' destructors at the end of the program.
    static PosixFileSystem* const system = new PosixFileSystem;
    return *system;
}

}  // namespace zrecord
