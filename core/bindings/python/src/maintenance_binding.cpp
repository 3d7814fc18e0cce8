#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "bindings.h"
#include "long_operation.h"
#include "status_error.h"
#include "zrecord/aligned_set.h"
#include "zrecord/maintenance/salvage.h"
#include "zrecord/maintenance/store_backup.h"
#include "zrecord/maintenance/store_check.h"
#include "zrecord/maintenance/store_repair.h"
#include "zrecord/store.h"

namespace zrecord::python {
namespace {

bool isSet(const std::filesystem::path& path)
{
    return !Store::looksLikeStore(path) && !AlignedSet::streamNames(path).empty();
}

/// (stream, severity, kind, message, file, offset, record or None) of each finding.
void addFindings(nb::list& rows, const std::string& stream, const std::vector<StoreFinding>& findings)
{
    for (const StoreFinding& finding : findings)
        rows.append(nb::make_tuple(stream, finding.severity == IssueSeverity::Error ? "error" : "warning", finding.kind, finding.message, finding.file,
                                   finding.offset, finding.hasRecord ? nb::object(nb::int_(finding.record)) : nb::object(nb::none())));
}

void addFailure(nb::list& rows, const std::string& stream, const char* kind, const Status& failure)
{
    if (!failure.ok())
        rows.append(nb::make_tuple(stream, "error", kind, failure.message(), failure.file(), failure.offset().value_or(0), nb::none()));
}

/// (records checked, bytes checked, findings, rows, checksums compared, checksums noted, notes)
nb::tuple checkAll(const std::filesystem::path& path, bool decode, std::uint64_t maxIssues, const std::filesystem::path& stateFile, int noteSums,
                   nb::handle progress)
{
    CheckOptions options;
    options.verify.decode = decode;
    options.verify.maxIssues = maxIssues;
    options.stateFile = stateFile;
    options.noteSums = static_cast<SumNoting>(noteSums);
    SetCheck found;
    if (isSet(path)) {
        found = longResult<SetCheck>(progress, [&](const OperationContext& context) { return checkSet(path, options, context); });
    } else {
        StoreCheck alone = longResult<StoreCheck>(progress, [&](const OperationContext& context) { return checkStore(path, options, context); });
        found.streams.push_back({std::string(), path, Status(), std::move(alone)});
    }
    nb::list rows;
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;
    std::uint64_t issues = found.issues.size();
    std::uint64_t compared = 0;
    std::uint64_t noted = 0;
    nb::list notes;
    for (const StreamCheck& stream : found.streams) {
        records += stream.check.report.recordsChecked;
        bytes += stream.check.report.bytesChecked;
        issues += stream.check.report.issueCount + (stream.failure.ok() ? 0 : 1);
        compared += stream.check.report.sumsCompared;
        noted += stream.check.report.sumsNoted;
        if (!stream.check.note.empty())
            notes.append(nb::make_tuple(stream.stream, stream.check.note));
        addFailure(rows, stream.stream, "not_checked", stream.failure);
        addFindings(rows, stream.stream, stream.check.report.issues);
    }
    addFindings(rows, {}, found.issues);
    return nb::make_tuple(records, bytes, issues, rows, compared, noted, notes);
}

/// (stream, steps (action, text, records), remaining rows, blocked or None, records before, after, backup)
nb::tuple planRow(const std::string& stream, const RepairPlan& plan, const std::filesystem::path& backup)
{
    nb::list steps;
    for (const RepairStep& step : plan.steps)
        steps.append(nb::make_tuple(step.action, step.text, step.records));
    nb::list remaining;
    addFindings(remaining, stream, plan.remaining);
    return nb::make_tuple(stream, steps, remaining, plan.blocked.ok() ? nb::object(nb::none()) : nb::object(nb::str(plan.blocked.message().c_str())),
                          plan.recordsBefore, plan.recordsAfter, backup);
}

/// (rows of streams, records taken out of every stream, why a set is blocked or None)
nb::tuple repair(const std::filesystem::path& path, bool apply, bool removeDamaged, nb::handle progress)
{
    RepairOptions options;
    options.removeDamaged = removeDamaged;
    nb::list rows;
    if (isSet(path)) {
        const SetRepair done = longResult<SetRepair>(progress, [&](const OperationContext& context) {
            return apply ? repairSet(path, options, context) : planSetRepair(path, options, context);
        });
        for (const SetRepair::Stream& stream : done.streams)
            rows.append(planRow(stream.name, stream.plan, stream.backup));
        return nb::make_tuple(rows, done.records, done.blocked.ok() ? nb::object(nb::none()) : nb::object(nb::str(done.blocked.message().c_str())));
    }
    if (apply) {
        const RepairResult done = longResult<RepairResult>(progress, [&](const OperationContext& context) { return repairStore(path, options, context); });
        rows.append(planRow({}, done.plan, done.backup));
    } else {
        const RepairPlan plan = longResult<RepairPlan>(progress, [&](const OperationContext& context) { return planRepair(path, options, context); });
        rows.append(planRow({}, plan, {}));
    }
    return nb::make_tuple(rows, std::vector<std::uint64_t>(), nb::none());
}

/// (saved, lost records, rows of findings)
nb::tuple salvageRecords(const std::filesystem::path& source, const std::filesystem::path& target, nb::handle progress)
{
    const SalvageReport done = longResult<SalvageReport>(progress, [&](const OperationContext& context) { return salvage(source, target, {}, context); });
    nb::list rows;
    for (const SalvagedStream& stream : done.streams)
        addFindings(rows, stream.name, stream.issues);
    return nb::make_tuple(done.saved, done.lost, rows);
}

/// (stream, records, copied bytes, kept bytes) of each stream
nb::list backUp(const std::filesystem::path& source, const std::filesystem::path& target, bool verifyKept, nb::handle progress)
{
    const BackupReport done = longResult<BackupReport>(progress, [&](const OperationContext& context) { return backup(source, target, {verifyKept}, context); });
    nb::list rows;
    for (const BackupReport::Stream& stream : done.streams)
        rows.append(nb::make_tuple(stream.name, stream.records, stream.copiedBytes, stream.keptBytes));
    return rows;
}

}  // namespace

void bindMaintenance(nb::module_& module)
{
    module.def("check", checkAll, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none());
    module.def("repair", repair, nb::arg(), nb::arg(), nb::arg(), nb::arg().none());
    module.def("salvage", salvageRecords, nb::arg(), nb::arg(), nb::arg().none());
    module.def("backup", backUp, nb::arg(), nb::arg(), nb::arg(), nb::arg().none());
}

}  // namespace zrecord::python
