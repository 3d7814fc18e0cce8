#pragma once

#include <memory>

#include "command.h"

namespace zrecord::cli {

std::unique_ptr<Command> makeRepairCommand();

}  // namespace zrecord::cli
