#include "commands/recode_command.h"

#include <ostream>

#include "codec_arguments.h"
#include "command_line_remedy.h"
#include "json_writer.h"
#include "paths/new_place.h"
#include "opened_target.h"
#include "paths/trust.h"
#include "record_choice.h"
#include "text_layout.h"
#include "zrecord/store_copy.h"

namespace zrecord::cli {
namespace {

class RecodeCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"recode",
                "Copy a store into a new one with another codec.",
                "The copy is compact, holds the chosen records in the order given, and appears complete or not at all; the source is not "
                "changed.\n\n"
                "JSON: source, target, codec, records, bytes, source_chunk_bytes, target_chunk_bytes.",
                {"zr recode images images-raw --codec raw", "zr recode texts texts-dict --codec zstd_dict --dict texts.dict", "zr recode images sample ::100"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("SOURCE", m_source, "A store.");
        parser.positional("TARGET", m_target, "Folder of the new store; it must not exist, or be empty.");
        m_choice.declare(parser, "Indices or slices to copy. Default: all records.");
        m_codec.declare(parser);
        m_trust.declare(parser);
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        CopyOptions options;
        ZR_ASSIGN_OR_RETURN(options.codec, m_codec.codec());
        ZR_ASSIGN_OR_RETURN(options.dictionary, m_codec.dictionary());
        ZR_ASSIGN_OR_RETURN(options.create, m_codec.createOptions());
        ZR_ASSIGN_OR_RETURN(const Store source, m_trust.openStore(m_source, session));
        if (!m_choice.isEmpty()) {
            ZR_ASSIGN_OR_RETURN(options.selection, m_choice.resolve(source.size(), m_source, session));
        }
        ZR_ASSIGN_OR_RETURN(const std::filesystem::path place, placeForNewStore(m_target));
        const Result<CopyReport> report = copyStore(source, place, options, session.context());
        session.endProgress();
        if (report.code() == ErrorCode::Cancelled)
            return cancelledAfter("no store was made", "The source is as it was.");
        if (report.code() == ErrorCode::AlreadyExists)
            return replaceRemedy(report.status(), "Choose another path.");
        if (!report)
            return report.status();
        ZR_ASSIGN_OR_RETURN(const Store target, Store::open(m_target));
        writeReport(session, source.summary(), target.summary(), *report);
        return kExitOk;
    }

private:
    void writeReport(Session& session, const StoreSummary& source, const StoreSummary& target, const CopyReport& report) const
    {
        if (m_json) {
            JsonWriter json;
            json.beginObject().field("source", m_source).field("target", m_target).field("codec", codecName(target.codec));
            json.field("records", report.records).field("bytes", report.bytes);
            json.field("source_chunk_bytes", source.chunkBytes).field("target_chunk_bytes", target.chunkBytes);
            session.out() << json.endObject().text();
            return;
        }
        session.out() << m_target << ": " << counted(report.records, "record") << ", " << storeDescription(target) << "; " << byteSize(source.chunkBytes) << " -> "
                      << byteSize(target.chunkBytes) << '\n';
    }

    std::string m_source;
    std::string m_target;
    RecordChoice m_choice;
    CodecArguments m_codec;
    bool m_json = false;
    TrustArgument m_trust;
};

}  // namespace

std::unique_ptr<Command> makeRecodeCommand()
{
    return std::make_unique<RecodeCommand>();
}

}  // namespace zrecord::cli
