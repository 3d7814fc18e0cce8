#pragma once

#include <QString>

namespace zrecord::workbench {
class DocumentList;
}

namespace zrecord::widgets {

/// Version, system and open documents as plain text for a report; no record contents.
[[nodiscard]] QString diagnosticsText(const workbench::DocumentList& documents);

}  // namespace zrecord::widgets
