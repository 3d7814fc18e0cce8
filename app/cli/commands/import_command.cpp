#include "commands/import_command.h"

#include <ostream>

#include "codec_arguments.h"
#include "command_line_remedy.h"
#include "import_arguments.h"
#include "json_writer.h"
#include "paths/new_place.h"
#include "opened_target.h"
#include "text_layout.h"

namespace zrecord::cli {
namespace {

class ImportCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"import",
                "Make a new store from files.",
                "Reads .npy and .npz arrays, IDX files (the MNIST family), lines of text, and raw bytes; all but .npz also packed with gzip. "
                "The first axis of an array counts the records; a line of text is a ragged uint8 record without its line end. The store "
                "appears complete or not at all. 'zr append' adds to a store that exists.\n\n"
                "JSON: as for 'zr create', and imported_bytes.",
                {"zr import images train-images-idx3-ubyte.gz", "zr import features features.npy --codec raw", "zr import lines book.txt --skip-empty-lines",
                 "zr import points points.bin --format raw --dtype float32 --shape 3"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("STORE", m_path, "Folder of the new store; it must not exist, or be empty.");
        m_source.declare(parser, "Element type: of the file for raw, else only another byte order of it.");
        m_codec.declare(parser);
        parser.flag("--ragged", m_ragged, "Store dense records in a ragged store.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        NewStoreOptions options;
        ZR_ASSIGN_OR_RETURN(options.codec, m_codec.codec());
        ZR_ASSIGN_OR_RETURN(options.dictionary, m_codec.dictionary());
        ZR_ASSIGN_OR_RETURN(options.create, m_codec.createOptions());
        if (m_ragged)
            options.kind = StoreKind::Ragged;
        ZR_ASSIGN_OR_RETURN(const std::unique_ptr<ImportSource> source, m_source.open(session));
        ZR_ASSIGN_OR_RETURN(options.dtype, m_source.dtype());
        if (source->description().format != ImportFormat::Raw) {
            ZR_ASSIGN_OR_RETURN(options.itemShape, m_source.shape());
        }
        ZR_ASSIGN_OR_RETURN(const std::filesystem::path place, placeForNewStore(m_path));
        const Result<ImportReport> report = importAsNewStore(*source, place, options, session.context());
        session.endProgress();
        if (report.code() == ErrorCode::Cancelled)
            return cancelledAfter("no store was made", "Nothing is left of it; start again when you like.");
        if (report.code() == ErrorCode::AlreadyExists)
            return replaceRemedy(report.status(), "Choose another path, or add to a store that exists with 'zr append'.");
        if (!report)
            return report.status();
        ZR_ASSIGN_OR_RETURN(const Store store, Store::open(m_path));
        writeReport(session, store.summary(), *report);
        return kExitOk;
    }

private:
    void writeReport(Session& session, const StoreSummary& summary, const ImportReport& report) const
    {
        if (m_json) {
            JsonWriter json;
            json.beginObject();
            writeSummaryFields(json, summary);
            json.field("imported_bytes", report.bytes);
            session.out() << json.endObject().text();
            return;
        }
        session.out() << m_path << ": " << counted(report.records, "record") << ", " << storeDescription(summary) << "; " << byteSize(report.bytes) << " stored in "
                      << byteSize(summary.chunkBytes) << '\n';
    }

    std::string m_path;
    ImportArguments m_source;
    CodecArguments m_codec;
    bool m_ragged = false;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeImportCommand()
{
    return std::make_unique<ImportCommand>();
}

}  // namespace zrecord::cli
