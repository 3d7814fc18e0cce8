#pragma once

#include <memory>

#include "command.h"

namespace zrecord::cli {

std::unique_ptr<Command> makeCleanCommand();

}  // namespace zrecord::cli
