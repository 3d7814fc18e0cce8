#pragma once

#include <string>

#include "zrecord/dictionary_tuning.h"

namespace zrecord::cli {

/// A table of the candidates and the advice as a sentence.
std::string tuneText(const TuneReport& report);
/// One object with the keys that the manual lists.
std::string tuneJson(const TuneReport& report);

}  // namespace zrecord::cli
