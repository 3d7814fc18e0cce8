#include "output_file.h"

#include <cerrno>
#include <string>
#include <system_error>

#include <unistd.h>

namespace zrecord::cli {

OutputFile::~OutputFile()
{
    if (!m_partial.empty()) {
        m_stream.close();
        std::error_code ignored;
        std::filesystem::remove(m_partial, ignored);
    }
}

Status OutputFile::open(const std::filesystem::path& path, bool replace)
{
    std::error_code error;
    if (!replace && std::filesystem::exists(std::filesystem::symlink_status(path, error)))
        return Status(ErrorCode::AlreadyExists, "'" + path.string() + "' exists already").withRemedy("Choose another name, or add --force to replace it.");
    m_path = path;
    m_partial = path;
    m_partial += ".partial-" + std::to_string(getpid());
    errno = 0;
    m_stream.open(m_partial, std::ios::binary | std::ios::trunc);
    if (!m_stream) {
        const int code = errno;
        m_partial.clear();
        return Status::fromErrno(code, "'" + path.string() + "' cannot be written", true);
    }
    return {};
}

Status OutputFile::commit()
{
    errno = 0;
    m_stream.close();
    if (!m_stream)
        return Status::fromErrno(errno != 0 ? errno : EIO, "'" + m_path.string() + "' could not be written", true);
    std::error_code error;
    std::filesystem::rename(m_partial, m_path, error);
    if (error)
        return Status::fromErrno(error.value(), "'" + m_path.string() + "' could not be put in place", true);
    m_partial.clear();
    return {};
}

}  // namespace zrecord::cli
