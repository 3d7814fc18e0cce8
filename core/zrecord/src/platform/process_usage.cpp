#include "platform/process_usage.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <string_view>
#include <system_error>
#include <thread>

namespace zrecord {
namespace {

double secondsOf(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

std::uint64_t residentBytes()
{
    std::ifstream file("/proc/self/statm");
    std::uint64_t total = 0;
    std::uint64_t resident = 0;
    const long pageSize = ::sysconf(_SC_PAGESIZE);
    return file >> total >> resident && pageSize > 0 ? resident * static_cast<std::uint64_t>(pageSize) : 0;
}

}  // namespace

ProcessUsage processUsage() noexcept
{
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) != 0)
        return {};
    return {secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime), static_cast<std::uint64_t>(usage.ru_minflt) + static_cast<std::uint64_t>(usage.ru_majflt),
            residentBytes()};
}

Status dropCachedPages(const std::filesystem::path& file)
{
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0)
        return Status(ErrorCode::IoError, "cannot be opened to drop its cached pages: " + std::generic_category().message(errno)).withFile(file.filename().string());
    const int problem = ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
    ::close(descriptor);
    if (problem != 0)
        return Status(ErrorCode::IoError, "its cached pages cannot be dropped: " + std::generic_category().message(problem)).withFile(file.filename().string());
    return {};
}

std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(':');
        if (colon != std::string::npos && line.starts_with("model name") && colon + 2 < line.size())
            return line.substr(colon + 2);
    }
    return "unknown";
}

std::uint64_t processorCount() noexcept
{
    return std::max(1U, std::thread::hardware_concurrency());
}

std::string systemName()
{
    utsname name{};
    return ::uname(&name) == 0 ? std::string(name.sysname) + ' ' + name.release : "unknown";
}

}  // namespace zrecord
