#include "maintenance/clean_command.h"

#include <ostream>

#include "command_line_remedy.h"
#include "json_writer.h"
#include "opened_target.h"
#include "text_layout.h"
#include "zrecord/aligned_set.h"
#include "zrecord/maintenance/store_clean.h"

namespace zrecord::cli {
namespace {

class CleanCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"clean",
                "Remove files that a store does not use.",
                "Finds chunk and loc files behind the end of a store, and what interrupted changes left in its side folder. Before a file is "
                "called unused the whole record table is read: one that a record refers to is never removed, whatever the header says. "
                "Without --apply the files are only listed. Files of others and the copies that 'zr repair' keeps are left alone. The space "
                "of deleted records inside chunks comes back with 'zr compact'.\n\n"
                "JSON: an array with one object for each store: path, applied, bytes, removed, files, an array of file, bytes, why, removable.",
                {"zr clean labels", "zr clean samples/fashion --apply"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positionals("STORE", m_paths, "Stores or aligned sets.", ArgumentParser::Need::Required);
        parser.flag("--apply", m_apply, "Remove what is listed without it.");
        parser.flag("--abandoned", m_abandoned, "Also files that only entries behind the end of the table mention.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        JsonWriter json;
        json.beginArray();
        for (const std::string& path : m_paths) {
            if (!Store::looksLikeStore(path) && AlignedSet::streamNames(path).empty())
                return OpenedTarget::open(path).status();  // says what is there instead
            std::vector<std::string> stores{path};
            if (!Store::looksLikeStore(path)) {
                stores.clear();
                for (const std::string& stream : AlignedSet::streamNames(path))
                    stores.push_back((std::filesystem::path(path) / stream).string());
            }
            for (const std::string& store : stores)
                ZR_RETURN_IF_ERROR(cleanOne(store, session, json));
        }
        if (m_json)
            session.out() << json.endArray().text();
        return kExitOk;
    }

private:
    Status cleanOne(const std::string& path, Session& session, JsonWriter& json) const
    {
        const Result<CleanReport> report = cleanStore(path, {m_apply, m_abandoned}, session.context());
        session.endProgress();
        if (report.code() == ErrorCode::RecoveryNeeded)
            return replaceRemedy(report.status(), "'zr repair " + path + "' shows what can be done.");
        ZR_RETURN_IF_ERROR(report.status());
        if (m_json) {
            writeJson(json, path, *report);
            return {};
        }
        std::ostream& out = session.out();
        if (report->files.empty()) {
            out << path << ": nothing to clean\n";
            return {};
        }
        std::uint64_t removable = 0;
        for (const Leftover& file : report->files)
            removable += file.removable ? 1 : 0;
        out << path << ": " << counted(m_apply ? report->removed : removable, "file") << (m_apply ? " removed, " : " can be removed, ") << byteSize(report->bytes) << '\n';
        for (const Leftover& file : report->files)
            out << "  " << (file.removable ? (m_apply ? "removed  " : "unused   ") : "kept     ") << file.file << ", " << byteSize(file.bytes) << ": " << file.why << '\n';
        if (!m_apply && removable > 0)
            out << "  Nothing was changed; --apply removes them.\n";
        return {};
    }

    void writeJson(JsonWriter& json, const std::string& path, const CleanReport& report) const
    {
        json.beginObject();
        json.field("path", path);
        json.field("applied", m_apply);
        json.field("bytes", report.bytes);
        json.field("removed", report.removed);
        json.key("files").beginArray();
        for (const Leftover& file : report.files)
            json.beginObject().field("file", file.file).field("bytes", file.bytes).field("why", file.why).field("removable", file.removable).endObject();
        json.endArray().endObject();
    }

    std::vector<std::string> m_paths;
    bool m_apply = false;
    bool m_abandoned = false;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeCleanCommand()
{
    return std::make_unique<CleanCommand>();
}

}  // namespace zrecord::cli
