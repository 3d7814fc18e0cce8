#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

#include <QString>

namespace zrecord {
class FactsTable;
}

namespace zrecord::workbench {

/// How often a fact has which values, of the records that were measured.
struct FactHistogram {
    QString name;                       ///< as the filter language names it: "std", "label"
    double low = 0;                     ///< smallest value
    double high = 0;                    ///< largest value
    std::vector<std::uint64_t> counts;  ///< bars of equal width; empty when no record has a value
    std::uint64_t records = 0;          ///< that were measured
    std::uint64_t without = 0;          ///< of them, without a value (NaN)
    std::int64_t first = 0;             ///< bar i holds edge(i) <= value < edge(i + 1), edge(i) = (first + i) · step
    int stepFigure = 1;                 ///< 1, 2 or 5
    int stepExponent = 0;               ///< step = stepFigure · 10^stepExponent

    /// A short decimal number: written with 15 figures and read again it is the same, so that a filter with it finds exactly
    /// what the bar has counted.
    [[nodiscard]] double edge(std::size_t bar) const noexcept;
};

/// The whole numbers of a label stream with their counts, ascending.
struct ClassCounts {
    struct Class {
        std::int64_t value = 0;
        std::uint64_t records = 0;
        friend bool operator==(const Class&, const Class&) = default;
    };
    QString name;  ///< of the stream
    std::vector<Class> classes;
    std::uint64_t records = 0;  ///< that were measured
    bool tooMany = false;       ///< more than kMostClasses: `classes` is empty
};

constexpr std::size_t kHistogramBars = 40;  ///< about; up to 2.5 times as many, so that edges are short
constexpr std::size_t kMostClasses = 1000;

/// Counts one fact of what a table knows. Two passes; stops early, with what it has, when asked to. Any thread.
[[nodiscard]] FactHistogram factHistogram(const FactsTable& table, std::size_t stream, const QString& fact, const std::stop_token& stop = {});
[[nodiscard]] ClassCounts classCounts(const FactsTable& table, std::size_t stream, const QString& name, const std::stop_token& stop = {});

}  // namespace zrecord::workbench
