#include "commands/stats_command.h"

#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include "json_writer.h"
#include "laboratory/report_option.h"
#include "laboratory/slot_map_output.h"
#include "opened_target.h"
#include "paths/trust.h"
#include "text_layout.h"
#include "zrecord/laboratory/html_report.h"

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
                "--slots maps the chunk files in about so many cells: what of each is live, which records begin there, how large they are and, "
                "for ragged stores, of which shapes; and what compacting would free, need and take, from looking every record up and from copying some "
                "megabytes into a file without a name beside the store.\n\n"
                "JSON: an array with one object for each store: path, kind, dtype, item_shape (dense), codec, records, record_bytes (dense), "
                "chunk_bytes, chunks, dictionary_bytes, live_bytes, reclaimable_bytes, plain_bytes; where a level was asked for or chosen, "
                "level, lighter_search, level_chosen_on (records; 0 when it was asked for); with --slots also slots: cell_bytes, live_bytes, "
                "dead_bytes, slack_bytes, compacting (freed_bytes, needed_bytes, available_bytes, seconds: 0 where nothing can be tried beside the store), strips (chunk, bytes, slack, and for each cell live, records, first, stored, plain), sizes (records of "
                "2^i stored bytes and more), ratios (records whose decoded size is i/4 of the stored one and more), shapes (shape, records), "
                "other_shapes.",
                {"zr stats samples/fashion/train", "zr stats samples/bible/verse --json"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positionals("STORE", m_paths, "Stores or aligned sets.", ArgumentParser::Need::Required);
        parser.option("--slots", m_cells, "N", "Map the chunk files in about N cells.");
        m_report.declare(parser);
        parser.flag("-f,--force", m_force, "Replace the file of --report.");
        m_trust.declare(parser);
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        JsonWriter json;
        json.beginArray();
        bool first = true;
        for (const std::string& path : m_paths) {
            ZR_ASSIGN_OR_RETURN(OpenedTarget target, m_trust.open(path, TrustArgument::Use::Facts, session));
            if (const auto warning = target.misalignment())
                session.note(*warning);
            for (const OpenedTarget::Part& part : target.parts()) {
                ZR_ASSIGN_OR_RETURN(const StoreStats stats, part.store->stats(session.context()));
                ZR_ASSIGN_OR_RETURN(const std::optional<StoreEncoder> encoder, part.store->encoder());
                ZR_ASSIGN_OR_RETURN(const std::optional<Slots> slots, slotsOf(part, session));
                if (m_json) {
                    writeJson(json, part.store->summary(), stats, encoder, slots);
                } else {
                    session.endProgress();
                    session.out() << (std::exchange(first, false) ? "" : "\n") << describe(part.path, part.store->summary(), stats, encoder);
                    if (slots && m_cells)
                        session.out() << "\n" << slotMapText(slots->map, foresee(slots->map, slots->rates));
                }
            }
        }
        if (m_json)
            session.out() << json.endArray().text();
        return kExitOk;
    }

private:
    struct Slots {
        SlotMap map;
        CompactionRates rates;
    };

    /// Writes the report too where one is wanted.
    Result<std::optional<Slots>> slotsOf(const OpenedTarget::Part& part, Session& session)
    {
        if (!m_cells && !m_report.isWanted())
            return std::optional<Slots>();
        SlotMapOptions options;
        options.cells = m_cells.value_or(options.cells);
        Slots slots;
        ZR_ASSIGN_OR_RETURN(slots.map, mapSlots(*part.store, options, session.context()));
        const auto locate = [&part](std::uint64_t index) { return part.store->locate(index); };
        ZR_ASSIGN_OR_RETURN(slots.rates, measureCompaction(locate, part.store->summary().path, slots.map, session.context()));
        if (m_report.isWanted()) {
            if (std::exchange(m_reported, true))
                return Status(ErrorCode::InvalidArgument, "--report takes one store").withRemedy("Name one store, or one stream of a set.");
            const std::string command = "zr stats " + shellWord(part.path) + " --slots " + std::to_string(options.cells);
            ZR_RETURN_IF_ERROR(m_report.write(slotPage(slots.map, slots.rates, part.path, command), m_force));
        }
        return std::optional<Slots>(std::move(slots));
    }

    static void writeJson(JsonWriter& json, const StoreSummary& summary, const StoreStats& stats, const std::optional<StoreEncoder>& encoder,
                          const std::optional<Slots>& slots)
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
        if (slots)
            writeSlotMap(json.key("slots"), slots->map, foresee(slots->map, slots->rates));
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
    std::optional<std::uint64_t> m_cells;
    ReportOption m_report;
    bool m_reported = false;
    bool m_force = false;
    TrustArgument m_trust;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeStatsCommand()
{
    return std::make_unique<StatsCommand>();
}

}  // namespace zrecord::cli
