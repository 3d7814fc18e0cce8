#include "widgets/laboratory/sampler/sampler_plots.h"

#include <cmath>

#include <QCoreApplication>

#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("SamplerPlots", text); }

QString modeText(SamplerMode mode) {
    switch (mode) {
    case SamplerMode::Sequential:
        return tr("sequential");
    case SamplerMode::Iid:
        return tr("iid");
    case SamplerMode::Cyclic:
        break;
    }
    return tr("cyclic");
}

QString count(std::uint64_t value) { return workbench::countText(value); }
QString rounded(double value) { return plotNumberText(std::round(value)); }

/// What its name does not say: ", batch 64, rank 1 of 4".
QString differenceText(const SamplerView& view, const SamplerView& from) {
    QString text;
    if (view.sampler.length != from.sampler.length)
        text += tr(", %1").arg(workbench::recordsText(view.sampler.length));
    if (view.sampler.batch != from.sampler.batch)
        text += tr(", batch %1").arg(count(view.sampler.batch));
    if (view.rank != from.rank || view.world != from.world)
        text += tr(", rank %1 of %2").arg(count(view.rank), count(view.world));
    return text;
}

/// The first report in the first series' colour, the one to compare with in grey.
void addSeries(PlotContent& content, const SamplerReport& report, const SamplerReport* other, PlotStyle style, void (*fill)(PlotSeries&, const SamplerReport&)) {
    // Grey below, so that it never covers what is looked at.
    if (other) {
        PlotSeries grey{samplerName(other->view) + differenceText(other->view, report.view), style, 0, {}, {}, {}, {}, {}, {}, {}};
        fill(grey, *other);
        content.series.push_back(std::move(grey));
    }
    PlotSeries series{samplerName(report.view), style, 1, {}, {}, {}, {}, {}, {}, {}};
    fill(series, report);
    content.series.push_back(std::move(series));
}

void fillCounts(PlotSeries& series, const std::vector<std::uint64_t>& counts) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
        series.x.push_back(static_cast<double>(i));
        series.y.push_back(static_cast<double>(counts[i]));
    }
}

QString disk(const LocalityFigures& figures) {
    return tr("%1 in %2").arg(workbench::bytesText(static_cast<std::uint64_t>(figures.payloadBytes)), workbench::bytesText(static_cast<std::uint64_t>(figures.pageBytes)));
}

QString entropyText(const SamplerReport& report) {
    const ShuffleFigures& shuffle = report.shuffle;
    return shuffle.idealEntropyBits > 0 ? tr("%1 of ideal").arg(QString::number(shuffle.entropyBits / shuffle.idealEntropyBits, 'f', 3)) : tr("—");
}

QString chiSquareText(const SamplerReport& report) {
    if (!report.shuffle.chiSquare)
        return tr("—");
    return report.shuffle.chiSquareP < 0.001 ? tr("p < 0.001") : tr("p = %1").arg(QString::number(report.shuffle.chiSquareP, 'f', 2));
}

QString correlationText(const SamplerReport& report) {
    return report.shuffle.serialCorrelation ? plotNumberText(std::round(*report.shuffle.serialCorrelation * 1e4) / 1e4) : tr("—");
}

QString allSeenText(const SamplerReport& report) {
    return report.allSeenAfter ? tr("%1 steps").arg(count(*report.allSeenAfter)) : tr("not yet");
}

}  // namespace

QString samplerName(const SamplerView& view) {
    if (view.sampler.mode == SamplerMode::Sequential)
        return modeText(view.sampler.mode);
    return tr("%1, seed %2").arg(modeText(view.sampler.mode), QString::number(view.sampler.seed));
}

PlotContent orderPlot(const SamplerReport& report, const SamplerReport* other) {
    PlotContent content;
    content.x = {tr("position in the order"), 0.0, static_cast<double>(report.view.steps * report.batchLength), {}};
    content.y = {tr("record"), 0.0, static_cast<double>(report.view.sampler.length), {}};
    addSeries(content, report, other, PlotStyle::Dots, [](PlotSeries& series, const SamplerReport& shown) {
        for (const OrderDot& dot : shown.dots) {
            series.x.push_back(static_cast<double>(dot.position));
            series.y.push_back(static_cast<double>(dot.index));
        }
    });
    return content;
}

PlotContent coveragePlot(const SamplerReport& report, const SamplerReport* other) {
    PlotContent content;
    content.x = {tr("steps"), 0.0, static_cast<double>(report.view.steps), {}};
    content.y = {tr("records seen, %"), 0.0, 103.0, {}};
    addSeries(content, report, other, PlotStyle::Line, [](PlotSeries& series, const SamplerReport& shown) {
        for (const CoveragePoint& point : shown.coverage) {
            series.x.push_back(static_cast<double>(point.steps));
            series.y.push_back(100.0 * static_cast<double>(point.seen) / static_cast<double>(shown.view.sampler.length));
        }
    });
    return content;
}

PlotContent visitsPlot(const SamplerReport& report, const SamplerReport* other) {
    PlotContent content;
    content.x.title = tr("visits of a record");
    for (std::size_t visits = 0; visits < kReportVisitBins; ++visits)
        content.x.categories << (visits + 1 == kReportVisitBins ? tr("%1+").arg(visits) : QString::number(visits));
    content.y.title = tr("records");
    addSeries(content, report, other, PlotStyle::Bars, [](PlotSeries& series, const SamplerReport& shown) { fillCounts(series, shown.visits); });
    return content;
}

PlotContent gapsPlot(const SamplerReport& report, const SamplerReport* other) {
    PlotContent content;
    content.x.title = tr("indices between two visits, at least");
    const std::size_t bins = std::max(report.gaps.size(), other ? other->gaps.size() : 0);
    for (std::size_t bin = 0; bin < bins; ++bin)
        content.x.categories << plotNumberText(std::exp2(static_cast<double>(bin)));
    content.y.title = tr("pairs of visits");
    addSeries(content, report, other, PlotStyle::Bars, [](PlotSeries& series, const SamplerReport& shown) { fillCounts(series, shown.gaps); });
    return content;
}

std::vector<KeyValueList::Row> samplerFigures(const SamplerReport& report, const SamplerReport* other, const std::optional<LocalityFigures>& locality) {
    std::vector<KeyValueList::Row> rows;
    const auto add = [&](const QString& name, QString (*text)(const SamplerReport&), const QString& toolTip) {
        const QString value = other ? tr("%1 | %2").arg(text(report), text(*other)) : text(report);
        rows.push_back({name, value, Tone::Plain, toolTip});
    };
    add(tr("neighbour entropy"), entropyText,
        tr("Entropy of the differences between neighbours in the first cycle, as a part of what independent differences have. Near 1 is well mixed."));
    add(tr("chi-square"), chiSquareText,
        tr("Chance of an order as uneven as this with an ideal shuffle: position against record, first cycle. Below 0.001 is not chance."));
    add(tr("serial correlation"), correlationText, tr("Between a record and the next one in the first cycle. Near 0 is well mixed, 1 is as stored."));
    add(tr("mean jump"), [](const SamplerReport& shown) { return tr("%1 records").arg(rounded(shown.shuffle.meanJump)); }, tr("From a record to the next one, first cycle."));
    add(tr("all seen after"), allSeenText, tr("Steps until every record has been seen, within the steps looked at."));
    add(tr("dropped each cycle"), [](const SamplerReport& shown) { return tr("%1 records").arg(count(shown.droppedPerCycle)); },
        tr("The remainder that fills no batch. These records come up in other cycles."));
    if (report.view.world > 1 || (other && other->view.world > 1))
        add(tr("dropped each step"), [](const SamplerReport& shown) { return tr("%1 records").arg(count(shown.droppedPerStep)); },
            tr("Records of each batch that the ranks cannot share equally."));
    if (locality) {
        rows.push_back({tr("mean jump in the file"), workbench::bytesText(static_cast<std::uint64_t>(locality->meanJumpBytes)), Tone::Plain,
                        tr("From the start of a record to that of the next, first steps.")});
        rows.push_back({tr("a batch on disk"), disk(*locality), Tone::Plain,
                        tr("Stored bytes of a batch, and the pages of 4 KiB that hold them, in %1 runs.").arg(rounded(locality->runs))});
    }
    return rows;
}

QString samplerCommand(const SamplerView& view, const QString& target) {
    const SamplerOptions& sampler = view.sampler;
    QStringList words{QStringLiteral("zr sampler")};
    words << (target.isEmpty() ? QStringLiteral("--length %1").arg(sampler.length) : target.contains(u' ') ? QStringLiteral("'%1'").arg(target) : target);
    const std::string_view mode = samplerModeName(sampler.mode);
    words << QStringLiteral("--mode %1").arg(QLatin1String(mode.data(), static_cast<qsizetype>(mode.size())));
    words << QStringLiteral("--batch %1 --seed %2 --steps %3").arg(sampler.batch).arg(sampler.seed).arg(view.steps);
    if (view.firstStep != 0)
        words << QStringLiteral("--step %1").arg(view.firstStep);
    if (view.world > 1)
        words << QStringLiteral("--rank %1 --world %2").arg(view.rank).arg(view.world);
    return words.join(u' ');
}

}  // namespace zrecord::widgets
