#include "maintenance/verify_command.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>
#include <string_view>

#include "command_line_remedy.h"
#include "json_writer.h"
#include "maintenance/finding_output.h"
#include "opened_target.h"
#include "text_layout.h"
#include "zrecord/aligned_set.h"
#include "zrecord/maintenance/store_check.h"

namespace zrecord::cli {
namespace {

std::string_view severityName(IssueSeverity severity)
{
    return severity == IssueSeverity::Error ? "error" : "warning";
}

/// "record 17, 0.loc at byte 272"
std::string place(const StoreFinding& issue)
{
    std::string text;
    if (issue.hasRecord)
        text = "record " + std::to_string(issue.record);
    if (!issue.file.empty())
        text.append(text.empty() ? "" : ", ").append(issue.file).append(" at byte ").append(std::to_string(issue.offset));
    return text;
}

class VerifyCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"verify",
                "Check a store and list every fault with its place.",
                "The full check looks at the files, judges every entry of the record table, looks for records that share bytes, and decodes "
                "every record; --quick leaves the decoding out. A store that cannot be opened is checked as far as its files allow. Streams "
                "of an aligned set are compared, so that records which an interrupted delete has torn apart are named. Nothing is changed, "
                "and readers may go on. Memory does not grow with the number of records.\n\n"
                "The format holds no checksums of content: a byte that changed and still decodes to a record of the right size is found only "
                "after --write-sums noted checksums of the stored bytes in the store's side folder, which every full check then compares. "
                "Records that are appended or moved by a delete later have none until it is run again; a compact drops them all. A record "
                "that was compacted by another program differs from its checksum as a damaged one does: --renew-sums notes all anew.\n\n"
                "--state FILE makes a long check resumable: FILE notes how far it is, and the same command goes on from there after Ctrl-C, "
                "a kill or a restart, as long as the store is the same. It is removed when the check is through.\n\n"
                "The exit status is 0 when all is well, 1 when there are findings, and 5 when a store cannot be opened. 'zr repair' shows "
                "what can be done about findings.\n\n"
                "JSON: an array with one object for each store, and one for a set whose streams do not fit each other: path, clean, complete, "
                "records_checked, bytes_checked, sums_compared, sums_noted, issue_count, issues, and error with a store that cannot be opened; each issue has severity, "
                "kind, message, file, offset and, where it belongs to one, record and other_record.",
                {"zr verify samples/fashion/train", "zr verify samples/bible/verse --quick --json", "zr verify images --state images.check"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positionals("STORE", m_paths, "Stores or aligned sets.", ArgumentParser::Need::Required);
        parser.flag("-q,--quick", m_quick, "Do not decode records.");
        parser.flag("--first", m_first, "End with the first fault.");
        parser.option("--max", m_most, "N", "List at most N findings of a store; all are counted. Default: 10000.");
        parser.option("--state", m_state, "FILE", "Note in FILE how far the check is, and go on from there. One store or set only.");
        parser.flag("--write-sums", m_writeSums, "Note checksums of readable records that have none. Writers and readers of the store wait.");
        parser.flag("--renew-sums", m_renewSums, "Note checksums of all readable records, whatever was noted before.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        if (!m_state.empty() && m_paths.size() > 1)
            return Status(ErrorCode::InvalidArgument, "--state belongs to one store or set, and " + std::to_string(m_paths.size()) + " are named")
                .withRemedy("Verify them one by one.");
        if ((m_writeSums || m_renewSums) && (!m_state.empty() || m_quick || m_first))
            return Status(ErrorCode::InvalidArgument, "--write-sums and --renew-sums read every record in one go")
                .withRemedy("Leave --state, --quick and --first out.");
        JsonWriter json;
        json.beginArray();
        int worst = kExitOk;
        Status stopped;
        for (const std::string& path : m_paths) {
            const Result<int> found = verifyTarget(path, session, json);
            if (found.code() == ErrorCode::Cancelled) {
                reportPart(session, json);
                stopped = found.status();
                break;
            }
            if (!found)
                return found.status();
            worst = std::max(worst, *found);
            if (m_first && worst != kExitOk)
                break;
        }
        if (m_json)
            session.out() << json.endArray().text();
        if (!stopped.ok())
            return stopped;
        return worst;
    }

private:
    [[nodiscard]] CheckOptions options()
    {
        CheckOptions options;
        options.found = [this](const std::filesystem::path& store, const StoreFinding& finding) {
            CheckReport& part = m_part[store];
            ++part.issueCount;
            if (part.issues.size() < m_most)
                part.issues.push_back(finding);
        };
        options.verify.decode = !m_quick;
        options.verify.maxIssues = m_most;
        options.verify.stopAtFirst = m_first;
        options.stateFile = m_state;
        options.noteSums = m_renewSums ? SumNoting::All : m_writeSums ? SumNoting::Missing : SumNoting::Nothing;
        return options;
    }

    Result<int> verifyTarget(const std::string& path, Session& session, JsonWriter& json)
    {
        m_part.clear();
        if (!Store::looksLikeStore(path) && !AlignedSet::streamNames(path).empty())
            return verifySet(path, session, json);
        const Result<StoreCheck> check = checkStore(path, options(), session.context());
        session.endProgress();
        if (check.code() == ErrorCode::NotFound)
            return OpenedTarget::open(path).status();  // says what is there instead
        if (!check)
            return whereItStands(check.status());
        return report(session, json, path, *check);
    }

    Result<int> verifySet(const std::string& path, Session& session, JsonWriter& json)
    {
        const Result<SetCheck> set = checkSet(path, options(), session.context());
        session.endProgress();
        if (!set)
            return whereItStands(set.status());
        int worst = kExitOk;
        if (!set->issues.empty()) {
            worst = kExitFindings;
            reportIssues(session, json, path, set->issues);
        }
        for (const StreamCheck& stream : set->streams) {
            if (!stream.failure.ok() && set->streams.size() == 1)
                return stream.failure;
            if (!stream.failure.ok()) {
                StoreFinding issue;
                issue.kind = "cannot_be_opened";
                issue.message = stream.failure.message();
                reportIssues(session, json, stream.path.string(), {issue});
                worst = std::max(worst, stream.failure.info().exitStatus);
                continue;
            }
            worst = std::max(worst, report(session, json, stream.path.string(), stream.check));
        }
        return worst;
    }

    /// A check that was stopped can go on.
    [[nodiscard]] Status whereItStands(const Status& status) const
    {
        if (status.code() != ErrorCode::Cancelled)
            return status;
        if (!m_state.empty())
            return replaceRemedy(status, "The same command goes on from where it stopped.");
        return replaceRemedy(status, m_writeSums || m_renewSums ? "No checksum was noted." : "With --state FILE a check goes on later from where it stopped.");
    }

    int report(Session& session, JsonWriter& json, const std::string& path, const StoreCheck& check) const
    {
        if (!check.note.empty())
            session.note(check.note);
        if (check.resumedAt > 0)
            session.note("Went on at record " + std::to_string(check.resumedAt) + ".");
        m_json ? writeJson(json, path, check) : writeText(session, path, check);
        if (!check.openFault.ok())
            return check.openFault.info().exitStatus;
        return check.report.clean() ? kExitOk : kExitFindings;
    }

    /// What a check had found when it was stopped.
    void reportPart(Session& session, JsonWriter& json) const
    {
        for (const auto& [path, part] : m_part) {
            StoreCheck check;
            check.report = part;
            check.report.complete = false;
            reportFindings(session, json, path.string(), check, " before the check was stopped");
        }
    }

    void reportIssues(Session& session, JsonWriter& json, const std::string& path, const std::vector<StoreFinding>& issues) const
    {
        StoreCheck check;
        check.report.issues = issues;
        check.report.issueCount = issues.size();
        reportFindings(session, json, path, check);
    }

    /// Of what is no whole check of a store.
    void reportFindings(Session& session, JsonWriter& json, const std::string& path, const StoreCheck& check, std::string_view when = {}) const
    {
        if (m_json) {
            writeJson(json, path, check);
            return;
        }
        session.out() << path << ": " << counted(check.report.issueCount, "finding") << when << '\n';
        writeIssues(session.out(), check.report);
    }

    [[nodiscard]] std::string checkedText(const StoreCheck& check) const
    {
        const CheckReport& report = check.report;
        std::string text = counted(report.recordsChecked, "record");
        text += m_quick ? " checked, not decoded" : " checked, " + byteSize(report.bytesChecked) + " read and decoded";
        if (report.sumsCompared > 0)
            text += ", " + groupedCount(report.sumsCompared) + " compared with " + (report.sumsCompared == 1 ? "its checksum" : "their checksums");
        if (report.sumsNoted > 0)
            text += ", " + counted(report.sumsNoted, "checksum") + " noted";
        return text + (report.complete ? "" : m_first ? "; ended with the first fault" : "; the records could not be reached");
    }

    void writeText(Session& session, const std::string& path, const StoreCheck& check) const
    {
        std::ostream& out = session.out();
        const CheckReport& report = check.report;
        out << path << ": " << (report.clean() ? "no faults" : counted(report.issueCount, "finding")) << "; " << checkedText(check) << '\n';
        writeIssues(out, report);
        if (!check.openFault.ok())
            out << "  The store cannot be opened; 'zr repair " << path << "' shows what can be done.\n";
    }

    static void writeIssues(std::ostream& out, const CheckReport& report)
    {
        for (const StoreFinding& issue : report.issues) {
            const std::string where = place(issue);
            out << "  " << severityName(issue.severity) << (issue.severity == IssueSeverity::Error ? "    " : "  ") << issue.kind << ": "
                << issue.message << (where.empty() ? "" : " (" + where + ")") << '\n';
        }
        if (report.issues.size() < report.issueCount)
            out << "  " << groupedCount(report.issueCount - report.issues.size()) << " more; --max shows more of them\n";
    }

    static void writeJson(JsonWriter& json, const std::string& path, const StoreCheck& check)
    {
        const CheckReport& report = check.report;
        json.beginObject();
        json.field("path", path);
        json.field("clean", report.clean());
        json.field("complete", report.complete);
        json.field("records_checked", report.recordsChecked);
        json.field("bytes_checked", report.bytesChecked);
        json.field("sums_compared", report.sumsCompared);
        json.field("sums_noted", report.sumsNoted);
        if (!check.openFault.ok())
            json.field("error", check.openFault.message());
        json.field("issue_count", report.issueCount);
        json.key("issues").beginArray();
        for (const StoreFinding& issue : report.issues) {
            json.beginObject();
            json.field("severity", severityName(issue.severity));
            writeFinding(json, issue);
            json.endObject();
        }
        json.endArray().endObject();
    }

    std::vector<std::string> m_paths;
    std::map<std::filesystem::path, CheckReport> m_part;  ///< findings of the check that is going on
    bool m_quick = false;
    bool m_first = false;
    std::uint64_t m_most = 10'000;
    std::string m_state;
    bool m_writeSums = false;
    bool m_renewSums = false;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeVerifyCommand()
{
    return std::make_unique<VerifyCommand>();
}

}  // namespace zrecord::cli
