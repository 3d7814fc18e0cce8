#include "widgets/plots/plot_content.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QCoreApplication>

#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("PlotContent", text); }

bool anySeries(const PlotContent& content, bool (*has)(const PlotSeries&)) {
    return std::any_of(content.series.begin(), content.series.end(), has);
}

bool hasNoise(const PlotSeries& series) { return !series.low.empty(); }
bool hasLabels(const PlotSeries& series) { return !series.labels.isEmpty(); }

QString numberText(double value, bool exact) { return exact ? QString::number(value, 'g', 15) : plotNumberText(value); }

}  // namespace

QString plotNumberText(double value) {
    const double size = std::abs(value);
    if (size >= 1e7) {
        constexpr std::array<const char*, 4> kUnits{"M", "G", "T", "P"};
        std::size_t unit = 0;
        double scaled = value / 1e6;
        while (std::abs(scaled) >= 999.5 && unit + 1 < kUnits.size()) {
            scaled /= 1e3;
            ++unit;
        }
        return QStringLiteral("%1 %2").arg(QString::number(scaled, 'g', 3), QLatin1String(kUnits[unit]));
    }
    if (value == std::floor(value)) {
        const QString digits = workbench::countText(static_cast<std::uint64_t>(size));
        return value < 0 ? QChar(0x2212) + digits : digits;
    }
    QString text = size >= 1000 ? QString::number(value, 'f', 0) : QString::number(value, 'g', 4);
    return text.replace(u'-', QChar(0x2212));
}

bool PlotContent::isEmpty() const { return pointCount() == 0; }

std::size_t PlotContent::pointCount() const {
    std::size_t count = 0;
    for (const PlotSeries& one : series)
        count += one.x.size();
    return count;
}

QStringList PlotContent::columns() const {
    QStringList names{tr("series"), x.title, y.title};
    if (anySeries(*this, hasNoise))
        names << tr("least") << tr("most");
    if (anySeries(*this, hasLabels))
        names << tr("label");
    return names;
}

QStringList PlotContent::row(std::size_t seriesIndex, std::size_t point, bool exact) const {
    const PlotSeries& one = series[seriesIndex];
    const auto place = static_cast<qsizetype>(one.x[point]);
    const bool named = place >= 0 && place < x.categories.size();
    QStringList cells{one.name, named ? x.categories[place] : numberText(one.x[point], exact), numberText(one.y[point], exact)};
    if (anySeries(*this, hasNoise))
        cells << (hasNoise(one) ? numberText(one.low[point], exact) : QString()) << (hasNoise(one) ? numberText(one.high[point], exact) : QString());
    if (anySeries(*this, hasLabels))
        cells << (hasLabels(one) ? one.labels[static_cast<qsizetype>(point)] : QString());
    return cells;
}

}  // namespace zrecord::widgets
