#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "session.h"
#include "zrecord/import_source.h"

namespace zrecord::cli {

/// Opens the files one after the other behind one face. "-" is standard input, for formats raw and text. All files must
/// hold the same dtype and, for dense records, the same shape: WrongKind names the first that does not. The number of
/// records is known when all files know theirs.
Result<std::unique_ptr<ImportSource>> openAllSources(std::span<const std::string> files, const ImportOptions& options, Session& session);

}  // namespace zrecord::cli
