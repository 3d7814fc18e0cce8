#include "output_file.h"

#include <cerrno>
#include <random>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "descriptor_buffer.h"
#include "paths/new_place.h"

namespace zrecord::cli {
namespace {

namespace fs = std::filesystem;

std::string randomName()
{
    std::random_device device;
    return ".zr-output-" + std::to_string(device()) + std::to_string(device());
}

Status existsAlready(const fs::path& path)
{
    return Status(ErrorCode::AlreadyExists, "'" + path.string() + "' exists already").withRemedy("Choose another name, or add --force to replace it.");
}

Status cannotWrite(const fs::path& path, int error, const char* what = "cannot be written")
{
    Status status = Status::fromErrno(error, "'" + path.string() + "' " + what, true);
    return status.code() == ErrorCode::OutOfSpace ? std::move(status).withRemedy("Free some space and repeat the command.") : status;
}

}  // namespace

OutputFile::OutputFile() : m_stream(nullptr) {}

OutputFile::~OutputFile()
{
    m_buffer.reset();
    if (!m_partial.empty())
        ::unlink(m_partial.c_str());
}

Status OutputFile::open(const fs::path& path, bool replace)
{
    m_path = path;
    m_replace = replace;
    std::error_code error;
    const fs::file_status there = fs::status(path, error);
    if (fs::is_directory(there))
        return Status(ErrorCode::InvalidArgument, "'" + path.string() + "' is a folder").withRemedy("Name a file.");
    if (fs::exists(there) && !fs::is_regular_file(there)) {
        const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor < 0)
            return cannotWrite(path, errno);
        m_buffer = std::make_unique<DescriptorBuffer>(descriptor);
        m_stream.rdbuf(m_buffer.get());
        return {};
    }
    if (!replace && fs::exists(fs::symlink_status(path, error)))
        return existsAlready(path);
    m_target = fs::is_symlink(path, error) && fs::exists(there) ? fs::canonical(path, error) : path;
    if (liesInStore(m_target))
        return Status(ErrorCode::InvalidArgument, "'" + path.string() + "' lies inside a store, whose files are its own").withRemedy("Choose a place outside.");
    return openBeside(there.permissions(), fs::exists(there));
}

Status OutputFile::openBeside(fs::perms permissions, bool keepsPermissions)
{
    const fs::path partial = m_target.parent_path() / randomName();
    const int descriptor = ::open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return cannotWrite(m_path, errno);
    m_partial = partial;
    m_buffer = std::make_unique<DescriptorBuffer>(descriptor);
    m_stream.rdbuf(m_buffer.get());
    if (keepsPermissions && ::fchmod(descriptor, static_cast<mode_t>(permissions & fs::perms::all)) != 0)
        return cannotWrite(m_path, errno);
    return {};
}

/// A link fails where something appeared in the meantime; a rename would replace it.
Status OutputFile::putInPlace()
{
    if (!m_replace) {
        if (::link(m_partial.c_str(), m_target.c_str()) == 0) {
            ::unlink(m_partial.c_str());
            m_partial.clear();
            return {};
        }
        if (errno == EEXIST)
            return existsAlready(m_path);
    }
    if (::rename(m_partial.c_str(), m_target.c_str()) != 0)
        return cannotWrite(m_path, errno, "could not be put in place");
    m_partial.clear();
    return {};
}

Status OutputFile::commit()
{
    m_stream.flush();
    if (m_buffer->failure() != 0 || !m_stream)
        return cannotWrite(m_path, m_buffer->failure() != 0 ? m_buffer->failure() : EIO, "could not be written");
    if (m_partial.empty())
        return {};
    if (::fsync(m_buffer->descriptor()) != 0)
        return cannotWrite(m_path, errno, "could not be written");
    return putInPlace();
}

}  // namespace zrecord::cli
