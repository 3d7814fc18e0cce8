#include "commands/create_command.h"

#include <ostream>

#include "codec_arguments.h"
#include "json_writer.h"
#include "paths/new_place.h"
#include "opened_target.h"
#include "text_layout.h"

namespace zrecord::cli {
namespace {

class CreateCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"create",
                "Create an empty store.",
                "A dense store holds records of one shape, a ragged store (--ragged) records of any shape. The folder appears complete "
                "or not at all.\n\n"
                "JSON: path, kind, dtype, item_shape and record_bytes of a dense store, codec, records, chunk_bytes, chunks, dictionary_bytes.",
                {"zr create images --dtype uint8 --shape 28,28", "zr create texts --dtype uint8 --ragged --codec zstd_dict --dict texts.dict",
                 "zr create points --dtype \"[('x', '<f4'), ('y', '<f4'), ('id', '<i8')]\""}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("STORE", m_path, "Folder of the new store; it must not exist, or be empty.");
        parser.option("-d,--dtype", m_dtype, "DTYPE", "NumPy's name or descr of the element type. Default: uint8.");
        parser.option("-s,--shape", m_shape, "SHAPE", "Shape of one record: 28,28 or (28, 28). Default: (), a single value.");
        parser.flag("--ragged", m_ragged, "Records of any shape.");
        m_codec.declare(parser);
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        if (m_ragged && m_shape)
            return Status(ErrorCode::InvalidArgument, "--shape and --ragged exclude each other").withRemedy("Leave one of them out.");
        StoreDescription description;
        description.kind = m_ragged ? StoreKind::Ragged : StoreKind::Dense;
        ZR_ASSIGN_OR_RETURN(description.dtype, DType::parse(m_dtype));
        if (m_shape) {
            ZR_ASSIGN_OR_RETURN(description.itemShape, parseShape(*m_shape));
        }
        ZR_ASSIGN_OR_RETURN(description.codec, m_codec.codec());
        ZR_ASSIGN_OR_RETURN(description.dictionary, m_codec.dictionary());
        ZR_ASSIGN_OR_RETURN(const CreateOptions options, m_codec.createOptions());
        ZR_ASSIGN_OR_RETURN(const std::filesystem::path place, placeForNewStore(m_path));
        ZR_ASSIGN_OR_RETURN(Store store, Store::create(place, description, options));
        const StoreSummary summary = store.summary();
        ZR_RETURN_IF_ERROR(store.close());
        report(session, summary);
        return kExitOk;
    }

private:
    void report(Session& session, const StoreSummary& summary) const
    {
        if (m_json) {
            JsonWriter json;
            json.beginObject();
            writeSummaryFields(json, summary);
            session.out() << json.endObject().text();
            return;
        }
        session.out() << "created " << m_path << ": " << storeDescription(summary);
        if (summary.kind == StoreKind::Dense)
            session.out() << ", " << byteSize(summary.recordBytes) << " a record";
        session.out() << '\n';
    }

    std::string m_path;
    std::string m_dtype = "uint8";
    std::optional<std::string> m_shape;
    bool m_ragged = false;
    CodecArguments m_codec;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeCreateCommand()
{
    return std::make_unique<CreateCommand>();
}

}  // namespace zrecord::cli
