#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "zrecord/status.h"

namespace zrecord {

/// What this process has used so far, all threads.
struct ProcessUsage {
    double cpuSeconds = 0;           ///< user and system
    std::uint64_t faults = 0;        ///< page faults, with and without the device
    std::uint64_t residentBytes = 0;
};
ProcessUsage processUsage() noexcept;

/// Asks the kernel to drop what it caches of a file. It keeps pages that are mapped or were not written back yet; a file
/// system in memory keeps all. What was not dropped is not told.
Status dropCachedPages(const std::filesystem::path& file);

std::string processorName();      ///< as the system calls it; "unknown" where it does not say
std::uint64_t processorCount() noexcept;
std::string systemName();         ///< "Linux 6.1.0"

}  // namespace zrecord
