#include "commands/verify_command.h"

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "command_line_remedy.h"
#include "json_writer.h"
#include "opened_target.h"
#include "text_layout.h"

namespace zrecord::cli {
namespace {

std::string_view severityName(IssueSeverity severity)
{
    return severity == IssueSeverity::Error ? "error" : "warning";
}

/// "record 17, 0.loc at byte 272"
std::string place(const StoreIssue& issue)
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
                "The full check decodes every record; --quick looks at headers, files, entries and overlaps only. The exit status is 0 when "
                "all is well, 1 when there are findings, and 5 when the store cannot even be opened. Nothing is changed. The format holds no "
                "checksums of content: a byte that changed and still decodes to a record of the right size is not found.\n\n"
                "JSON: an array with one object for each store: path, clean, records_checked, bytes_checked, issue_count, issues; each issue "
                "has severity, kind, message, file, offset and, where it belongs to one, record.",
                {"zr verify samples/fashion/train", "zr verify samples/bible/verse --quick --json"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positionals("STORE", m_paths, "Stores or aligned sets.", ArgumentParser::Need::Required);
        parser.flag("-q,--quick", m_quick, "Do not decode records.");
        parser.option("--max", m_most, "N", "List at most N findings of a store; all are counted. Default: 10000.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        JsonWriter json;
        json.beginArray();
        int worst = kExitOk;
        for (const std::string& path : m_paths) {
            ZR_ASSIGN_OR_RETURN(const int found, verifyTarget(path, session, json));
            worst = std::max(worst, found);
        }
        if (m_json)
            session.out() << json.endArray().text();
        return worst;
    }

private:
    Result<int> verifyTarget(const std::string& path, Session& session, JsonWriter& json) const
    {
        Result<OpenedTarget> opened = OpenedTarget::open(path);
        if (!opened)
            return verifyStreams(path, opened.status(), session, json);
        OpenedTarget target = *std::move(opened);
        bool clean = true;
        if (const auto fault = target.misalignment()) {
            clean = false;
            reportFinding(session, json, path, "unequal_lengths", target.set().alignment()->message());
        }
        for (const OpenedTarget::Part& part : target.parts()) {
            VerifyOptions options;
            options.decode = !m_quick;
            options.maxIssues = m_most;
            ZR_ASSIGN_OR_RETURN(const VerifyReport report, part.store->verify(options, session.context()));
            session.endProgress();
            clean = clean && report.clean();
            m_json ? writeJson(json, part.path, report) : writeText(session, part.path, report);
        }
        return clean ? kExitOk : kExitFindings;
    }

    /// A set that cannot be opened as a whole: the streams that can be are checked all the same.
    Result<int> verifyStreams(const std::string& path, const Status& failure, Session& session, JsonWriter& json) const
    {
        const std::vector<std::string> streams = Store::looksLikeStore(path) ? std::vector<std::string>() : AlignedSet::streamNames(path);
        if (streams.size() < 2)
            return unreadable(failure);
        int worst = kExitOk;
        for (const std::string& stream : streams) {
            const std::string part = (std::filesystem::path(path) / stream).string();
            const Result<int> found = verifyTarget(part, session, json);
            if (!found && found.code() != ErrorCode::BadFormat && found.code() != ErrorCode::DictionaryError)
                return found.status();
            if (!found)
                reportFinding(session, json, part, "cannot_be_opened", found.status().message());
            worst = std::max(worst, found ? *found : found.status().info().exitStatus);
        }
        return worst;
    }

    /// The usual advice for a damaged header is to run this command.
    static Status unreadable(const Status& status)
    {
        if (status.code() != ErrorCode::BadFormat)
            return status;
        return replaceRemedy(status, "Nothing more can be checked before this file is restored from a copy.");
    }

    void reportFinding(Session& session, JsonWriter& json, const std::string& path, const std::string& kind, const std::string& message) const
    {
        VerifyReport report;
        report.issueCount = 1;
        StoreIssue& issue = report.issues.emplace_back();
        issue.kind = kind;
        issue.message = message;
        if (m_json)
            writeJson(json, path, report);
        else
            session.out() << path << ": 1 finding\n" << "  error    " << kind << ": " << message << '\n';
    }

    void writeText(Session& session, const std::string& path, const VerifyReport& report) const
    {
        std::ostream& out = session.out();
        const std::string checked = counted(report.recordsChecked, "record") + (m_quick ? " checked, not decoded" : " checked, " + byteSize(report.bytesChecked) + " read and decoded");
        if (report.clean()) {
            out << path << ": no faults; " << checked << '\n';
            return;
        }
        out << path << ": " << counted(report.issueCount, "finding") << "; " << checked << '\n';
        for (const StoreIssue& issue : report.issues) {
            const std::string where = place(issue);
            out << "  " << severityName(issue.severity) << (issue.severity == IssueSeverity::Error ? "    " : "  ") << issue.kind << ": "
                << issue.message << (where.empty() ? "" : " (" + where + ")") << '\n';
        }
        if (report.issues.size() < report.issueCount)
            out << "  " << groupedCount(report.issueCount - report.issues.size()) << " more; --max shows more of them\n";
    }

    static void writeJson(JsonWriter& json, const std::string& path, const VerifyReport& report)
    {
        json.beginObject();
        json.field("path", path);
        json.field("clean", report.clean());
        json.field("records_checked", report.recordsChecked);
        json.field("bytes_checked", report.bytesChecked);
        json.field("issue_count", report.issueCount);
        json.key("issues").beginArray();
        for (const StoreIssue& issue : report.issues) {
            json.beginObject();
            json.field("severity", severityName(issue.severity));
            json.field("kind", issue.kind);
            json.field("message", issue.message);
            json.field("file", issue.file);
            json.field("offset", issue.offset);
            if (issue.hasRecord)
                json.field("record", issue.record);
            json.endObject();
        }
        json.endArray().endObject();
    }

    std::vector<std::string> m_paths;
    bool m_quick = false;
    std::uint64_t m_most = 10'000;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeVerifyCommand()
{
    return std::make_unique<VerifyCommand>();
}

}  // namespace zrecord::cli
