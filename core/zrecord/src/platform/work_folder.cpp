#include "platform/work_folder.h"

#include <random>
#include <string>
#include <system_error>

namespace zrecord {

Result<WorkFolder> WorkFolder::create(const std::filesystem::path& parent, std::string_view prefix)
{
    std::error_code error;
    const std::filesystem::path base = parent.empty() ? std::filesystem::temp_directory_path(error) : parent;
    if (error)
        return Status::fromErrno(error.value(), "there is no folder for temporary files", true);
    std::random_device random;
    const std::filesystem::path path = base / (std::string(prefix) + std::to_string(random()) + std::to_string(random()));
    std::filesystem::create_directories(path, error);
    if (error)
        return Status::fromErrno(error.value(), "no folder could be made to measure in", true).withFile(path.string());
    return WorkFolder(path);
}

WorkFolder::~WorkFolder()
{
    std::error_code ignored;
    if (!m_path.empty())
        std::filesystem::remove_all(m_path, ignored);
}

}  // namespace zrecord
