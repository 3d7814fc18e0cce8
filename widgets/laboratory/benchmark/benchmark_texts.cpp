#include "widgets/laboratory/benchmark/benchmark_texts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>

#include "widgets/laboratory/command_text.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {

constexpr double kMebibyte = 1'048'576;

QString tr(const char* text) { return QCoreApplication::translate("BenchmarkTexts", text); }

QString nameOf(std::string_view name) { return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())); }

QString percent(double share) { return tr("%1 %").arg(QString::number(share * 100, 'f', std::round(share * 100) < 10 ? 1 : 0)); }

QString differenceName(const std::string& field) {
    constexpr std::pair<const char*, const char*> kNames[] = {
        {"processor", QT_TRANSLATE_NOOP("BenchmarkTexts", "processor")}, {"cores", QT_TRANSLATE_NOOP("BenchmarkTexts", "number of cores")},
        {"memory", QT_TRANSLATE_NOOP("BenchmarkTexts", "memory")},       {"system", QT_TRANSLATE_NOOP("BenchmarkTexts", "operating system")},
        {"libzstd", QT_TRANSLATE_NOOP("BenchmarkTexts", "libzstd")},     {"version", QT_TRANSLATE_NOOP("BenchmarkTexts", "version of this program")},
        {"build", QT_TRANSLATE_NOOP("BenchmarkTexts", "kind of build")}, {"store", QT_TRANSLATE_NOOP("BenchmarkTexts", "store")},
        {"work", QT_TRANSLATE_NOOP("BenchmarkTexts", "work")},           {"batch", QT_TRANSLATE_NOOP("BenchmarkTexts", "batch")},
        {"order", QT_TRANSLATE_NOOP("BenchmarkTexts", "order")},         {"cache", QT_TRANSLATE_NOOP("BenchmarkTexts", "cold or warm")},
        {"threads", QT_TRANSLATE_NOOP("BenchmarkTexts", "threads")},     {"length of the walk", QT_TRANSLATE_NOOP("BenchmarkTexts", "length of the walk")}};
    for (const auto& [key, text] : kNames)
        if (field == key)
            return tr(text);
    return QString::fromStdString(field);
}

PlotSeries bars(const QString& name, int color) { return {name, PlotStyle::Bars, color, {}, {}, {}, {}, {}, {}, {}}; }

void addBar(PlotSeries& series, double place, const BenchmarkReport& report, const BenchmarkLine& line) {
    series.x.push_back(place);
    series.y.push_back(speedOf(report, line.median()));
    series.low.push_back(speedOf(report, line.greatest()));
    series.high.push_back(speedOf(report, line.least()));
}

}  // namespace

double speedOf(const BenchmarkReport& report, double seconds) {
    if (seconds <= 0)
        return 0;
    return report.bytesPerBatch == 0 ? 1 / seconds : static_cast<double>(report.bytesPerBatch) / kMebibyte / seconds;
}

QString secondsText(double seconds) {
    if (seconds < 1e-6)
        return tr("%1 ns").arg(QString::number(seconds * 1e9, 'f', 0));
    if (seconds < 1e-3)
        return tr("%1 µs").arg(QString::number(seconds * 1e6, 'f', seconds < 1e-5 ? 2 : 1));
    return tr("%1 ms").arg(QString::number(seconds * 1e3, 'f', seconds < 1e-2 ? 2 : 1));
}

QString benchmarkTitle(BenchmarkWork work) {
    switch (work) {
    case BenchmarkWork::Gather:
        return tr("Throughput of gather");
    case BenchmarkWork::Append:
        return tr("Throughput of append");
    case BenchmarkWork::Loader:
        return tr("Throughput of the loader");
    case BenchmarkWork::Sampler:
        return tr("Speed of the sampler");
    case BenchmarkWork::Open:
        return tr("Opening the store");
    }
    return {};
}

QString benchmarkCaption(const BenchmarkReport& report) {
    const BenchmarkOptions& options = report.options;
    const QString what = options.work == BenchmarkWork::Open
                             ? tr("The store is opened and closed")
                             : tr("%1 a batch (%2), %3").arg(workbench::recordsText(options.batch), workbench::bytesText(report.bytesPerBatch), options.random ? tr("random") : tr("as stored"));
    const QString threads = report.threads == 1 ? tr("one thread") : tr("%1 threads").arg(report.threads);
    QString text = tr("%1, %2, %3. %4 rounds by turns, %5 batches each; bars are medians.")
        .arg(what, threads, options.cold ? tr("cold: cached pages dropped before each turn") : tr("warm"), workbench::countText(options.rounds), workbench::countText(options.batches));
    for (const std::string& note : report.notes)
        text += u' ' + tr("%1.").arg(QString::fromStdString(note));
    return text;
}

VerdictText verdictText(const BenchmarkReport& report) {
    using Kind = BenchmarkFinding::Kind;
    const BenchmarkFinding finding = judgeBenchmark(report);
    const QString share = percent(finding.share);
    switch (finding.kind) {
    case Kind::Reading:
        return {tr("Reading is the limit."), tr("%1 of the time goes into reading stored bytes. A codec that stores less, or a faster disk, would help; decoding is not the problem.").arg(share)};
    case Kind::Decoding:
        return {tr("Decoding is the limit."), tr("The store runs at %1 of the speed of libzstd alone on these records. More threads, a lower level or raw records would be faster.").arg(share)};
    case Kind::Copying:
        return {tr("Copying is the limit."), tr("The store runs at %1 of the speed of a bare copy of these records. There is nothing left to gain but less data.").arg(share)};
    case Kind::Gathering:
        return {tr("Gathering is the limit."), tr("The loader gives batches at %1 of the speed of gathering them alone, so it costs next to nothing.").arg(share)};
    case Kind::Writing:
        return {tr("Writing is the limit."), tr("Appending runs at %1 of the speed of writing the same bytes to a file.").arg(share)};
    case Kind::Overhead:
        break;
    case Kind::Nothing:
        return {tr("No limit was measured."), tr("There is no bare loop to compare this work with.")};
    }
    const QString limit = nameOf(report.bestLimit()->name).section(QStringLiteral(": "), 1);
    QString advice;
    if (report.options.work == BenchmarkWork::Append)
        advice = tr("Compression takes the rest; the lines beside it show what each codec costs.");
    else if (report.options.batch < 64)
        advice = tr("Small batches pay for every call; larger ones spread that over more records.");
    else
        advice = tr("Looking up, checking and sharing out small records takes the rest.");
    return {tr("Far from the limit."), tr("“%1” runs at %2 of the speed of “%3” alone. %4").arg(nameOf(report.lines.front().name), share, limit, advice)};
}

PlotContent throughputPlot(const BenchmarkReport& report, const BenchmarkReport* other, const QString& name, const QString& otherName) {
    PlotContent content;
    content.y.title = report.bytesPerBatch == 0 ? tr("times a second") : tr("MiB a second");
    content.y.from = 0;
    PlotSeries ways = bars(name, 1);
    PlotSeries limits = bars(tr("the machine’s limit"), 2);
    PlotSeries peers = bars(tr("other packages"), 3);
    PlotSeries others = bars(otherName, 0);
    for (const BenchmarkLine& line : report.lines) {
        if (line.part || line.seconds.empty())
            continue;
        const auto place = static_cast<double>(content.x.categories.size());
        content.x.categories << nameOf(line.name).remove(QStringLiteral("limit: "));
        addBar(line.peer ? peers : line.limit ? limits : ways, place, report, line);
        if (other != nullptr)
            if (const BenchmarkLine* same = other->find(line.name); same != nullptr && !same->seconds.empty())
                addBar(others, place, *other, *same);
    }
    for (PlotSeries* series : {&ways, &limits, &peers, &others})
        if (!series->x.empty())
            content.series.push_back(std::move(*series));
    return content;
}

std::vector<KeyValueList::Row> splitRows(const BenchmarkSplit& split) {
    if (split.sum() <= 0)
        return {};
    std::vector<KeyValueList::Row> rows;
    const auto add = [&](const QString& name, double seconds, const QString& toolTip) {
        rows.push_back({name, tr("%1 · %2").arg(secondsText(seconds), percent(seconds / split.sum())), Tone::Plain, toolTip});
    };
    add(tr("read"), split.read, tr("Touching the stored bytes: a bare loop that reads them and does nothing else."));
    add(tr("decompress"), split.decompress, tr("libzstd alone, less reading."));
    add(tr("copy"), split.copy, tr("Copies into the result alone, less reading."));
    add(tr("other"), split.other, tr("What the bare loops do not need: looking up, checking, sharing out, waiting."));
    return rows;
}

std::vector<KeyValueList::Row> machineRows(const BenchmarkReport& report) {
    const BenchmarkEnvironment& machine = report.environment;
    return {{tr("processor"), QString::fromStdString(machine.processor), Tone::Plain, QString::fromStdString(machine.processor)},
            {tr("cores"), workbench::countText(machine.cores)},
            {tr("memory"), workbench::bytesText(machine.memoryBytes)},
            {tr("system"), QString::fromStdString(machine.system)},
            {tr("libzstd"), QString::fromStdString(machine.zstd)},
            {tr("build"), machine.optimized ? tr("optimized") : tr("not optimized"), machine.optimized ? Tone::Plain : Tone::Warning},
            {tr("fingerprint"), QStringLiteral("%1").arg(report.fingerprint, 16, 16, QLatin1Char('0')), Tone::Plain, tr("Of the store: equal for copies of it, different after it has changed.")}};
}

QString differenceText(const BenchmarkReport& first, const BenchmarkReport& second) {
    QStringList names;
    for (const std::string& field : benchmarkDifferences(first, second))
        names << differenceName(field);
    return names.join(QStringLiteral(", "));
}

QString benchCommand(const QString& store, const BenchmarkOptions& options, const std::optional<SyntheticData>& data) {
    QString subject = shellWord(store);
    if (data)
        subject = QStringLiteral("--synthetic %1 --shape %2 --compressibility %3 --codec %4")
                      .arg(shellWord(QString::fromStdString(data->dtype.str())), shellWord(QString::fromStdString(shapeText(data->itemShape))))
                      .arg(data->compressibility)
                      .arg(nameOf(codecName(data->codec)));
    QString text = QStringLiteral("zr bench %1 --work %2 --batch %3 --rounds %4")
                       .arg(subject, nameOf(benchmarkWorkName(options.work)))
                       .arg(options.batch)
                       .arg(options.rounds);
    if (!options.random)
        text += QStringLiteral(" --order sequential");
    if (options.cold)
        text += QStringLiteral(" --cold");
    if (options.threads != 0)
        text += QStringLiteral(" --threads %1").arg(options.threads);
    if (options.peers)
        text += QStringLiteral(" --peers");
    return text;
}

}  // namespace zrecord::widgets
