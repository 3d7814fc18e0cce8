#pragma once

#include <string>

#include "zrecord/laboratory/slot_map.h"

namespace zrecord::cli {

class JsonWriter;

/// Strips of the chunk files, one character for a cell, and the histograms.
std::string slotMapText(const SlotMap& map);
/// The value of the key "slots".
void writeSlotMap(JsonWriter& json, const SlotMap& map);

}  // namespace zrecord::cli
