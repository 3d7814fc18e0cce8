#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace zrecord::widgets {

/// Places visited by jumps, for Back and Forward. Steps from record to record only move the present place. Value type.
class RecordHistory {
public:
    static constexpr std::uint64_t kJump = 100;       ///< a longer way than this is a jump
    static constexpr std::size_t kMaximumPlaces = 100;

    /// The current record changed by something else than back() and forward().
    void visit(std::uint64_t record);
    [[nodiscard]] std::optional<std::uint64_t> back();
    [[nodiscard]] std::optional<std::uint64_t> forward();
    [[nodiscard]] bool canGoBack() const noexcept { return m_at > 0; }
    [[nodiscard]] bool canGoForward() const noexcept { return m_at + 1 < m_places.size(); }
    void clear();

private:
    std::vector<std::uint64_t> m_places;
    std::size_t m_at = 0;
};

}  // namespace zrecord::widgets
