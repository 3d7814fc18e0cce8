#pragma once

#include <string>
#include <string_view>

#include "zrecord/status.h"

namespace zrecord::cli {

/// The same failure with advice for a command line: the library advises in words of its interface, here the options and
/// commands of zr are named instead. A remedy without a twin here is kept.
Status withCommandLineRemedy(const Status& status, std::string_view command);
/// The same failure with another remedy, whatever it had before.
Status replaceRemedy(const Status& status, std::string_view remedy);

}  // namespace zrecord::cli
