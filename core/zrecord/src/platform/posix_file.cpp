#include "platform/posix_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "platform/lock_holder.h"
#include "platform/process_identity.h"

namespace zrecord {
namespace {

// Linux moves at most 2^31 − 4096 bytes a call.
constexpr std::size_t kLargestTransfer = std::size_t{1} << 30;

class PosixFileLock final : public FileLock {
public:
    explicit PosixFileLock(int descriptor) : m_descriptor(descriptor), m_owner(currentProcessId()) {}
    PosixFileLock(const PosixFileLock&) = delete;
    PosixFileLock& operator=(const PosixFileLock&) = delete;
    // A forked child shares the open file description: unlocking there would take the lock from its parent, and not
    // unlocking here would leave the store busy for as long as the child keeps its copy of the descriptor.
    ~PosixFileLock() override
    {
        if (currentProcessId() == m_owner)
            ::flock(m_descriptor, LOCK_UN);
    }

private:
    int m_descriptor;
    std::int64_t m_owner;
};

}  // namespace

PosixFile::PosixFile(int descriptor, std::string name) : m_descriptor(descriptor), m_name(std::move(name)) {}

PosixFile::~PosixFile()
{
    ::close(m_descriptor);
}

Result<std::size_t> PosixFile::readAt(std::uint64_t offset, std::span<std::byte> out) const
{
    std::size_t done = 0;
    while (done < out.size()) {
        const std::size_t part = std::min(out.size() - done, kLargestTransfer);
        const ssize_t count = ::pread(m_descriptor, out.data() + done, part, static_cast<off_t>(offset + done));
        if (count < 0) {
            if (errno == EINTR)
                continue;
            return Status::fromErrno(errno, "reading failed").withFile(m_name, offset + done);
        }
        if (count == 0)
            break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

Status PosixFile::writeAt(std::uint64_t offset, std::span<const std::byte> bytes)
{
    std::size_t done = 0;
    while (done < bytes.size()) {
        const std::size_t part = std::min(bytes.size() - done, kLargestTransfer);
        const ssize_t count = ::pwrite(m_descriptor, bytes.data() + done, part, static_cast<off_t>(offset + done));
        if (count < 0) {
            if (errno == EINTR)
                continue;
            return Status::fromErrno(errno, "writing failed", true).withFile(m_name, offset + done);
        }
        if (count == 0)
            return Status(ErrorCode::IoError, "the file takes no more bytes").withFile(m_name, offset + done);
        done += static_cast<std::size_t>(count);
    }
    return {};
}

Result<std::uint64_t> PosixFile::size() const
{
    struct stat info {};
    if (::fstat(m_descriptor, &info) != 0)
        return Status::fromErrno(errno, "asking for the size failed").withFile(m_name);
    return static_cast<std::uint64_t>(info.st_size);
}

Status PosixFile::truncate(std::uint64_t size)
{
    int result = 0;
    do {
        result = ::ftruncate(m_descriptor, static_cast<off_t>(size));
    } while (result != 0 && errno == EINTR);
    if (result != 0)
        return Status::fromErrno(errno, "changing the size failed", true).withFile(m_name);
    return {};
}

Status PosixFile::sync()
{
    if (::fdatasync(m_descriptor) != 0)
        return Status::fromErrno(errno, "writing to the device failed").withFile(m_name);
    return {};
}

Result<FileIdentity> PosixFile::identity() const
{
    struct stat info {};
    if (::fstat(m_descriptor, &info) != 0)
        return Status::fromErrno(errno, "asking for the file's identity failed").withFile(m_name);
    return FileIdentity{info.st_dev, info.st_ino};
}

Result<std::unique_ptr<FileLock>> lockPosixFile(File& file, LockMode mode)
{
    const auto* posix = dynamic_cast<PosixFile*>(&file);
    if (posix == nullptr)
        return Status(ErrorCode::Internal, "this file does not belong to the system's file system");
    const int operation = (mode == LockMode::Shared ? LOCK_SH : LOCK_EX) | LOCK_NB;
    int result = 0;
    do {
        result = ::flock(posix->descriptor(), operation);
    } while (result != 0 && errno == EINTR);
    if (result == 0)
        return std::unique_ptr<FileLock>(std::make_unique<PosixFileLock>(posix->descriptor()));
    const int error = errno;
    if (error == EWOULDBLOCK) {
        const auto identity = file.identity();
        const std::string holder = identity.ok() ? describeLockHolder(*identity) : "another program";
        return Status(ErrorCode::Busy, holder + " is using the store");
    }
    if (error == ENOLCK || error == EOPNOTSUPP || error == ENOSYS || error == EINVAL)
        return Status(ErrorCode::Unsupported, "this file system has no file locks")
            .withRemedy("Move the store to a local disk, or open it without a lock when you are sure that nobody else uses it.");
    return Status::fromErrno(error, "locking failed");
}

}  // namespace zrecord
