#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command.h"

namespace zrecord::cli {

/// A command's word, its line in the overview, and how to make one.
struct CommandEntry {
    std::string_view name;
    std::string_view summary;
    std::unique_ptr<Command> (*make)();
};

/// In the order of the overview.
std::span<const CommandEntry> commandEntries();
const CommandEntry* findCommand(std::string_view name);
std::vector<std::string> commandNames();

}  // namespace zrecord::cli
