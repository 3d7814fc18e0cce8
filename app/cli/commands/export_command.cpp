#include "commands/export_command.h"

#include <ostream>

#include "command_line_remedy.h"
#include "json_writer.h"
#include "paths/trust.h"
#include "record_choice.h"
#include "text_layout.h"
#include "zrecord/export_target.h"

namespace zrecord::cli {
namespace {

class ExportCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"export",
                "Write records to an .npy, .npz or raw file.",
                "npy holds one array (records, shape) of a dense store. npz holds the array 'records' of a dense store; of a ragged one "
                "values, offsets, shapes and shape_offsets. raw holds the bytes and nothing else. The file appears complete or not at "
                "all. Without --format the ending of TARGET decides.\n\n"
                "JSON: target, format, records, file_bytes.",
                {"zr export labels labels.npy", "zr export texts texts.npz --compress", "zr export images some.bin ::100 --format raw"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("STORE", m_path, "A store.");
        parser.positional("TARGET", m_target, "The file to write.");
        m_choice.declare(parser, "Indices or slices. Default: all records.");
        parser.choice("--format", m_format, {"npy", "npz", "raw"}, "What to write. Default: by the ending of TARGET.");
        parser.flag("--compress", m_compress, "npz: pack the arrays.");
        parser.flag("-f,--force", m_force, "Replace TARGET.");
        m_trust.declare(parser);
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        ExportOptions options;
        ZR_ASSIGN_OR_RETURN(options.format, format());
        options.compress = m_compress;
        options.overwrite = m_force;
        if (m_compress && options.format != ExportFormat::Npz)
            return Status(ErrorCode::InvalidArgument, "--compress suits npz only").withRemedy("Leave it out, or write an .npz file.");
        ZR_ASSIGN_OR_RETURN(const Store store, m_trust.openStore(m_path, session));
        if (!m_choice.isEmpty()) {
            ZR_ASSIGN_OR_RETURN(options.selection, m_choice.resolve(store.size(), m_path, session));
        }
        const Result<ExportReport> report = exportRecords(store, m_target, options, session.context());
        session.endProgress();
        if (report.code() == ErrorCode::Cancelled)
            return cancelledAfter("nothing was written", "Start it again when you like.");
        if (report.code() == ErrorCode::AlreadyExists)
            return replaceRemedy(report.status(), "Choose another name, or add --force to replace it.");
        if (!report)
            return report.status();
        writeReport(session, options.format, *report);
        return kExitOk;
    }

private:
    Result<ExportFormat> format() const
    {
        if (!m_format.empty())
            return parseExportFormat(m_format);
        if (m_target.ends_with(".npy"))
            return ExportFormat::Npy;
        if (m_target.ends_with(".npz"))
            return ExportFormat::Npz;
        if (m_target.ends_with(".raw"))
            return ExportFormat::Raw;
        return Status(ErrorCode::InvalidArgument, "the name '" + m_target + "' does not say what to write").withRemedy("Add --format npy, npz or raw.");
    }

    void writeReport(Session& session, ExportFormat format, const ExportReport& report) const
    {
        if (m_json) {
            JsonWriter json;
            json.beginObject().field("target", m_target).field("format", exportFormatName(format));
            json.field("records", report.records).field("file_bytes", report.fileBytes);
            session.out() << json.endObject().text();
            return;
        }
        session.out() << m_target << ": " << counted(report.records, "record") << ", " << exportFormatName(format) << ", " << byteSize(report.fileBytes) << '\n';
    }

    std::string m_path;
    std::string m_target;
    RecordChoice m_choice;
    std::string m_format;
    bool m_compress = false;
    bool m_force = false;
    bool m_json = false;
    TrustArgument m_trust;
};

}  // namespace

std::unique_ptr<Command> makeExportCommand()
{
    return std::make_unique<ExportCommand>();
}

}  // namespace zrecord::cli
