#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "platform/file_system.h"

namespace zrecord {

/// Process number of whoever holds a flock on the file, from the text of /proc/locks; empty when it is not listed
/// (another container, another machine, another system).
std::optional<long> findLockHolder(std::string_view procLocks, const FileIdentity& file);

/// A program's name from the texts of /proc/N/comm, which ends after 15 bytes, and /proc/N/cmdline.
std::string programName(std::string_view comm, std::string_view commandLine);

/// "process 4711 (python3)", or "another program" when the system does not tell.
std::string describeLockHolder(const FileIdentity& file);

}  // namespace zrecord
