#pragma once

#include <QtCore/qnamespace.h>

namespace zrecord::workbench {

/// Roles of RecordTableModel beyond Qt's own.
enum RecordRole {
    RecordIndexRole = Qt::UserRole + 1,  ///< qulonglong
    StreamRole,                          ///< int: stream of the column, −1 in the index column
    StateRole,                           ///< int: RecordState
    MarkedRole,                          ///< bool: marked for deletion
    SelectedRole,                        ///< bool
    CurrentRole,                         ///< bool: the current record
    ErrorTextRole,                       ///< QString: why a Failed record failed
    ColumnKindRole                       ///< int: RecordTableModel::ColumnKind, also in headerData()
};

}  // namespace zrecord::workbench
