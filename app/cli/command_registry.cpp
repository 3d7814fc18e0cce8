#include "command_registry.h"

#include <array>

#include "changes/undo_command.h"
#include "commands/append_command.h"
#include "commands/bench_command.h"
#include "commands/compact_command.h"
#include "commands/create_command.h"
#include "commands/delete_command.h"
#include "commands/demo_command.h"
#include "commands/dump_command.h"
#include "commands/export_command.h"
#include "commands/find_command.h"
#include "commands/get_command.h"
#include "commands/import_command.h"
#include "commands/load_command.h"
#include "commands/ls_command.h"
#include "commands/recode_command.h"
#include "commands/sample_command.h"
#include "commands/sampler_command.h"
#include "commands/stats_command.h"
#include "commands/train_command.h"
#include "commands/tune_command.h"
#include "maintenance/backup_command.h"
#include "maintenance/clean_command.h"
#include "maintenance/repair_command.h"
#include "maintenance/verify_command.h"

namespace zrecord::cli {
namespace {

constexpr std::array kEntries{
    CommandEntry{"create", "Create an empty store.", makeCreateCommand},
    CommandEntry{"import", "Make a new store from files.", makeImportCommand},
    CommandEntry{"append", "Add records from files to a store.", makeAppendCommand},
    CommandEntry{"get", "Print records, or write their bytes.", makeGetCommand},
    CommandEntry{"dump", "Print many records as text, CSV, JSON lines or hexadecimal.", makeDumpCommand},
    CommandEntry{"find", "Find records by their values, their size, or because they are there twice.", makeFindCommand},
    CommandEntry{"stats", "Show what a store holds and how much space it takes.", makeStatsCommand},
    CommandEntry{"ls", "List the stores and aligned sets in a folder.", makeLsCommand},
    CommandEntry{"verify", "Check a store and list every fault with its place.", makeVerifyCommand},
    CommandEntry{"repair", "Mend a damaged store, or save what can be read into a new one.", makeRepairCommand},
    CommandEntry{"clean", "Remove files that a store does not use.", makeCleanCommand},
    CommandEntry{"backup", "Copy a store or set consistently, while others read it.", makeBackupCommand},
    CommandEntry{"delete", "Delete records; the last ones move into their places.", makeDeleteCommand},
    CommandEntry{"undo", "Undo the last delete: every record is where it was before.", makeUndoCommand},
    CommandEntry{"compact", "Give the space of deleted records back.", makeCompactCommand},
    CommandEntry{"recode", "Copy a store into a new one with another codec.", makeRecodeCommand},
    CommandEntry{"train", "Train a dictionary for zstd_dict stores.", makeTrainCommand},
    CommandEntry{"tune", "Compare codecs and dictionaries on a store's own records, and say which to take.", makeTuneCommand},
    CommandEntry{"sample", "Print the order in which a data loader visits records.", makeSampleCommand},
    CommandEntry{"sampler", "Measure how a data loader's order covers, repeats and mixes the records.", makeSamplerCommand},
    CommandEntry{"load", "Run the data loader and show how fast it is, or what it gives.", makeLoadCommand},
    CommandEntry{"bench", "Measure how fast records are read, beside what the machine could do.", makeBenchCommand},
    CommandEntry{"export", "Write records to an .npy, .npz or raw file.", makeExportCommand},
    CommandEntry{"demo", "Write the sample stores: 70,000 images with labels, 31,102 verses.", makeDemoCommand},
};

}  // namespace

std::span<const CommandEntry> commandEntries()
{
    return kEntries;
}

const CommandEntry* findCommand(std::string_view name)
{
    for (const CommandEntry& entry : kEntries)
        if (entry.name == name)
            return &entry;
    return nullptr;
}

std::vector<std::string> commandNames()
{
    std::vector<std::string> names;
    for (const CommandEntry& entry : kEntries)
        names.emplace_back(entry.name);
    return names;
}

}  // namespace zrecord::cli
