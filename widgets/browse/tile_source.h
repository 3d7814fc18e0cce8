#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "widgets/browse/tile_painter.h"

namespace zrecord::workbench {
class DocumentSession;
}

namespace zrecord::widgets {

/// What the tiles of one stream show, from the session's caches alone: constant time, reads no file, requests nothing.
class TileSource {
public:
    TileSource() = default;
    /// The session is not owned and outlives the source.
    TileSource(workbench::DocumentSession& session, std::size_t stream);

    /// Small dense streams beside the shown one, whose values stand next to the index; at most two.
    [[nodiscard]] const std::vector<std::size_t>& labelStreams() const noexcept { return m_labelStreams; }
    /// `showLoading` tells tiles that are awaited for long to say so. Hover and focus are the view's to add.
    [[nodiscard]] Tile tile(std::uint64_t record, bool showLoading) const;
    /// True while the picture of a record is neither there nor known to fail.
    [[nodiscard]] bool isAwaited(std::uint64_t record) const;
    /// Everything about the tile in words, lines separated by '\n'.
    [[nodiscard]] QString toolTip(std::uint64_t record) const;
    /// What a screen reader says about it.
    [[nodiscard]] QString description(std::uint64_t record) const;

private:
    [[nodiscard]] QString labelText(std::uint64_t record) const;
    [[nodiscard]] QString tagText(std::uint64_t record) const;

    workbench::DocumentSession* m_session = nullptr;
    std::size_t m_stream = 0;
    std::vector<std::size_t> m_labelStreams;
};

}  // namespace zrecord::widgets
