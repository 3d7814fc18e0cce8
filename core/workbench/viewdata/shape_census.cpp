#include "workbench/viewdata/shape_census.h"

#include <algorithm>

namespace zrecord::workbench {

void ShapeCensus::add(std::span<const std::uint64_t> shape) {
    std::uint64_t size = 1;
    for (const std::uint64_t dimension : shape)
        size *= dimension;
    ++m_records;
    m_elements += size;
    ++m_sizes[size];
    if (!m_shapesComplete)
        return;
    ++m_shapes[{shape.begin(), shape.end()}];
    if (m_shapes.size() > kMostShapes) {
        m_shapesComplete = false;
        m_shapes.clear();
    }
}

std::optional<std::size_t> ShapeCensus::differentShapes() const {
    return m_shapesComplete ? std::optional(m_shapes.size()) : std::nullopt;
}

std::vector<ShapeCensus::CountedShape> ShapeCensus::mostFrequent(std::size_t count) const {
    std::vector<CountedShape> all(m_shapes.begin(), m_shapes.end());
    std::stable_sort(all.begin(), all.end(), [](const CountedShape& a, const CountedShape& b) { return a.second > b.second; });
    all.resize(std::min(all.size(), count));
    return all;
}

std::vector<ShapeCensus::Bin> ShapeCensus::bins(std::size_t most) const {
    if (m_sizes.empty() || most == 0)
        return {};
    const std::uint64_t span = largest() - smallest() + 1;
    const std::uint64_t width = (span + most - 1) / most;
    std::vector<Bin> all;
    for (std::uint64_t from = smallest(); all.size() * width < span; from += width)
        all.push_back({from, from + width - 1, 0});
    for (const auto& [size, records] : m_sizes)
        all[static_cast<std::size_t>((size - smallest()) / width)].records += records;
    return all;
}

double ShapeCensus::paddingWaste() const {
    if (m_records == 0 || largest() == 0)
        return 0;
    return 1 - static_cast<double>(m_elements) / (static_cast<double>(largest()) * static_cast<double>(m_records));
}

}  // namespace zrecord::workbench
