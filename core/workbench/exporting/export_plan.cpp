#include "workbench/exporting/export_plan.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <QCoreApplication>
#include <QStringList>

#include <zrecord/export_target.h>
#include <zrecord/record_finder.h>
#include <zrecord/store_copy.h>

#include "workbench/curate/curation_log.h"
#include "workbench/document/stream_set.h"
#include "workbench/jobs/job_queue.h"
#include "workbench/messages/number_text.h"
#include "workbench/selection/record_order.h"
#include "workbench/selection/record_ranges.h"

namespace zrecord::workbench {

namespace fs = std::filesystem;

namespace {

fs::path toPath(const QString& path) { return {path.toStdU16String()}; }

void append(std::vector<IndexRange>& ranges, std::uint64_t record) {
    if (!ranges.empty() && ranges.back().start + ranges.back().count == record)
        ++ranges.back().count;
    else
        ranges.push_back({record, 1, 1});
}

fs::path streamPath(const ExportPlan& plan, std::size_t stream) {
    return plan.streams->isAlignedSet() ? plan.streams->path() / plan.streams->streamName(stream) : plan.streams->path();
}

ExportFormat fileFormat(ExportForm form) {
    switch (form) {
        case ExportForm::Npz: return ExportFormat::Npz;
        case ExportForm::Raw: return ExportFormat::Raw;
        case ExportForm::Npy:
        case ExportForm::Store: break;
    }
    return ExportFormat::Npy;
}

Result<ExportedRecords> copyStream(const Store& store, const fs::path& target, const ExportPlan& plan, const OperationContext& context) {
    CopyOptions options;
    options.codec = plan.codec;
    options.selection = plan.records;
    ZR_ASSIGN_OR_RETURN(const CopyReport report, copyStore(store, target, options, context));
    return ExportedRecords{report.records, report.bytes};
}

/// The names of a stream's values go with it.
Status copyNames(const fs::path& from, const fs::path& to) {
    const fs::path names = from.string() + ".names.txt";
    std::error_code failure;
    if (fs::exists(names, failure) && !fs::copy_file(names, to.string() + ".names.txt", fs::copy_options::overwrite_existing, failure))
        return Status(ErrorCode::IoError, "the names of the values could not be copied: " + failure.message()).withFile(names.string());
    return {};
}

/// All of them beside the target first, so that a set is there as a whole or not at all.
Result<ExportedRecords> copySet(const FindTarget& stores, const ExportPlan& plan, const OperationContext& context) {
    const fs::path target = toPath(plan.target);
    const fs::path beside = target.parent_path() / ("." + target.filename().string() + ".partial");
    std::error_code failure;
    fs::remove_all(beside, failure);
    fs::create_directory(beside, failure);
    if (failure)
        return Status(ErrorCode::IoError, "the folder could not be made: " + failure.message()).withFile(beside.string());
    const auto copyAll = [&]() -> Result<ExportedRecords> {
        ExportedRecords all;
        for (const std::size_t stream : plan.chosen) {
            const fs::path folder = beside / plan.streams->streamName(stream);
            ZR_ASSIGN_OR_RETURN(const ExportedRecords one, copyStream(*stores.streams[stream], folder, plan, context));
            ZR_RETURN_IF_ERROR(copyNames(streamPath(plan, stream), folder));
            all.records = one.records;
            all.bytes += one.bytes;
        }
        fs::rename(beside, target, failure);
        if (failure)
            return Status(ErrorCode::IoError, "the finished set could not be moved into place: " + failure.message()).withFile(target.string());
        return all;
    };
    Result<ExportedRecords> done = copyAll();
    if (!done.ok())
        fs::remove_all(beside, failure);
    return done;
}

Result<ExportedRecords> write(const FindTarget& stores, const ExportPlan& plan, const OperationContext& context) {
    const Store& store = *stores.streams[plan.chosen.front()];
    const fs::path target = toPath(plan.target);
    if (plan.form == ExportForm::Store) {
        if (plan.chosen.size() > 1)
            return copySet(stores, plan, context);
        ZR_ASSIGN_OR_RETURN(const ExportedRecords done, copyStream(store, target, plan, context));
        ZR_RETURN_IF_ERROR(copyNames(streamPath(plan, plan.chosen.front()), target));
        return done;
    }
    ExportOptions options;
    options.format = fileFormat(plan.form);
    options.selection = plan.records;
    options.overwrite = plan.overwrite;
    ZR_ASSIGN_OR_RETURN(const ExportReport report, exportRecords(store, target, options, context));
    return ExportedRecords{report.records, report.fileBytes};
}

Result<ExportedRecords> runExport(const ExportPlan& plan, std::uint64_t generation, const OperationContext& context) {
    ZR_RETURN_IF_ERROR(checkExportTarget(plan));
    const FindTarget stores = StreamSet::findTarget(plan.streams, generation, plan.streams->recordCount(), nullptr);
    ExportedRecords done;
    ZR_RETURN_IF_ERROR(stores.read([&]() -> Status {
        ZR_ASSIGN_OR_RETURN(done, write(stores, plan, context));
        return {};
    }));
    return done;
}

/// Indices and slices as zr takes them, in the order of the plan.
QString selectors(const std::vector<IndexRange>& ranges) {
    if (ranges.size() > command::kMostRanges)
        return QStringLiteral("--indices FILE");
    QStringList parts;
    for (const IndexRange& range : ranges)
        parts << (range.count == 1 ? QString::number(range.start) : QStringLiteral("%1:%2").arg(range.start).arg(range.start + range.count));
    return parts.join(u' ');
}

}  // namespace

std::vector<IndexRange> exportRanges(const RecordRanges& records) {
    std::vector<IndexRange> ranges;
    for (const RecordRange& range : records.ranges())
        ranges.push_back({range.first, range.count, 1});
    return ranges;
}

std::vector<IndexRange> exportRanges(const RecordOrder& order) {
    std::vector<IndexRange> ranges;
    if (order.isWhole()) {
        ranges.push_back({0, order.count(), 1});
        return ranges;
    }
    for (std::uint64_t row = 0; row < order.count(); ++row)
        append(ranges, order.recordAt(row));
    return ranges;
}

std::vector<ExportForm> exportForms(StoreKind kind) {
    if (kind == StoreKind::Dense)
        return {ExportForm::Npy, ExportForm::Npz, ExportForm::Store, ExportForm::Raw};
    return {ExportForm::Npz, ExportForm::Store, ExportForm::Raw};
}

QString exportSuffix(ExportForm form) {
    switch (form) {
        case ExportForm::Npy: return QStringLiteral(".npy");
        case ExportForm::Npz: return QStringLiteral(".npz");
        case ExportForm::Raw: return QStringLiteral(".bin");
        case ExportForm::Store: break;
    }
    return {};
}

QString exportLoss(ExportForm form, StoreKind kind) {
    if (form != ExportForm::Raw)
        return {};
    return kind == StoreKind::Dense ? QCoreApplication::translate("ExportText", "The file says neither dtype nor shape: whoever reads it has to know them.")
                                    : QCoreApplication::translate("ExportText", "The file says neither dtype nor where a record ends: the shapes of the records are lost.");
}

Status checkExportTarget(const ExportPlan& plan) {
    std::error_code failure;
    const fs::path target = fs::weakly_canonical(toPath(plan.target), failure);
    const fs::path source = fs::weakly_canonical(plan.streams->path(), failure);
    const fs::path inside = target.lexically_relative(source);
    if (!inside.empty() && *inside.begin() != "..")
        return Status(ErrorCode::InvalidArgument, "the target lies in the store that the records come from; choose another folder").withFile(target.string());
    if (!fs::is_directory(target.parent_path(), failure))
        return Status(ErrorCode::NotFound, "there is no such folder").withFile(target.parent_path().string());
    if (fs::exists(target, failure) && (plan.form == ExportForm::Store || !plan.overwrite || fs::is_directory(target, failure)))
        return Status(ErrorCode::AlreadyExists, "there is something of that name already").withFile(target.string());
    return {};
}

QString exportTargetFault(const ExportPlan& plan) {
    switch (checkExportTarget(plan).code()) {
        case ErrorCode::Ok: return {};
        case ErrorCode::NotFound: return QCoreApplication::translate("ExportText", "There is no such folder. Choose one that exists.");
        case ErrorCode::AlreadyExists: return QCoreApplication::translate("ExportText", "There is something of that name already. Choose another name.");
        default: break;
    }
    return QCoreApplication::translate("ExportText", "This place lies in the store that the records come from. Choose another folder.");
}

QString exportCommand(const ExportPlan& plan) {
    QStringList lines;
    for (const std::size_t stream : plan.chosen) {
        const QString source = command::quoted(QString::fromStdString(streamPath(plan, stream).string()));
        const QString name = plan.chosen.size() > 1 ? u'/' + QString::fromStdString(plan.streams->streamName(stream)) : QString();
        const QString records = selectors(plan.records);
        if (plan.form == ExportForm::Store)
            lines << QStringLiteral("zr recode %1 %2 %3 --codec %4").arg(source, command::quoted(plan.target + name), records, plan.codec == Codec::Raw ? QStringLiteral("raw") : QStringLiteral("zstd"));
        else
            lines << QStringLiteral("zr export %1 %2 %3%4%5").arg(source, command::quoted(plan.target), records, plan.form == ExportForm::Raw ? QStringLiteral(" --format raw") : QString(),
                                                                    plan.overwrite ? QStringLiteral(" --force") : QString());
    }
    return lines.join(QStringLiteral(" && "));
}

Job* startExport(JobQueue& queue, const ExportPlan& plan, QObject* context, std::function<void(Job&, Result<ExportedRecords>)> whenDone) {
    auto finish = [whenDone = std::move(whenDone), target = plan.target](Job& job, Result<ExportedRecords> done) {
        if (done.ok())
            job.setResultText(QCoreApplication::translate("ExportText", "%1 written to %2.").arg(recordsText(done->records), target));
        whenDone(job, std::move(done));
    };
    return queue.startFor<ExportedRecords>(
        QCoreApplication::translate("ExportText", "Export"), plan.target,
        [plan, generation = plan.streams->generation()](const OperationContext& operation) { return runExport(plan, generation, operation); }, context, std::move(finish));
}

}  // namespace zrecord::workbench
