#include "commands/compact_command.h"

#include <algorithm>
#include <ostream>

#include "json_writer.h"
#include "opened_target.h"
#include "text_layout.h"

namespace zrecord::cli {
namespace {

/// What compacting one store did, or would do.
struct Outcome {
    std::string path;
    std::uint64_t freed = 0;
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    std::uint64_t needed = 0;     ///< dry run only
    std::uint64_t available = 0;  ///< dry run only
};

class CompactCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"compact",
                "Give the space of deleted records back.",
                "Deleted records stay in the chunk files until they are rewritten without them. The new files are built beside the old ones, "
                "so room for them is needed while it runs; stopping it early leaves the store as it was. The streams of an aligned set are compacted as "
                "one step. Indices do not change, and earlier deletes cannot be undone any more.\n\n"
                "JSON: an array with one object for each store: path, dry_run, chunk_bytes_before, chunk_bytes_after, freed_bytes, and for a "
                "dry run needed_bytes, available_bytes.",
                {"zr compact labels --dry-run", "zr compact samples/fashion/train"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positionals("STORE", m_paths, "Stores or aligned sets.", ArgumentParser::Need::Required);
        parser.flag("-n,--dry-run", m_dryRun, "Say what would be freed and change nothing.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        JsonWriter json;
        json.beginArray();
        for (const std::string& path : m_paths) {
            ZR_ASSIGN_OR_RETURN(OpenedTarget target, openTarget(path));
            const Result<std::vector<Outcome>> outcomes = m_dryRun ? forecast(target, session) : compact(target, session);
            session.endProgress();
            if (outcomes.code() == ErrorCode::Cancelled)
                return stopped(path);
            if (!outcomes)
                return outcomes.status();
            for (const Outcome& outcome : *outcomes)
                m_json ? writeJson(json, outcome) : writeText(session, outcome);
            if (!m_dryRun)
                ZR_RETURN_IF_ERROR(target.close());
        }
        if (m_json)
            session.out() << json.endArray().text();
        return kExitOk;
    }

private:
    Result<OpenedTarget> openTarget(const std::string& path) const
    {
        return OpenedTarget::open(path, m_dryRun ? Access::ReadOnly : Access::ReadWrite);
    }

    [[nodiscard]] Status stopped(const std::string& path) const
    {
        if (m_dryRun)
            return cancelledAfter("'" + path + "' was not measured to its end", "Start it again when you like.");
        const auto before = static_cast<std::size_t>(std::ranges::find(m_paths, path) - m_paths.begin());
        const std::string done = before == 0 ? "nothing was compacted" : "the first " + std::to_string(before) + " of the given were compacted";
        return cancelledAfter(done, "'" + path + "' is as it was before.");
    }

    static Result<std::vector<Outcome>> forecast(OpenedTarget& target, Session& session)
    {
        if (const auto warning = target.misalignment())
            session.note(*warning + " A compact refuses the set as it is.");
        std::vector<Outcome> outcomes;
        for (const OpenedTarget::Part& part : target.parts()) {
            ZR_ASSIGN_OR_RETURN(const CompactionForecast forecast, part.store->forecastCompaction(session.context()));
            const std::uint64_t before = part.store->summary().chunkBytes;
            outcomes.push_back({part.path, forecast.freedBytes, before, before - forecast.freedBytes, forecast.neededBytes, forecast.availableBytes});
        }
        return outcomes;
    }

    static Result<std::vector<Outcome>> compact(OpenedTarget& target, Session& session)
    {
        std::vector<CompactionResult> results;
        if (target.isSet()) {
            ZR_ASSIGN_OR_RETURN(results, target.set().compact(session.context()));
        } else {
            ZR_ASSIGN_OR_RETURN(const CompactionResult one, target.store().compact(session.context()));
            results.push_back(one);
        }
        const std::vector<OpenedTarget::Part> parts = target.parts();
        std::vector<Outcome> outcomes;
        for (std::size_t i = 0; i < results.size(); ++i) {
            const std::uint64_t before = results[i].before.chunkBytes;
            const std::uint64_t after = results[i].after.chunkBytes;
            outcomes.push_back({parts[i].path, before > after ? before - after : 0, before, after, 0, 0});
        }
        return outcomes;
    }

    void writeText(Session& session, const Outcome& outcome) const
    {
        session.out() << outcome.path << ": " << byteSize(outcome.freed) << (m_dryRun ? " would be freed, " : " freed, ") << byteSize(outcome.before)
                      << " -> " << byteSize(outcome.after);
        if (m_dryRun)
            session.out() << "; needs " << byteSize(outcome.needed) << " while it runs, " << byteSize(outcome.available) << " available";
        session.out() << '\n';
    }

    void writeJson(JsonWriter& json, const Outcome& outcome) const
    {
        json.beginObject();
        json.field("path", outcome.path);
        json.field("dry_run", m_dryRun);
        json.field("chunk_bytes_before", outcome.before);
        json.field("chunk_bytes_after", outcome.after);
        json.field("freed_bytes", outcome.freed);
        if (m_dryRun) {
            json.field("needed_bytes", outcome.needed);
            json.field("available_bytes", outcome.available);
        }
        json.endObject();
    }

    std::vector<std::string> m_paths;
    bool m_dryRun = false;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeCompactCommand()
{
    return std::make_unique<CompactCommand>();
}

}  // namespace zrecord::cli
