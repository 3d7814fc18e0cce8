#pragma once

#include <cstdint>

namespace zrecord {

/// The number of the running process; differs in a forked child.
std::int64_t currentProcessId() noexcept;

/// Grows in every child that is forked: unlike currentProcessId() it costs no system call. A child made by the bare clone
/// call, which runs no fork handlers, is not noticed.
std::uint64_t forkGeneration() noexcept;

/// Files that this process may have open at once (soft limit).
std::uint64_t openFileLimit() noexcept;

/// Bytes of memory that the machine has.
std::uint64_t physicalMemory() noexcept;

}  // namespace zrecord
