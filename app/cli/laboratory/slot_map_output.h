#pragma once

#include <string>

#include "zrecord/laboratory/compaction_outlook.h"
#include "zrecord/laboratory/slot_map.h"

namespace zrecord::cli {

class JsonWriter;

/// Strips of the chunk files, one character for a cell, what compacting would do, and the histograms.
std::string slotMapText(const SlotMap& map, const CompactionOutlook& outlook);
/// The value of the key "slots".
void writeSlotMap(JsonWriter& json, const SlotMap& map, const CompactionOutlook& outlook);

}  // namespace zrecord::cli
