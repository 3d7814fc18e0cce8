#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "workbench/viewdata/element_reader.h"

namespace zrecord::workbench {

/// Elements of a record along one line: element k lies at `first` + k · `stride`.
struct ElementLine {
    std::uint64_t first = 0;
    std::uint64_t stride = 1;
    std::uint64_t count = 0;
};

/// Points of a line to draw; y is NaN where the line is broken.
struct LinePoints {
    std::vector<double> x;  ///< place on the line, a whole number
    std::vector<double> y;
    std::uint64_t broken = 0;  ///< elements in view that are NaN or infinite
};

/// The places [from, to) of a line, reduced to what a plot of `columns` pixels can show: of each column's elements the
/// smallest and the largest in their order, and a break where one is not finite. Nothing that would be seen is left out;
/// at most 3 · columns points, or all of them when there are fewer than 2 · columns. Any thread.
[[nodiscard]] LinePoints decimateLine(const ElementReader& reader, std::span<const std::byte> bytes, const ElementLine& line,
                                      std::uint64_t from, std::uint64_t to, std::uint64_t columns);

}  // namespace zrecord::workbench
