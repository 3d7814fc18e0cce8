#include "widgets/laboratory/slots/slot_texts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <QCoreApplication>

#include "widgets/laboratory/command_text.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("SlotTexts", text); }

using workbench::bytesText;
using workbench::recordsText;

/// "512", "4 Ki": powers of two in the room of a tick.
QString binName(std::size_t bin) {
    constexpr const char* kUnits[] = {"%1", "%1 Ki", "%1 Mi", "%1 Gi"};
    return QString::fromLatin1(kUnits[bin / 10]).arg(1 << bin % 10);
}

PlotContent histogram(const QString& xTitle, const std::vector<std::uint64_t>& bins, const std::function<QString(std::size_t)>& name) {
    PlotContent content;
    content.x.title = xTitle;
    content.y.title = tr("records");
    content.y.from = 0;
    const auto filled = [](std::uint64_t count) { return count != 0; };
    const auto first = std::find_if(bins.begin(), bins.end(), filled);
    if (first == bins.end())
        return content;
    const auto last = std::find_if(bins.rbegin(), bins.rend(), filled).base();
    PlotSeries series{tr("records"), PlotStyle::Bars, 1, {}, {}, {}, {}, {}, {}, {}};
    for (auto bin = first; bin != last; ++bin) {
        series.x.push_back(static_cast<double>(series.x.size()));
        series.y.push_back(static_cast<double>(*bin));
        content.x.categories << name(static_cast<std::size_t>(bin - bins.begin()));
    }
    content.series.push_back(std::move(series));
    return content;
}

/// "less than a second", "12 seconds", "3 minutes": a forecast, not a measurement.
QString durationText(double seconds) {
    if (seconds < 1)
        return tr("less than a second");
    if (seconds < 90)
        return tr("%1 s").arg(QString::number(std::ceil(seconds), 'f', 0));
    return tr("%1 minutes").arg(QString::number(std::ceil(seconds / 60), 'f', 0));
}

QString shapeText(const Shape& shape) {
    QStringList extents;
    for (const std::uint64_t extent : shape)
        extents << QString::number(extent);
    return shape.empty() ? tr("scalar") : extents.join(QStringLiteral("×"));
}

}  // namespace

PlotContent sizePlot(const SlotMap& map) {
    return histogram(tr("stored bytes, and more"), map.sizes, binName);
}

PlotContent ratioHistogram(const SlotMap& map) {
    return histogram(tr("decoded / stored, and more"), map.ratios, [](std::size_t bin) { return QString::number(static_cast<double>(bin) / 4, 'g', 4); });
}

PlotContent shapePlot(const SlotMap& map) {
    PlotContent content;
    content.x.title = tr("shape");
    content.y.title = tr("records");
    content.y.from = 0;
    PlotSeries series{tr("records"), PlotStyle::Bars, 1, {}, {}, {}, {}, {}, {}, {}};
    const auto add = [&](const QString& name, std::uint64_t records) {
        series.x.push_back(static_cast<double>(series.x.size()));
        series.y.push_back(static_cast<double>(records));
        content.x.categories << name;
    };
    for (const ShapeCount& shape : map.shapes)
        add(shapeText(shape.shape), shape.records);
    if (map.otherShapes > 0)
        add(tr("others"), map.otherShapes);
    if (!series.x.empty())
        content.series.push_back(std::move(series));
    return content;
}

std::vector<KeyValueList::Row> spaceRows(const SlotMap& map) {
    const std::uint64_t used = map.live + map.dead;
    return {{tr("records"), workbench::countText(map.records)},
            {tr("live"), tr("%1 · %2").arg(bytesText(map.live), workbench::percentText(map.live, used))},
            {tr("dead"), tr("%1 · %2").arg(bytesText(map.dead), workbench::percentText(map.dead, used)), map.dead > 0 ? Tone::Warning : Tone::Plain,
             tr("Space of deleted records. It stays in the files until the store is compacted.")},
            {tr("slack"), bytesText(map.slack), Tone::Plain, tr("Of the files beyond the end of what was published.")},
            {tr("decoded"), bytesText(map.plain)},
            {tr("ratio"), map.live > 0 ? QString::number(static_cast<double>(map.plain) / static_cast<double>(map.live), 'f', 3) : QStringLiteral("—")},
            {tr("marked"), map.markedRecords > 0 ? tr("%1 · %2").arg(recordsText(map.markedRecords), bytesText(map.marked)) : QStringLiteral("—"),
             map.markedRecords > 0 ? Tone::Marked : Tone::Plain}};
}

QString forecastText(const SlotMap& map, const CompactionOutlook& outlook) {
    if (outlook.freedBytes == 0)
        return tr("Compacting would free nothing: every byte up to the end belongs to a record.");
    QString text = map.markedRecords > 0 ? tr("With the %1 marked ones deleted, compacting would free %2.").arg(workbench::countText(map.markedRecords), bytesText(outlook.freedBytes))
                                         : tr("Compacting now would free %1.").arg(bytesText(outlook.freedBytes));
    text += u' ' + tr("It needs %1 of free space for the new files while it runs.").arg(bytesText(outlook.neededBytes));
    if (map.available > 0)
        text += u' ' + (map.available < outlook.neededBytes ? tr("Only %1 are free there: make room first.") : tr("%1 are free there.")).arg(bytesText(map.available));
    if (outlook.seconds > 0)
        text += u' ' + tr("At the speed of just now it takes about %1.").arg(durationText(outlook.seconds));
    return text;
}

QString slotCommand(const QString& store) { return QStringLiteral("zr stats %1 --slots 2048").arg(shellWord(store)); }

}  // namespace zrecord::widgets
