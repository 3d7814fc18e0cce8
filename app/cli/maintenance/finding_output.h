#pragma once

#include "zrecord/maintenance/check_report.h"

namespace zrecord::cli {

class JsonWriter;

/// Writes kind, message, place and records of a finding into the object that is open.
void writeFinding(JsonWriter& json, const StoreFinding& finding);

}  // namespace zrecord::cli
