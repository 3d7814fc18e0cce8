#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace zrecord::workbench {

/// Counts the shapes of ragged records: how often each one occurs, and how the numbers of elements are spread. Memory is
/// bounded: beyond kMostShapes different shapes only their sizes are kept. Value type, any thread.
class ShapeCensus {
public:
    static constexpr std::size_t kMostShapes = 1U << 14;

    /// Records with bin.from ≤ elements ≤ bin.to.
    struct Bin {
        std::uint64_t from = 0, to = 0;
        std::uint64_t records = 0;
        friend bool operator==(const Bin&, const Bin&) = default;
    };
    using CountedShape = std::pair<std::vector<std::uint64_t>, std::uint64_t>;

    void add(std::span<const std::uint64_t> shape);

    [[nodiscard]] std::uint64_t records() const noexcept { return m_records; }
    [[nodiscard]] std::uint64_t elements() const noexcept { return m_elements; }
    [[nodiscard]] std::uint64_t smallest() const noexcept { return m_sizes.empty() ? 0 : m_sizes.begin()->first; }
    [[nodiscard]] std::uint64_t largest() const noexcept { return m_sizes.empty() ? 0 : m_sizes.rbegin()->first; }
    /// Nothing when there were too many to count.
    [[nodiscard]] std::optional<std::size_t> differentShapes() const;
    /// The most frequent shapes, the most frequent first; equal ones in the order of their dimensions.
    [[nodiscard]] std::vector<CountedShape> mostFrequent(std::size_t count) const;
    /// At most `most` bins of equal width from the smallest to the largest number of elements; empty ones are there, too.
    [[nodiscard]] std::vector<Bin> bins(std::size_t most) const;
    /// Part of memory that is padding when every record is padded to the largest: 0 … 1.
    [[nodiscard]] double paddingWaste() const;

private:
    std::uint64_t m_records = 0;
    std::uint64_t m_elements = 0;
    bool m_shapesComplete = true;
    std::map<std::vector<std::uint64_t>, std::uint64_t> m_shapes;
    std::map<std::uint64_t, std::uint64_t> m_sizes;  ///< records by number of elements
};

}  // namespace zrecord::workbench
