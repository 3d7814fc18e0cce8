#pragma once

#include <cstdint>
#include <string>

namespace zrecord {

enum class RecoveryAction : std::uint8_t {
    None,             ///< nothing was pending
    Discarded,        ///< a change that had not begun, or was complete but for clearing up: its journal is gone
    TakenBack,        ///< a change of all streams of a set had not been decided; the store is as before it
    FinishedDelete,   ///< an interrupted delete was finished; the store is as after it
    FinishedCompact,  ///< an interrupted compact was finished
    FinishedUndo,     ///< an interrupted undo of a delete was finished
    ShownDelete,      ///< opened for reading: the files are untouched, the records are shown as after the delete
    ShownCompact,     ///< the same for a compact
    ShownUndo,        ///< the same for the undo of a delete
    ShownBefore,      ///< the same for a change that TakenBack is about: shown as before it
    SetAside          ///< a journal did not belong to the store's state; it was moved to .zrx/salvage
};

/// What opening a store found of an interrupted change, and did about it.
struct RecoveryNote {
    RecoveryAction action = RecoveryAction::None;
    std::string text;  ///< a whole sentence for people; empty with None
};

}  // namespace zrecord
