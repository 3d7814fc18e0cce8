#include "commands/append_command.h"

#include <ostream>

#include "command_line_remedy.h"
#include "import_arguments.h"
#include "json_writer.h"
#include "opened_target.h"
#include "text_layout.h"

namespace zrecord::cli {
namespace {

class AppendCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"append",
                "Add records from files to a store.",
                "The files must hold what the store holds; nothing is converted but the byte order. Raw bytes take dtype and shape from a "
                "dense store. When it is stopped or fails, the records added so far stay and the message says how many.\n\n"
                "JSON: path, first, added, records.",
                {"zr append labels more-labels.npy", "zr append images batch.bin --format raw", "seq 100 | zr append texts - --format text"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("STORE", m_path, "A store.");
        m_source.declare(parser, "raw: element type of the file. Default: the store's.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        ZR_ASSIGN_OR_RETURN(Store store, OpenedTarget::openStore(m_path, Access::ReadWrite));
        const StoreSummary before = store.summary();
        ZR_ASSIGN_OR_RETURN(const std::unique_ptr<ImportSource> source, m_source.open(session, before.kind == StoreKind::Dense ? &before : nullptr));
        ImportReport report;
        const Status imported = importInto(*source, store, report, session.context());
        session.endProgress();
        // What has been added stays, whatever happened after it: make it durable before speaking of it.
        ZR_RETURN_IF_ERROR(store.close());
        if (imported.code() == ErrorCode::Cancelled)
            return cancelledAfter(report.records == 0 ? "nothing was added to " + m_path : counted(report.records, "record") + " added to " + m_path,
                                  "The store is complete with " + counted(before.records + report.records, "record") + ".");
        if (!imported.ok()) {
            if (report.records != 0)
                session.err() << "zr: " << counted(report.records, "record") << " added to " << m_path << " before the failure\n";
            if (imported.code() != ErrorCode::WrongKind)
                return imported;
            const Status refused =
                replaceRemedy(imported, "The store takes " + storeDescription(before) + "; 'zr import' makes a new store of other records.");
            return refused.file().empty() ? Status(refused).withFile(m_source.files().front()) : refused;
        }
        writeReport(session, before.records, report.records);
        return kExitOk;
    }

private:
    void writeReport(Session& session, std::uint64_t first, std::uint64_t added) const
    {
        if (m_json) {
            JsonWriter json;
            json.beginObject().field("path", m_path).field("first", first).field("added", added).field("records", first + added);
            session.out() << json.endObject().text();
            return;
        }
        session.out() << m_path << ": " << counted(added, "record") << " added";
        if (added != 0)
            session.out() << " from index " << first;
        session.out() << ", " << groupedCount(first + added) << " in all\n";
    }

    std::string m_path;
    ImportArguments m_source;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeAppendCommand()
{
    return std::make_unique<AppendCommand>();
}

}  // namespace zrecord::cli
