#pragma once

#include <QtGlobal>

#include <cstdint>

class QKeyEvent;

namespace zrecord::workbench {
class DocumentSession;
}

namespace zrecord::widgets {

/// What the keys mean in grid and table alike: both work on the one selection of the session and count in rows of
/// the order that is shown, which it turns into records.
struct RecordKeys {
    std::uint64_t columns = 1;  ///< records that Up and Down move by
    std::uint64_t page = 1;     ///< records that PgUp and PgDn move by
    bool sideways = true; ///< Left and Right step records (the table moves its cell instead)

    enum class Outcome {
        Ignored,
        Handled,
        ReadOnly  ///< Del where nothing may be marked
    };
    Outcome apply(const QKeyEvent& event, workbench::DocumentSession& session) const;
};

}  // namespace zrecord::widgets
