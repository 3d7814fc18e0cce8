#include "workbench/messages/result_text.h"

#include <algorithm>
#include <string_view>

#include <QCoreApplication>
#include <QStringList>

#include "workbench/document/pending_changes.h"
#include "workbench/document/store_document.h"
#include "workbench/jobs/job.h"
#include "workbench/messages/number_text.h"

namespace zrecord::workbench {
namespace {

QString fromUtf8(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString unitRate(const Job& job, double rate) {
    const auto rounded = static_cast<std::uint64_t>(rate < 0 ? 0 : rate);
    switch (job.unit()) {
    case ProgressUnit::Records: return QCoreApplication::translate("ResultText", "%1 records/s").arg(countText(rounded));
    case ProgressUnit::Bytes: return QCoreApplication::translate("ResultText", "%1/s").arg(bytesText(rounded));
    case ProgressUnit::Steps: return QCoreApplication::translate("ResultText", "%1 steps/s").arg(countText(rounded));
    }
    return {};
}

QString runningText(const Job& job) {
    QStringList parts;
    if (job.isPauseRequested())
        parts << QCoreApplication::translate("ResultText", "Pausing at the next record");
    else if (job.isCancelRequested())
        parts << QCoreApplication::translate("ResultText", "Stopping at the next record");
    if (job.total() > 0)
        parts << percentText(std::min(job.done(), job.total()), job.total());
    if (const std::optional<double> rate = job.rate())
        parts << unitRate(job, *rate);
    if (const std::optional<std::int64_t> left = job.remainingMilliseconds())
        parts << QCoreApplication::translate("ResultText", "%1 left").arg(durationText(*left));
    return parts.isEmpty() ? QCoreApplication::translate("ResultText", "Running") : parts.join(QStringLiteral(", "));
}

}  // namespace

QString markedText(std::uint64_t records) {
    return records == 1 ? QCoreApplication::translate("ResultText", "1 record is marked for deletion")
                        : QCoreApplication::translate("ResultText", "%1 are marked for deletion").arg(recordsText(records));
}

QString appendedText(std::uint64_t records) {
    return records == 0 ? QCoreApplication::translate("ResultText", "Nothing was appended.")
                        : QCoreApplication::translate("ResultText", "%1 appended.").arg(recordsText(records));
}

QString appliedText(const AppliedChanges& changes) {
    const QString what = QCoreApplication::translate("ResultText", "%1 removed, %2 moved into freed slots.")
                             .arg(recordsText(changes.removed), countText(changes.moved));
    if (changes.deadBytes == 0)
        return what;
    return what + u' ' + QCoreApplication::translate("ResultText", "%1 stay in the files until you compact.")
                             .arg(bytesText(changes.deadBytes));
}

QString restoredText(const RestoredRecords& restored) {
    return restored.restored == 1 ? QCoreApplication::translate("ResultText", "1 record is back, %1 moved to where they were.").arg(countText(restored.moved))
                                  : QCoreApplication::translate("ResultText", "%1 are back, %2 moved to where they were.")
                                        .arg(recordsText(restored.restored), countText(restored.moved));
}

QString compactedText(const CompactedStreams& result) {
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    for (const StreamCompaction& stream : result.streams) {
        before += stream.result.before.chunkBytes;
        after += stream.result.after.chunkBytes;
    }
    return QCoreApplication::translate("ResultText", "Compaction gave %1 back: %2 before, %3 after.")
        .arg(bytesText(result.freedBytes), bytesText(before), bytesText(after));
}

QString verifiedText(const std::vector<StreamVerification>& reports) {
    std::uint64_t checked = 0;
    std::uint64_t findings = 0;
    const StoreIssue* first = nullptr;
    QString where;
    for (const StreamVerification& stream : reports) {
        checked += stream.report.recordsChecked;
        findings += stream.report.issueCount;
        if (!first && !stream.report.issues.empty()) {
            first = &stream.report.issues.front();
            where = fromUtf8(stream.stream);
        }
    }
    // The records of all streams together are more than the set has: say what they are.
    const QString what = reports.size() < 2 ? recordsText(checked)
                                            : QCoreApplication::translate("ResultText", "%1 of %2 streams")
                                                  .arg(recordsText(checked), countText(reports.size()));
    if (findings == 0)
        return QCoreApplication::translate("ResultText", "%1 checked, no fault found.").arg(what);
    QString text = findings == 1 ? QCoreApplication::translate("ResultText", "%1 checked, 1 fault found.").arg(what)
                                 : QCoreApplication::translate("ResultText", "%1 checked, %2 faults found.").arg(what, countText(findings));
    if (first)
        text += u' ' + QCoreApplication::translate("ResultText", "The first is in %1: %2").arg(where, fromUtf8(first->message));
    return text;
}

QString statisticsText(const std::vector<StoreStats>& stats) {
    std::uint64_t live = 0;
    std::uint64_t dead = 0;
    std::uint64_t total = 0;
    for (const StoreStats& one : stats) {
        live += one.liveBytes;
        dead += one.reclaimable;
        total += one.chunkBytes;
    }
    return QCoreApplication::translate("ResultText", "%1 live, %2 dead (%3).").arg(bytesText(live), bytesText(dead), percentText(dead, total));
}

QString alignmentText(const AlignmentFault& fault) {
    return QCoreApplication::translate("ResultText", "%1 holds %2, but %3 holds %4. The set is open for reading only.")
        .arg(fromUtf8(fault.stream), recordsText(fault.records), fromUtf8(fault.reference), recordsText(fault.referenceRecords));
}

QString codecText(Codec codec) {
    return fromUtf8(codecName(codec));
}

QString streamText(const StreamInfo& stream) {
    const QString type = fromUtf8(stream.summary.dtype.displayName());
    const QString shape = stream.summary.kind == StoreKind::Ragged
                              ? QCoreApplication::translate("ResultText", "any shape")
                              : fromUtf8(shapeText(stream.summary.itemShape));
    return type + u' ' + shape + QStringLiteral(" \u00B7 ") + codecText(stream.summary.codec);
}

QString goToErrorText(GoToError error, const QString& input, std::uint64_t recordCount) {
    switch (error) {
    case GoToError::None: return {};
    case GoToError::Empty: return QCoreApplication::translate("ResultText", "Enter a record number, a percentage, or -1 for the last record.");
    case GoToError::NotANumber:
        return QCoreApplication::translate("ResultText", "“%1” is not a record number. Write for example 4711, 1e6, 50% or -1.").arg(input);
    case GoToError::NotWhole: return QCoreApplication::translate("ResultText", "“%1” is not a whole number.").arg(input);
    case GoToError::OutOfRange:
        return QCoreApplication::translate("ResultText", "There is no record %1: the last one is %2.").arg(input, countText(recordCount - 1));
    case GoToError::EmptyStore: return QCoreApplication::translate("ResultText", "The store has no records.");
    }
    return {};
}

QString markReasonText(const MarkReason& reason) {
    switch (reason.kind) {
    case MarkReason::Kind::Manual:
        return reason.text.isEmpty() ? QCoreApplication::translate("ResultText", "Marked by hand") : reason.text;
    case MarkReason::Kind::Duplicate:
        return reason.text.isEmpty() ? QCoreApplication::translate("ResultText", "Repeats another record") : QCoreApplication::translate("ResultText", "Duplicate: %1").arg(reason.text);
    case MarkReason::Kind::Filter: return QCoreApplication::translate("ResultText", "Filter: %1").arg(reason.text);
    }
    return {};
}

QString jobProgressText(const Job& job) {
    switch (job.state()) {
    case Job::State::Queued: return QCoreApplication::translate("ResultText", "Waiting");
    case Job::State::Running: return runningText(job);
    case Job::State::Paused:
        return job.total() == 0 ? QCoreApplication::translate("ResultText", "Paused")
                                : QCoreApplication::translate("ResultText", "Paused at %1").arg(percentText(std::min(job.done(), job.total()), job.total()));
    case Job::State::Succeeded:
        return QCoreApplication::translate("ResultText", "Done in %1").arg(durationText(job.elapsedMilliseconds()));
    case Job::State::Failed: return QCoreApplication::translate("ResultText", "Failed");
    case Job::State::Cancelled: return QCoreApplication::translate("ResultText", "Cancelled; nothing was changed after that point");
    }
    return {};
}

}  // namespace zrecord::workbench
