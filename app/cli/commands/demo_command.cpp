#include "commands/demo_command.h"

#include <filesystem>
#include <ostream>
#include <system_error>

#include "json_writer.h"
#include "paths/new_place.h"
#include "opened_target.h"
#include "text_layout.h"
#include "zrecord/sample_data.h"

namespace zrecord::cli {
namespace {

class DemoCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"demo",
                "Write the sample stores: 70,000 images with labels, 31,102 verses.",
                "fashion/train (60,000 records) and fashion/test (10,000) are aligned sets of image, dense uint8 (28, 28), zstd, and label, dense "
                "uint8 (), raw; label.names.txt beside them has the names of the ten classes, one on each line. bible/verse holds the verses of "
                "the King James Bible with their references, ragged uint8, zstd with a dictionary trained on them. The data come from the "
                "Debian packages dataset-fashion-mnist and bible-kjv-text. An interrupted run leaves nothing.\n\n"
                "JSON: an array with one object for each store, keys as for 'zr create' and plain_bytes.",
                {"zr demo samples", "zr demo samples --source /media/datasets"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("FOLDER", m_folder, "Where the samples go; made when it does not exist.");
        parser.option("--source", m_source, "DIR", "Folder with the packages' data files, looked at first.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        std::error_code error;
        if (m_source && !std::filesystem::is_directory(*m_source, error))
            return Status(ErrorCode::NotFound, "there is no folder '" + *m_source + "'").withRemedy("Name the folder that holds the data files, or leave --source out.");
        if (Store::looksLikeStore(m_folder))
            return Status(ErrorCode::InvalidArgument, "'" + m_folder + "' is a store").withRemedy("Choose a folder outside of it.");
        ZR_ASSIGN_OR_RETURN(const std::filesystem::path place, placeForNewStore(m_folder));
        ZR_ASSIGN_OR_RETURN(const SampleSources sources, findSampleSources(m_source));
        const Result<std::vector<SampleStore>> stores = writeSamples(place, sources, session.context());
        session.endProgress();
        if (stores.code() == ErrorCode::Cancelled)
            return cancelledAfter("no sample was written", "Start it again when you like.");
        if (!stores)
            return stores.status();
        m_json ? writeJson(session, *stores) : writeText(session, *stores);
        return kExitOk;
    }

private:
    void writeText(Session& session, const std::vector<SampleStore>& stores) const
    {
        using Align = TextTable::Align;
        TextTable table;
        table.column("store");
        table.column("holds");
        table.column("records", Align::Right);
        table.column("decoded", Align::Right);
        table.column("stored", Align::Right);
        for (const SampleStore& store : stores)
            table.row({store.name, storeDescription(store.summary), groupedCount(store.summary.records), byteSize(store.plainBytes), byteSize(store.summary.chunkBytes)});
        session.out() << table.text() << '\n';
        for (const SampleStore& store : stores)
            if (store.summary.dictionaryBytes != 0)
                session.out() << store.name << " has a dictionary of " << byteSize(store.summary.dictionaryBytes) << ", trained on its records.\n";
        session.out() << "The names of the labels are in label.names.txt beside the streams.\nSamples are in " << m_folder << ". Try: zr get " << m_folder << "/bible/verse 0 --text\n";
    }

    static void writeJson(Session& session, const std::vector<SampleStore>& stores)
    {
        JsonWriter json;
        json.beginArray();
        for (const SampleStore& store : stores) {
            json.beginObject().field("name", store.name);
            writeSummaryFields(json, store.summary);
            json.field("plain_bytes", store.plainBytes).endObject();
        }
        session.out() << json.endArray().text();
    }

    std::string m_folder;
    std::optional<std::string> m_source;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeDemoCommand()
{
    return std::make_unique<DemoCommand>();
}

}  // namespace zrecord::cli
