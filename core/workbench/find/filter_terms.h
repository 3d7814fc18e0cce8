#pragma once

#include <optional>

#include <QString>
#include <QStringList>

namespace zrecord::workbench {

/// Terms that a histogram puts into a filter and takes out of it again, as a person could have written them:
/// "38.2 <= std < 61.5", "label in [3, 7]". A filter is a line of terms joined by "and"; everything else in it is left alone.
namespace filter_terms {

/// The top-level parts between "and"; the whole filter when there is an "or" outside brackets.
[[nodiscard]] QStringList split(const QString& filter);
/// low <= name < high, with 15 figures.
[[nodiscard]] QString range(const QString& name, double low, double high);
[[nodiscard]] QString oneOf(const QString& name, const QStringList& values);
/// The filter with `term` in place of the range or list of that name, if it has one; an empty term takes it out.
[[nodiscard]] QString with(const QString& filter, const QString& name, const QString& term);

struct Range {
    double low;
    double high;
};
/// The range of that name in a filter, if it has one.
[[nodiscard]] std::optional<Range> rangeOf(const QString& filter, const QString& name);
/// The values of the list of that name in a filter.
[[nodiscard]] QStringList listOf(const QString& filter, const QString& name);

}  // namespace filter_terms

}  // namespace zrecord::workbench
