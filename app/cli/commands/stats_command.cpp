#include "commands/stats_command.h"

#include <optional>
#include <ostream>
#include <string>

#include "json_writer.h"
#include "opened_target.h"
#include "text_layout.h"

namespace zrecord::cli {
namespace {

class StatsCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"stats",
                "Show what a store holds and how much space it takes.",
                "Live bytes are those of records that can be read; the rest of the chunk bytes belongs to deleted records and comes back "
                "with 'zr compact'. For an aligned set every stream is shown.\n\n"
                "JSON: an array with one object for each store: path, kind, dtype, item_shape (dense), codec, records, record_bytes (dense), "
                "chunk_bytes, chunks, dictionary_bytes, live_bytes, reclaimable_bytes, plain_bytes; and where a level was asked for or chosen, "
                "level, lighter_search, level_chosen_on (records; 0 when it was asked for).",
                {"zr stats samples/fashion/train", "zr stats samples/bible/verse --json"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positionals("STORE", m_paths, "Stores or aligned sets.", ArgumentParser::Need::Required);
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        JsonWriter json;
        json.beginArray();
        bool first = true;
        for (const std::string& path : m_paths) {
            ZR_ASSIGN_OR_RETURN(OpenedTarget target, OpenedTarget::open(path));
            if (const auto warning = target.misalignment())
                session.note(*warning);
            for (const OpenedTarget::Part& part : target.parts()) {
                ZR_ASSIGN_OR_RETURN(const StoreStats stats, part.store->stats(session.context()));
                ZR_ASSIGN_OR_RETURN(const std::optional<StoreEncoder> encoder, part.store->encoder());
                if (m_json) {
                    writeJson(json, part.store->summary(), stats, encoder);
                } else {
                    session.endProgress();
                    session.out() << (std::exchange(first, false) ? "" : "\n") << describe(part.path, part.store->summary(), stats, encoder);
                }
            }
        }
        if (m_json)
            session.out() << json.endArray().text();
        return kExitOk;
    }

private:
    static void writeJson(JsonWriter& json, const StoreSummary& summary, const StoreStats& stats, const std::optional<StoreEncoder>& encoder)
    {
        json.beginObject();
        writeSummaryFields(json, summary);
        json.field("live_bytes", stats.liveBytes);
        json.field("reclaimable_bytes", stats.reclaimable);
        json.field("plain_bytes", stats.plainBytes);
        if (encoder) {
            json.key("level").raw(std::to_string(encoder->choice.level));
            json.field("lighter_search", encoder->choice.lighterSearch);
            json.field("level_chosen_on", std::uint64_t{encoder->samples});
        }
        json.endObject();
    }

    static std::string describe(const std::string& path, const StoreSummary& summary, const StoreStats& stats,
                                const std::optional<StoreEncoder>& encoder)
    {
        const auto exact = [](std::uint64_t bytes) {
            return bytes < 1024 ? byteSize(bytes) : byteSize(bytes) + " (" + groupedCount(bytes) + " B)";
        };
        FieldList fields;
        fields.add("store", path);
        fields.add("holds", storeDescription(summary));
        fields.add("records", groupedCount(stats.records));
        if (summary.kind == StoreKind::Dense)
            fields.add("record size", byteSize(summary.recordBytes));
        fields.add("decoded", exact(stats.plainBytes));
        fields.add("stored", exact(stats.liveBytes) + (stats.plainBytes != 0 ? ", " + percent(stats.liveBytes, stats.plainBytes) + " of decoded" : ""));
        fields.add("chunk bytes", exact(stats.chunkBytes) + " in " + counted(summary.chunks, "chunk"));
        fields.add("reclaimable", exact(stats.reclaimable) + (stats.chunkBytes != 0 ? ", " + percent(stats.reclaimable, stats.chunkBytes) : ""));
        if (summary.dictionaryBytes != 0)
            fields.add("dictionary", exact(summary.dictionaryBytes));
        if (encoder)
            fields.add("written with", "zstd level " + std::to_string(encoder->choice.level) + (encoder->choice.lighterSearch ? ", lighter search" : "") +
                                           (encoder->asked ? ", as asked" : ", chosen on " + counted(encoder->samples, "record")));
        return fields.text();
    }

    std::vector<std::string> m_paths;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeStatsCommand()
{
    return std::make_unique<StatsCommand>();
}

}  // namespace zrecord::cli
