#pragma once

#include <cstddef>
#include <cstdint>

namespace zrecord {

/// Whether the page at a mapped address is in memory. Linux also says so of files that the process neither owns nor may
/// write, whatever is true of them; majorFaultsOfThread() tells then.
bool isPageResident(const std::byte* at) noexcept;

/// Asks the system to read these mapped bytes from the device, and does not wait for it. Costs a system call, also when they
/// are in memory.
void requestPages(const std::byte* at, std::size_t bytes) noexcept;

/// How often the calling thread has waited for a page from a device.
std::uint64_t majorFaultsOfThread() noexcept;

}  // namespace zrecord
