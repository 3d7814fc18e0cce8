#include "platform/lock_holder.h"

#include <sys/sysmacros.h>

#include <fstream>
#include <iterator>
#include <sstream>

namespace zrecord {
namespace {

std::string fileText(const std::string& path)
{
    std::ifstream stream(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
}

}  // namespace

// A line reads "12: FLOCK  ADVISORY  WRITE 4711 08:02:131072 0 EOF"; waiting ones have "->" after the number.
std::optional<long> findLockHolder(std::string_view procLocks, const FileIdentity& file)
{
    std::istringstream lines{std::string(procLocks)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string number, type, advisory, mode, place;
        long process = 0;
        if (!(words >> number >> type >> advisory >> mode >> process >> place) || type != "FLOCK")
            continue;
        unsigned int major = 0, minor = 0;
        unsigned long long inode = 0;
        char colon = 0;
        std::istringstream parts(place);
        if (!(parts >> std::hex >> major >> colon >> minor >> colon >> std::dec >> inode))
            continue;
        if (inode == file.inode && makedev(major, minor) == file.device && process > 0)
            return process;
    }
    return std::nullopt;
}

std::string programName(std::string_view comm, std::string_view commandLine)
{
    while (!comm.empty() && comm.back() == '\n')
        comm.remove_suffix(1);
    std::string_view first = commandLine.substr(0, commandLine.find('\0'));
    first.remove_prefix(first.rfind('/') == std::string_view::npos ? 0 : first.rfind('/') + 1);
    return std::string(!comm.empty() && first.starts_with(comm) ? first : comm);
}

std::string describeLockHolder(const FileIdentity& file)
{
    const std::optional<long> process = findLockHolder(fileText("/proc/locks"), file);
    if (!process)
        return "another program";
    const std::string number = std::to_string(*process);
    const std::string name = programName(fileText("/proc/" + number + "/comm"), fileText("/proc/" + number + "/cmdline"));
    return name.empty() ? "process " + number : "process " + number + " (" + name + ")";
}

}  // namespace zrecord
