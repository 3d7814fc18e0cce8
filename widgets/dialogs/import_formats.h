#pragma once

#include <QStringList>

namespace zrecord::widgets {

/// Endings of the files that the import dialog reads, with the dot.
[[nodiscard]] QStringList importableSuffixes();
/// For file dialogs.
[[nodiscard]] QString importFileFilter();
/// By name alone; nothing is read. Files of the idx family are known by "-ubyte" in their name, with or without ".gz".
[[nodiscard]] bool isImportable(const QString& path);

}  // namespace zrecord::widgets
