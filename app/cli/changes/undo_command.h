#pragma once

#include <memory>

#include "command.h"

namespace zrecord::cli {

std::unique_ptr<Command> makeUndoCommand();

}  // namespace zrecord::cli
