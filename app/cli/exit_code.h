#pragma once

namespace zrecord::cli {

/// Beside these, a failed command ends with the exitStatus of its error's row in errorTable().
inline constexpr int kExitOk = 0;
inline constexpr int kExitFindings = 1;  ///< `zr verify` found something
inline constexpr int kExitUsage = 2;
inline constexpr int kExitIo = 6;
inline constexpr int kExitCancelled = 130;

}  // namespace zrecord::cli
