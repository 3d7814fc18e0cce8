#pragma once

namespace zrecord::workbench {

/// What is known about a record that a view wants to draw.
enum class RecordState {
    NotRequested,
    Loading,
    Ready,
    Failed,  ///< its Status says why; neighbours are unaffected
    Stale    ///< of an earlier generation, may be drawn dimmed until the new one arrives
};

}  // namespace zrecord::workbench
