#pragma once

#include <cstdint>

namespace zrecord::widgets {

/// Everything that decides which actions are enabled. A plain value, so that the rules can be tested as a table.
struct WorkbenchState {
    bool hasSession = false;       ///< a document is listed, perhaps one that could not be read again
    bool hasDocument = false;      ///< a store or aligned set is open and ready
    bool editing = false;          ///< open for writing
    bool canEdit = false;          ///< could be opened for writing (equal lengths, not busy)
    bool busy = false;             ///< a job changes this document
    bool jobRunning = false;       ///< any job of the window runs
    bool canGoBack = false;
    bool canGoForward = false;
    bool canUndo = false;
    bool canRedo = false;
    std::uint64_t streams = 0;
    std::uint64_t records = 0;
    std::uint64_t selected = 0;
    std::uint64_t marked = 0;
    std::uint64_t deadBytes = 0;

    friend bool operator==(const WorkbenchState&, const WorkbenchState&) = default;
};

}  // namespace zrecord::widgets
