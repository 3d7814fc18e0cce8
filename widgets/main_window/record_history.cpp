#include "widgets/main_window/record_history.h"

namespace zrecord::widgets {

void RecordHistory::visit(std::uint64_t record) {
    if (m_places.empty()) {
        m_places.push_back(record);
        m_at = 0;
        return;
    }
    std::uint64_t& here = m_places[m_at];
    const std::uint64_t distance = record > here ? record - here : here - record;
    if (distance <= kJump) {
        here = record;
        return;
    }
    m_places.resize(m_at + 1);
    m_places.push_back(record);
    if (m_places.size() > kMaximumPlaces)
        m_places.erase(m_places.begin());
    m_at = m_places.size() - 1;
}

std::optional<std::uint64_t> RecordHistory::back() {
    if (!canGoBack())
        return std::nullopt;
    return m_places[--m_at];
}

std::optional<std::uint64_t> RecordHistory::forward() {
    if (!canGoForward())
        return std::nullopt;
    return m_places[++m_at];
}

void RecordHistory::clear() {
    m_places.clear();
    m_at = 0;
}

}  // namespace zrecord::widgets
