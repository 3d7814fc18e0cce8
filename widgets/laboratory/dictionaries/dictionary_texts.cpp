#include "widgets/laboratory/dictionaries/dictionary_texts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>

#include "widgets/laboratory/command_text.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("DictionaryTexts", text); }

QString nameOf(const TuneReport& report, std::size_t result) { return QString::fromStdString(report.results[result].candidate.name); }

/// "17 % faster", "33 % slower", "8.1 times as fast".
QString speedText(double share) {
    const double change = std::abs(share - 1) * 100;
    if (change < 1)
        return tr("as fast");
    if (share >= 2)
        return tr("%1 times as fast").arg(QString::number(share, 'f', share < 10 ? 1 : 0));
    return share > 1 ? tr("%1 % faster").arg(QString::number(change, 'f', 0)) : tr("%1 % slower").arg(QString::number(change, 'f', 0));
}

QString percent(double share) { return QString::number(share * 100, 'f', 1); }

double bubbleSize(std::uint64_t memory) {
    // Areas compare: a dictionary of 1 MiB has forty pixels across.
    return std::clamp(8 + 32 * std::sqrt(static_cast<double>(memory) / 1'048'576), 8.0, 48.0);
}

/// The word that parseTuneCandidate() reads as this candidate with a dictionary.
QString candidateWord(const TuneCandidate& candidate) {
    const QString tier = QStringLiteral("%1:%2").arg(QString::fromStdString(candidate.name).section(u',', 0, 0)).arg(candidate.level);
    if (parseTuneCandidate(tier.toStdString()).ok())
        return tier;
    return candidate.dictionaryBytes % 1024 == 0 ? QStringLiteral("%1K:%2").arg(candidate.dictionaryBytes / 1024).arg(candidate.level)
                                                 : QStringLiteral("%1:%2").arg(candidate.dictionaryBytes).arg(candidate.level);
}

/// Raw records are so much faster to gather that the others could not be told apart; the table has them.
bool leavesRawOut(const TuneReport& report) {
    const auto raw = std::count_if(report.results.begin(), report.results.end(), [](const TuneResult& one) { return one.candidate.codec == Codec::Raw; });
    return raw > 0 && report.results.size() > 2;
}

}  // namespace

AdviceText adviceText(const TuneReport& report) {
    const TuneAdvice& advice = report.advice;
    if (advice.kind == TuneAdvice::Kind::Nothing)
        return {tr("No advice"), tr("Plain zstd and one other candidate at least must be measured.")};
    const QString choice = nameOf(report, advice.choice);
    const QString smallest = nameOf(report, advice.smallest);
    switch (advice.kind) {
    case TuneAdvice::Kind::KeepRaw:
        return {tr("Store these records raw."), tr("The best of the others, “%1”, saves less than 2 %, and raw records are gathered without decoding.").arg(smallest)};
    case TuneAdvice::Kind::NoDictionary:
        return {tr("Take “%1”, without a dictionary.").arg(choice), tr("The best store, “%1”, is within 1 % of it, so a dictionary is not worth its memory.").arg(smallest)};
    default:
        break;
    }
    QString text = tr("The store becomes %1 % smaller than with plain zstd; gathers are %2.").arg(percent(1 - advice.againstPlain), speedText(advice.gatherAgainstPlain));
    if (advice.choice != advice.smallest)
        text += u' ' + tr("“%1” is %2 % smaller still, but against it this one gathers %3 and writes %4.")
                           .arg(smallest, percent(advice.storeAgainstSmallest - 1), speedText(advice.gatherAgainstSmallest), speedText(advice.writeAgainstSmallest));
    return {tr("Take “%1”.").arg(choice), text};
}

QString measuredText(const TuneReport& report) {
    return tr("Trained on %1 (%2), measured on %3 others. %4 rounds by turns; bars from least to most.")
        .arg(workbench::recordsText(report.trainingRecords), workbench::bytesText(report.trainingBytes), workbench::countText(report.testRecords))
        .arg(report.rounds) + (leavesRawOut(report) ? QString(u' ' + tr("Raw is in the table alone: it would flatten the plot.")) : QString());
}

PlotContent ratioPlot(const TuneReport& report) {
    PlotContent content;
    content.x.title = tr("compression ratio on held-out records");
    content.y.title = tr("gather, MiB/s (median)");
    PlotSeries series{tr("candidates"), PlotStyle::Bubbles, 1, {}, {}, {}, {}, {}, {}, {}};
    for (std::size_t i = 0; i < report.results.size(); ++i) {
        const TuneResult& result = report.results[i];
        const bool leftOut = result.candidate.codec == Codec::Raw && leavesRawOut(report);
        if (!result.status.ok() || leftOut || result.ratio <= 0 || result.gatherMiBs.median <= 0)
            continue;
        if (report.advice.kind != TuneAdvice::Kind::Nothing && report.advice.choice == i)
            series.chosen = series.x.size();
        series.x.push_back(result.ratio);
        series.y.push_back(result.gatherMiBs.median);
        series.low.push_back(result.gatherMiBs.least);
        series.high.push_back(result.gatherMiBs.most);
        series.sizes.push_back(bubbleSize(result.memoryBytes));
        series.labels << QString::fromStdString(result.candidate.name);
    }
    if (!series.x.empty())
        content.series.push_back(std::move(series));
    return content;
}

PlotContent againstPlot(const TuneResult& result) {
    PlotContent content;
    content.x.title = tr("size against plain zstd, %");
    content.y.title = tr("records");
    PlotSeries series{QString::fromStdString(result.candidate.name), PlotStyle::Bars, 1, {}, {}, {}, {}, {}, {}, {}};
    for (std::size_t bin = 0; bin < result.against.size(); ++bin) {
        series.x.push_back(static_cast<double>(bin));
        series.y.push_back(static_cast<double>(result.against[bin]));
        // Bin 11 begins at the size of plain zstd; the first and the last are open.
        const int percent = (static_cast<int>(bin) - 11) * 5;
        content.x.categories << (bin == 0 ? tr("< −50") : percent > 0 ? tr("+%1").arg(percent) : percent < 0 ? tr("−%1").arg(-percent) : tr("0"));
    }
    content.series.push_back(std::move(series));
    return content;
}

std::vector<KeyValueList::Row> consequenceRows(const TuneReport& report, std::size_t index, std::uint64_t chunkBytes) {
    const TuneResult& result = report.results[index];
    const double writeSeconds = result.writeMiBs.median > 0
                                    ? static_cast<double>(report.testBytes) / static_cast<double>(std::max<std::uint64_t>(report.testRecords, 1)) *
                                          static_cast<double>(report.records) / 1'048'576 / result.writeMiBs.median
                                    : 0;
    std::vector<KeyValueList::Row> rows{{tr("store now"), workbench::bytesText(chunkBytes)},
                                        {tr("after"), workbench::bytesText(static_cast<std::uint64_t>(result.storeBytes))},
                                        {tr("time to write"), writeSeconds < 60 ? tr("%1 s").arg(QString::number(writeSeconds, 'f', 1)) : workbench::durationText(static_cast<std::int64_t>(writeSeconds * 1'000))}};
    if (result.dictionaryBytes != 0) {
        rows.push_back({tr("training took"), tr("%1 s").arg(QString::number(result.trainSeconds, 'f', 2))});
        rows.push_back({tr("bigger than plain"), tr("%1 of %2").arg(workbench::countText(result.bigger), workbench::countText(report.testRecords)), Tone::Plain,
                        tr("Held-out records that take more bytes than with plain zstd level 3.")});
    }
    return rows;
}

QString tuneCommand(const QString& store, const TuneOptions& options, const TuneResult& result) {
    const TuneCandidate& candidate = result.candidate;
    const QString source = shellWord(store);
    switch (candidate.codec) {
    case Codec::Raw:
        return QStringLiteral("zr recode %1 NEW --codec raw").arg(source);
    case Codec::Zstd:
        return QStringLiteral("zr recode %1 NEW --codec zstd --level %2").arg(source).arg(candidate.level);
    case Codec::ZstdDict:
        break;
    }
    QString tune = QStringLiteral("zr tune %1 --seed %2").arg(source).arg(options.seed);
    if (options.spread)
        tune += QStringLiteral(" --spread");
    if (options.sampleBytes != TuneOptions().sampleBytes)
        tune += QStringLiteral(" --sample-bytes %1").arg(options.sampleBytes);
    const std::vector<TuneCandidate> usual = defaultTuneCandidates();
    if (std::find(usual.begin(), usual.end(), candidate) == usual.end())
        tune += QStringLiteral(" --candidate %1").arg(candidateWord(candidate));
    return QStringLiteral("%1 --keep %2 -o NEW.dict && zr recode %3 NEW --codec zstd_dict --dict NEW.dict --level %4")
        .arg(tune, shellWord(QString::fromStdString(candidate.name)), source)
        .arg(candidate.level);
}

}  // namespace zrecord::widgets
