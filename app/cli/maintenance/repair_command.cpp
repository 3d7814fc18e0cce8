#include "maintenance/repair_command.h"

#include <algorithm>
#include <ostream>

#include "command_line_remedy.h"
#include "json_writer.h"
#include "maintenance/finding_output.h"
#include "paths/new_place.h"
#include "opened_target.h"
#include "output_file.h"
#include "text_layout.h"
#include "zrecord/aligned_set.h"
#include "zrecord/maintenance/salvage.h"
#include "zrecord/maintenance/store_repair.h"

namespace zrecord::cli {
namespace {

constexpr std::size_t kListedRecords = 10;

/// "3, 4, 17, ..."
std::string recordList(const std::vector<std::uint64_t>& records)
{
    std::string text;
    for (std::size_t i = 0; i < records.size() && i < kListedRecords; ++i)
        text.append(i == 0 ? "" : ", ").append(std::to_string(records[i]));
    return records.size() > kListedRecords ? text + ", ..." : text;
}

class RepairCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"repair",
                "Mend a damaged store, or save what can be read into a new one.",
                "Without --apply nothing is changed: the steps are listed, and the exit status is 1 when there are any. With --apply they are "
                "done, after everything that they change was copied into the folder .zrx/salvage/TIME of the store.\n\n"
                "Repair finishes an interrupted delete or compact; takes the mark of one whose journal is lost from the header; writes a "
                "lost store.zr anew, from a copy beside the store or from --dtype and --shape; cuts records off that cannot be read and "
                "lie at the end; and deletes second copies of records, as a delete of another program leaves them when it is killed: of two "
                "records in the same bytes the lower one was overwritten and is lost. Damaged records in the middle stay where they are, "
                "unless --remove-damaged deletes them; then the last records move into their places. In an aligned set what goes from one "
                "stream goes from all, so that the others keep belonging together.\n\n"
                "--salvage NEW leaves the store as it is and copies every readable record into a new store, or every record that all streams "
                "still have into a new set. --lost FILE lists the others and the reasons as JSON. This also works where repair cannot.\n\n"
                "JSON: path, applied, blocked (why it cannot be repaired, or null), records_before, records_after, steps (action, text, file, "
                "records), remaining (kind, message, file, offset, record, other_record), backup; with a set path, applied, blocked, "
                "records and streams, an array of these. With --salvage: path, target, saved, lost_count, lost, streams.",
                {"zr repair labels", "zr repair labels --apply", "zr repair images --dtype uint8 --shape 28,28 --apply",
                 "zr repair set --salvage saved --lost lost.json"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("STORE", m_path, "A store or an aligned set.");
        parser.flag("--apply", m_apply, "Do what is listed without it.");
        parser.flag("--remove-damaged", m_removeDamaged, "Delete damaged records wherever they are.");
        parser.option("-d,--dtype", m_dtype, "DTYPE", "What the records are, when store.zr is lost. A single store only.");
        parser.option("-s,--shape", m_shape, "SHAPE", "Shape of one record. Default: (), a single value.");
        parser.flag("--ragged", m_ragged, "The lost store.zr was that of a ragged store.");
        parser.option("--salvage", m_target, "NEW", "Copy every readable record into a new store or set.");
        parser.option("--lost", m_lost, "FILE", "With --salvage: list lost records and reasons in FILE, as JSON.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        const bool isSet = !Store::looksLikeStore(m_path) && !AlignedSet::streamNames(m_path).empty();
        if (!isSet && !Store::looksLikeStore(m_path))
            return OpenedTarget::open(m_path).status();  // says what is there instead
        if (m_lost && !m_target)
            return Status(ErrorCode::InvalidArgument, "--lost belongs to --salvage").withRemedy("Add --salvage NEW.");
        if (m_target && (m_apply || m_removeDamaged))
            return Status(ErrorCode::InvalidArgument, "--salvage leaves the store as it is").withRemedy("Leave --apply and --remove-damaged out.");
        RepairOptions options;
        options.removeDamaged = m_removeDamaged;
        ZR_ASSIGN_OR_RETURN(options.description, givenDescription(isSet));
        if (m_target)
            return salvageInto(session, options);
        return isSet ? repairWholeSet(session, options) : repairOne(session, options);
    }

private:
    Result<std::optional<StoreDescription>> givenDescription(bool isSet) const
    {
        if (!m_dtype && !m_shape && !m_ragged)
            return std::optional<StoreDescription>();
        if (isSet)
            return Status(ErrorCode::InvalidArgument, "--dtype, --shape and --ragged describe one store, and '" + m_path + "' is a set")
                .withRemedy("Repair the stream that lost its store.zr by itself.");
        if (!m_dtype)
            return Status(ErrorCode::InvalidArgument, "the dtype of the records is not named").withRemedy("Add --dtype.");
        if (m_ragged && m_shape)
            return Status(ErrorCode::InvalidArgument, "--shape and --ragged exclude each other").withRemedy("Leave one of them out.");
        StoreDescription description;
        description.kind = m_ragged ? StoreKind::Ragged : StoreKind::Dense;
        ZR_ASSIGN_OR_RETURN(description.dtype, DType::parse(*m_dtype));
        if (m_shape) {
            ZR_ASSIGN_OR_RETURN(description.itemShape, parseShape(*m_shape));
        }
        return std::optional<StoreDescription>(std::move(description));
    }

    static Status advised(const Status& status)
    {
        const std::string_view remedy = status.remedy();
        if (remedy.starts_with("Name what the records are"))
            return replaceRemedy(status, "Name what the records are with --dtype and --shape, or --ragged." + std::string(remedy.substr(hintBegin(remedy))));
        if (remedy.starts_with("Let the damaged records"))
            return replaceRemedy(status, "Add --remove-damaged, or restore the chunk from a copy.");
        if (remedy.starts_with("Save what can be read into a new set"))
            return replaceRemedy(status, "Save what can be read with --salvage NEW, or make the lengths equal first.");
        return status;
    }

    /// Behind "… a copy of store.zr." there may be a sentence on the records.
    static std::size_t hintBegin(std::string_view remedy)
    {
        constexpr std::string_view kEnd = "store.zr.";
        const std::size_t at = remedy.find(kEnd);
        return at == std::string_view::npos ? remedy.size() : at + kEnd.size();
    }

    static int exitStatus(const RepairPlan& plan, bool applied)
    {
        if (!plan.blocked.ok())
            return plan.blocked.info().exitStatus;
        return (!applied && !plan.steps.empty()) || plan.remainingCount > 0 ? kExitFindings : kExitOk;
    }

    Result<int> repairOne(Session& session, const RepairOptions& options)
    {
        RepairPlan plan;
        std::filesystem::path backup;
        if (m_apply) {
            Result<RepairResult> result = repairStore(m_path, options, session.context());
            session.endProgress();
            if (!result)
                return advised(result.status());
            plan = std::move(result->plan);
            backup = std::move(result->backup);
        } else {
            ZR_ASSIGN_OR_RETURN(plan, planRepair(m_path, options, session.context()));
            session.endProgress();
        }
        if (m_json) {
            JsonWriter json;
            writePlan(json, m_path, plan, backup);
            session.out() << json.text();
        } else {
            writeText(session.out(), m_path, plan, backup);
        }
        return exitStatus(plan, m_apply);
    }

    Result<int> repairWholeSet(Session& session, const RepairOptions& options)
    {
        Result<SetRepair> repair = m_apply ? repairSet(m_path, options, session.context()) : planSetRepair(m_path, options, session.context());
        session.endProgress();
        if (!repair)
            return advised(repair.status());
        int worst = repair->blocked.ok() ? kExitOk : repair->blocked.info().exitStatus;
        for (const SetRepair::Stream& stream : repair->streams)
            worst = std::max(worst, exitStatus(stream.plan, m_apply));
        if (m_json) {
            JsonWriter json;
            json.beginObject().field("path", m_path).field("applied", m_apply);
            writeBlocked(json, repair->blocked);
            json.key("records").numbers(repair->records);
            json.key("streams").beginArray();
            for (const SetRepair::Stream& stream : repair->streams)
                writePlan(json, (std::filesystem::path(m_path) / stream.name).string(), stream.plan, stream.backup);
            session.out() << json.endArray().endObject().text();
            return worst;
        }
        for (const SetRepair::Stream& stream : repair->streams)
            writeText(session.out(), (std::filesystem::path(m_path) / stream.name).string(), stream.plan, stream.backup);
        if (!repair->blocked.ok())
            session.out() << m_path << ": " << advised(repair->blocked).message() << '\n';
        return worst;
    }

    void writeText(std::ostream& out, const std::string& path, const RepairPlan& plan, const std::filesystem::path& backup) const
    {
        if (plan.nothingToDo()) {
            out << path << ": nothing to repair\n";
            return;
        }
        out << path << ": " << (plan.recordsBefore == 0 && !plan.blocked.ok() ? "damaged" : counted(plan.recordsBefore, "record"));
        if (plan.recordsAfter != plan.recordsBefore)
            out << (m_apply ? " before, " : " now, ") << groupedCount(plan.recordsAfter) << " after the repair";
        out << '\n';
        for (const RepairStep& step : plan.steps) {
            out << "  " << (m_apply ? "done" : "to do") << "  " << step.action << ": " << step.text;
            if (!step.records.empty())
                out << " (" << (step.records.size() == 1 ? "record " : "records ") << recordList(step.records) << ")";
            out << '\n';
        }
        for (const StoreFinding& issue : plan.remaining)
            out << "  stays  " << issue.kind << ": " << issue.message << (issue.hasRecord ? " (record " + std::to_string(issue.record) + ")" : "") << '\n';
        if (!plan.blocked.ok())
            out << "  This cannot be repaired: " << advised(plan.blocked).message() << '\n';
        else if (!m_apply && !plan.steps.empty())
            out << "  Nothing was changed; --apply does it, and keeps a copy of what it changes.\n";
        if (plan.remainingCount > 0 && !m_removeDamaged)
            out << "  --remove-damaged deletes damaged records; --salvage NEW copies the others into a new store.\n";
        if (!backup.empty())
            out << "  What was changed is kept as it was in " << backup.string() << ".\n";
    }

    static void writeBlocked(JsonWriter& json, const Status& blocked)
    {
        if (blocked.ok())
            json.key("blocked").null();
        else
            json.field("blocked", advised(blocked).message());
    }

    void writePlan(JsonWriter& json, const std::string& path, const RepairPlan& plan, const std::filesystem::path& backup) const
    {
        json.beginObject();
        json.field("path", path);
        json.field("applied", m_apply);
        writeBlocked(json, plan.blocked);
        json.field("records_before", plan.recordsBefore);
        json.field("records_after", plan.recordsAfter);
        json.key("steps").beginArray();
        for (const RepairStep& step : plan.steps) {
            json.beginObject().field("action", step.action).field("text", step.text).field("file", step.file);
            json.key("records").numbers(step.records).endObject();
        }
        json.endArray().key("remaining").beginArray();
        for (const StoreFinding& issue : plan.remaining) {
            json.beginObject();
            writeFinding(json, issue);
            json.endObject();
        }
        json.endArray();
        if (!backup.empty())
            json.field("backup", backup.string());
        json.endObject();
    }

    Result<int> salvageInto(Session& session, const RepairOptions& repair)
    {
        OutputFile list;
        if (m_lost)
            ZR_RETURN_IF_ERROR(list.open(*m_lost, false));
        ZR_ASSIGN_OR_RETURN(const std::filesystem::path place, placeForNewStore(*m_target));
        SalvageOptions options;
        options.description = repair.description;
        const Result<SalvageReport> report = salvage(m_path, place, options, session.context());
        session.endProgress();
        if (!report)
            return advised(report.status());
        if (m_lost) {
            list.stream() << salvageJson(*report);
            ZR_RETURN_IF_ERROR(list.commit());
        }
        if (m_json)
            session.out() << salvageJson(*report);
        else
            writeSalvage(session.out(), *report);
        return report->lost.empty() ? kExitOk : kExitFindings;
    }

    void writeSalvage(std::ostream& out, const SalvageReport& report) const
    {
        out << *m_target << ": " << counted(report.saved, "record") << " saved, " << groupedCount(report.lost.size()) << " lost";
        if (!report.lost.empty())
            out << " (" << recordList(report.lost) << ")";
        out << '\n';
        for (const SalvagedStream& stream : report.streams) {
            const std::string path = stream.name.empty() ? m_path : (std::filesystem::path(m_path) / stream.name).string();
            for (const StoreFinding& issue : stream.issues)
                out << "  " << path << ": " << issue.kind << ": " << issue.message << (issue.hasRecord ? " (record " + std::to_string(issue.record) + ")" : "") << '\n';
            if (stream.withoutEntry > 0)
                out << "  " << path << ": " << counted(stream.withoutEntry, "record") << " at the end have no entry in the record table\n";
        }
    }

    [[nodiscard]] std::string salvageJson(const SalvageReport& report) const
    {
        JsonWriter json;
        json.beginObject();
        json.field("path", m_path);
        json.field("target", *m_target);
        json.field("saved", report.saved);
        json.field("lost_count", std::uint64_t{report.lost.size()});
        json.key("lost").numbers(report.lost);
        json.key("streams").beginArray();
        for (const SalvagedStream& stream : report.streams) {
            json.beginObject().field("name", stream.name).field("records", stream.records).field("without_entry", stream.withoutEntry);
            json.field("issue_count", stream.issueCount).key("issues").beginArray();
            for (const StoreFinding& issue : stream.issues) {
                json.beginObject();
                writeFinding(json, issue);
                json.endObject();
            }
            json.endArray().endObject();
        }
        return json.endArray().endObject().text();
    }

    std::string m_path;
    bool m_apply = false;
    bool m_removeDamaged = false;
    std::optional<std::string> m_dtype;
    std::optional<std::string> m_shape;
    bool m_ragged = false;
    std::optional<std::string> m_target;
    std::optional<std::string> m_lost;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeRepairCommand()
{
    return std::make_unique<RepairCommand>();
}

}  // namespace zrecord::cli
