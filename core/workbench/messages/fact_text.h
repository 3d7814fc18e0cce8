#pragma once

#include <QString>
#include <QStringList>

namespace zrecord {
struct RecordFacts;
}

namespace zrecord::workbench::text {

/// Facts that may have a column, as the filter language names them, in the order of the columns.
[[nodiscard]] QStringList factNames();
/// What a fact means: "standard deviation of the finite values".
[[nodiscard]] QString factToolTip(const QString& fact);
/// One fact of a record, with six figures; counts exactly, the hash in hexadecimal. Empty for NaN.
[[nodiscard]] QString factText(const RecordFacts& facts, const QString& fact);

}  // namespace zrecord::workbench::text
