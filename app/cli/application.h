#pragma once

#include <span>
#include <string>

#include "session.h"

namespace zrecord::cli {

/// Runs `zr` with the words after the program's name; returns the exit status. Errors go to session.err() as
/// "zr: <message>".
int runApplication(std::span<const std::string> arguments, Session& session);

/// The page of `zr --help`.
std::string overview();

}  // namespace zrecord::cli
