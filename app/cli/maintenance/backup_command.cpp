#include "maintenance/backup_command.h"

#include <ostream>

#include "command_line_remedy.h"
#include "json_writer.h"
#include "paths/new_place.h"
#include "opened_target.h"
#include "text_layout.h"
#include "zrecord/aligned_set.h"
#include "zrecord/maintenance/store_backup.h"

namespace zrecord::cli {
namespace {

class BackupCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"backup",
                "Copy a store or set consistently, while others read it.",
                "The copy is a store or set like any other: restoring is opening it, or copying it back. Writers of the source wait, readers go "
                "on. Run again with the same target, files that have not changed since (by size, times and inode) are not read again but "
                "shared with the backup before, which then goes away. An interrupted run is continued by the next one. The copy is built "
                "beside TARGET, read back and compared, made durable, and takes its place in one step: TARGET is never half a copy. What is at "
                "TARGET is only replaced when it is a backup itself. What lies in the folder of a set beside its streams comes along, such as "
                "label.names.txt; so do the tags and names of values that lie beside SOURCE.\n\n"
                "JSON: path, target, replaced, streams, an array of name, records, copied_files, copied_bytes, kept_files, kept_bytes, "
                "resumed_files.",
                {"zr backup samples/fashion safe/fashion", "zr backup labels labels.backup --verify --json"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("SOURCE", m_source, "A store or an aligned set.");
        parser.positional("TARGET", m_target, "Folder of the backup: a new one, or that of the backup before.");
        parser.flag("--verify", m_verify, "Read unchanged files of the backup before as well and compare them with their checksums.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        if (!Store::looksLikeStore(m_source) && AlignedSet::streamNames(m_source).empty())
            return OpenedTarget::open(m_source).status();  // says what is there instead
        ZR_ASSIGN_OR_RETURN(const std::filesystem::path place, placeForNewStore(m_target));
        BackupOptions options;
        options.verifyKept = m_verify;
        const Result<BackupReport> report = backup(m_source, place, options, session.context());
        session.endProgress();
        if (report.code() == ErrorCode::Cancelled)
            return replaceRemedy(report.status(), "The backup before is as it was; the same command goes on with the file where this one stopped.");
        if (report.code() == ErrorCode::RecoveryNeeded || (report.code() == ErrorCode::BadFormat && report.status().remedy().starts_with("Repair the store")))
            return replaceRemedy(report.status(), "'zr repair " + m_source + "' shows what can be done.");
        ZR_RETURN_IF_ERROR(report.status());
        m_json ? writeJson(session, *report) : writeText(session, *report);
        return kExitOk;
    }

private:
    void writeText(Session& session, const BackupReport& report) const
    {
        for (const BackupReport::Stream& stream : report.streams) {
            const std::string path = stream.name.empty() ? m_target : (std::filesystem::path(m_target) / stream.name).string();
            std::ostream& out = session.out();
            out << path << ": " << counted(stream.records, "record") << "; " << counted(stream.copiedFiles, "file") << " copied, " << byteSize(stream.copiedBytes);
            if (stream.keptFiles > 0)
                out << ", " << groupedCount(stream.keptFiles) << " unchanged, " << byteSize(stream.keptBytes);
            if (stream.resumedFiles > 0)
                out << ", " << groupedCount(stream.resumedFiles) << " copied by an interrupted run";
            out << '\n';
        }
    }

    void writeJson(Session& session, const BackupReport& report) const
    {
        JsonWriter json;
        json.beginObject().field("path", m_source).field("target", m_target).field("replaced", report.replaced);
        json.key("streams").beginArray();
        for (const BackupReport::Stream& stream : report.streams) {
            json.beginObject().field("name", stream.name).field("records", stream.records);
            json.field("copied_files", stream.copiedFiles).field("copied_bytes", stream.copiedBytes);
            json.field("kept_files", stream.keptFiles).field("kept_bytes", stream.keptBytes);
            json.field("resumed_files", stream.resumedFiles).endObject();
        }
        session.out() << json.endArray().endObject().text();
    }

    std::string m_source;
    std::string m_target;
    bool m_verify = false;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeBackupCommand()
{
    return std::make_unique<BackupCommand>();
}

}  // namespace zrecord::cli
