#include "commands/load_command.h"

#include <fstream>
#include <iterator>
#include <ostream>
#include <system_error>

#include "json_writer.h"
#include "load/load_report.h"
#include "load/order_arguments.h"
#include "opened_target.h"
#include "output_file.h"
#include "text_layout.h"
#include "zrecord/data_loader.h"
#include "zrecord/laboratory/batch_export.h"

namespace zrecord::cli {
namespace {

std::string hexText(std::uint64_t number)
{
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4)
        text += "0123456789abcdef"[number >> shift & 15];
    return text;
}

std::string nameOf(const std::filesystem::path& path)
{
    const std::filesystem::path plain = path.lexically_normal();
    return (plain.has_filename() ? plain : plain.parent_path()).filename().string();
}

constexpr std::uint64_t kEndless = ~std::uint64_t{0};

class LoadCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"load",
                "Run the data loader over stores and show how fast it is, or what it gives.",
                "Streams are the stores named, and those of the aligned sets named; they have one length. Batches arrive in the order that "
                "'zr sample' prints, whatever the threads, the prefetch and the rank. With --indices or --checksum each batch is one line "
                "(step, checksum, indices), and the report goes to the error stream, so that the output of two runs can be compared.\n\n"
                "--state FILE resumes where the state in FILE stands, if the file exists, and saves the new state at the end, also after "
                "Ctrl-C or a failure. Mode, batch and seed are taken from it; rank, world, threads and prefetch may change from run to run. The options of "
                "an order that loaderx does not have are given again, and must be the same.\n\n"
                "When the world size does not divide the batch: drop leaves the last records of each batch out, wrap gives its first records "
                "twice, uneven gives the first ranks one record more.\n\n"
                "JSON: streams, mode, or order, seed, length, batch, batch_length, rank, world, batches, records, bytes, ragged_bytes, padded_bytes, issues, next_step, seconds, "
                "first_batch_seconds, stalls, stalled_seconds, prefetch, mean_ready, memory_bytes, requested_bytes, damaged, an array of objects with step, "
                "record, stream, message, replacement; with --indices or --checksum steps, an array of objects with step, checksum, indices.",
                {"zr load samples/fashion/train --batch 256 --steps 500", "zr load images labels --mode iid --batch 8 --steps 3 --checksum --indices",
                 "zr load set --batch 512 --rank 1 --world 4 --state rank1.json"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positionals("STORE", m_paths, "Stores or aligned sets.", ArgumentParser::Need::Required);
        m_order.declare(parser);
        parser.option("-b,--batch", m_batch, "N", "Records in a batch of all ranks together. Default: 256.");
        parser.option("--seed", m_seed, "N", "Default: 42.");
        parser.option("-n,--steps", m_steps, "N", "How many batches. Default: one cycle, or all of --epochs.");
        parser.option("--step", m_step, "N", "First step; not with a state that exists. Default: 0.");
        parser.option("--npz", m_npzPath, "FILE", "Write the last batch to FILE: its indices, and an array for each stream.");
        parser.flag("-f,--force", m_force, "Replace FILE of --npz.");
        parser.option("--rank", m_options.rank, "N", "This rank, from 0 on. Default: 0.");
        parser.option("--world", m_options.world, "N", "Number of ranks. Default: 1.");
        parser.choice("--split", m_split, {"strided", "blocked"}, "A rank's part of a batch: every world-th record, or a run of neighbours. Default: strided.");
        parser.choice("--remainder", m_remainder, {"drop", "wrap", "uneven"}, "Records that the ranks cannot share equally. Default: drop.");
        parser.option("--prefetch", m_options.prefetch, "N", "Batches read ahead; 0 reads each when it is asked for. Default: 4.");
        parser.option("--threads", m_threads, "N", "Threads that read ahead. Default: one for each core.");
        parser.option("--look-ahead", m_options.lookAhead, "N",
                      "Steps beyond those being read whose records the system is asked for in time, while they are not in memory; 0 asks for none. "
                      "Default: 8.");
        parser.flag("--unordered", m_unordered, "Take whichever batch is ready first.");
        parser.choice("--on-corrupt", m_onCorrupt, {"raise", "skip", "replace"}, "A damaged record ends the run, is left out, or is replaced by the next good one. Default: raise.");
        parser.option("--state", m_statePath, "FILE", "Resume from FILE, and save the state there.");
        parser.flag("--indices", m_showIndices, "Print the record indices of each batch.");
        parser.flag("--checksum", m_showChecksum, "Print a checksum of each batch.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        ZR_RETURN_IF_ERROR(resolveOptions());
        ZR_ASSIGN_OR_RETURN(std::vector<LoaderStream> streams, openStreams(session));
        LoadReport report;
        ZR_ASSIGN_OR_RETURN(DataLoader loader, DataLoader::create(std::move(streams), m_options));
        const std::uint64_t steps = m_steps.value_or(m_options.epochs ? kEndless : loader.stepsPerCycle());
        const Status outcome = loadAll(loader, steps, report, session);
        report.finish(loader);
        if (m_statePath)
            ZR_RETURN_IF_ERROR(saveState(loader));
        if (outcome.code() == ErrorCode::Cancelled)
            return cancelledAfter(counted(loader.stats().delivered, "step") + " loaded",
                                  m_statePath ? "The state is saved; the same command goes on from there." : "With --state, a run can be resumed.");
        ZR_RETURN_IF_ERROR(outcome);
        if (m_npzPath)
            ZR_RETURN_IF_ERROR(exportBatch(m_last, *m_npzPath, m_force).status());
        show(loader, report, session);
        return kExitOk;
    }

private:
    bool showsSteps() const { return m_showIndices || m_showChecksum; }

    Status resolveOptions()
    {
        if (m_statePath)
            ZR_RETURN_IF_ERROR(readState());
        m_options.batch = m_batch.value_or(m_options.batch);
        m_options.seed = m_seed.value_or(m_options.seed);
        if (m_threads > 4096)
            return Status(ErrorCode::InvalidArgument, "--threads takes at most 4096");
        m_options.threads = static_cast<unsigned>(m_threads);
        m_options.ordered = !m_unordered;
        if (m_step && m_options.resume)
            return Status(ErrorCode::InvalidArgument, "--step and the state in '" + *m_statePath + "' exclude each other")
                .withRemedy("Leave --step out to go on from the state, or name another file.");
        m_options.firstStep = m_step.value_or(0);
        ZR_ASSIGN_OR_RETURN(m_options.split, parseRankSplit(m_split));
        ZR_ASSIGN_OR_RETURN(m_options.remainder, parseRankRemainder(m_remainder));
        ZR_ASSIGN_OR_RETURN(m_options.onCorrupt, parseOnCorrupt(m_onCorrupt));
        return {};
    }

    /// All paths side by side, or one after the other in a mixture; decides the order.
    Result<std::vector<LoaderStream>> openStreams(Session& session)
    {
        std::vector<std::vector<LoaderStream>> sets(m_order.isMixture() ? m_paths.size() : 1);
        std::vector<std::uint64_t> lengths;
        for (std::size_t i = 0; i < m_paths.size(); ++i)
            ZR_RETURN_IF_ERROR(addStreams(m_paths[i], sets[m_order.isMixture() ? i : 0]));
        for (std::vector<LoaderStream>& set : sets) {
            lengths.push_back(set.front().records());
            // Stores that are mixed are one stream, whatever their names.
            if (m_order.isMixture() && set.size() == 1)
                set.front().name = sets.front().front().name;
        }
        ZR_RETURN_IF_ERROR(resolveOrder(lengths, session));
        return LoaderStream::joined(std::move(sets));
    }

    Status resolveOrder(const std::vector<std::uint64_t>& lengths, Session& session)
    {
        if (m_options.resume && m_options.resume->order.empty() && !m_order.hasMode())
            m_order.assumeMode(samplerModeName(m_options.resume->mode));
        ZR_ASSIGN_OR_RETURN(OrderArguments::Choice choice, m_order.resolve(lengths, m_options.batch, session));
        m_options.mode = choice.mode;
        m_options.order = std::move(choice.order);
        m_options.cycleEnd = choice.cycleEnd;
        m_options.epochs = choice.epochs;
        m_options.buckets = std::move(choice.buckets);
        return {};
    }

    Status readState()
    {
        std::error_code error;
        if (!std::filesystem::exists(*m_statePath, error))
            return {};
        std::ifstream file(*m_statePath, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        if (!file)
            return Status(ErrorCode::IoError, "the state '" + *m_statePath + "' cannot be read");
        auto state = LoaderState::fromJson(text);
        if (!state.ok())
            return std::move(state).status().withFile(*m_statePath);
        m_options.batch = state->batch;
        m_options.seed = state->seed;
        m_options.resume = std::move(state).value();
        return {};
    }

    Status saveState(const DataLoader& loader) const
    {
        OutputFile file;
        ZR_RETURN_IF_ERROR(file.open(*m_statePath, true));
        file.stream() << loader.state().toJson() << '\n';
        return file.commit();
    }

    static Status addStreams(const std::filesystem::path& path, std::vector<LoaderStream>& streams)
    {
        if (!Store::looksLikeStore(path) && !AlignedSet::streamNames(path).empty()) {
            ZR_ASSIGN_OR_RETURN(AlignedSet set, AlignedSet::open(path));
            for (LoaderStream& stream : LoaderStream::owned(std::move(set)))
                streams.push_back(std::move(stream));
            return {};
        }
        ZR_ASSIGN_OR_RETURN(Store store, Store::open(path));
        streams.push_back(LoaderStream::owned(nameOf(path), std::move(store)));
        return {};
    }

    Status loadAll(DataLoader& loader, std::uint64_t steps, LoadReport& report, Session& session)
    {
        for (std::uint64_t done = 0; done < steps; ++done) {
            report.noteQueue(loader.stats().ready);
            ZR_ASSIGN_OR_RETURN(const Batch batch, loader.next(session.stopToken()));
            if (!batch)
                break;
            report.noteBatch();
            if (m_npzPath)
                m_last = batch;
            session.showProgress({.stage = "loading batches", .done = done + 1, .total = steps == kEndless ? 0 : steps, .unit = ProgressUnit::Steps});
            noteIssues(batch, session);
            if (showsSteps())
                showStep(batch, session);
            if (!session.out())
                return {};
        }
        session.endProgress();
        return {};
    }

    void noteIssues(const Batch& batch, Session& session)
    {
        for (const BatchIssue& issue : batch.issues()) {
            if (!m_json) {
                session.endProgress();
                session.err() << "zr: step " << batch.step() << ": record " << issue.record << " of stream '" << issue.stream << "' "
                              << (issue.replacement ? "was replaced by record " + std::to_string(*issue.replacement) : "was left out")
                              << ": " << issue.fault.what() << '\n';
                continue;
            }
            m_damaged.beginObject().field("step", batch.step()).field("record", issue.record).field("stream", issue.stream);
            m_damaged.field("message", issue.fault.what()).key("replacement");
            if (issue.replacement)
                m_damaged.value(*issue.replacement);
            else
                m_damaged.null();
            m_damaged.endObject();
        }
    }

    void showStep(const Batch& batch, Session& session)
    {
        const std::string checksum = m_showChecksum ? hexText(batch.checksum()) : std::string();
        if (m_json) {
            m_stepList.beginObject().field("step", batch.step());
            if (m_showChecksum)
                m_stepList.field("checksum", checksum);
            if (m_showIndices)
                m_stepList.key("indices").numbers({batch.indices().begin(), batch.indices().end()});
            m_stepList.endObject();
            return;
        }
        std::string line = std::to_string(batch.step());
        if (m_showChecksum)
            line.append(" ").append(checksum);
        if (m_showIndices)
            for (const std::uint64_t index : batch.indices())
                line.append(" ").append(std::to_string(index));
        session.out() << line << '\n';
    }

    void show(const DataLoader& loader, const LoadReport& report, Session& session)
    {
        if (!m_json) {
            (showsSteps() ? session.err() : session.out()) << report.text(loader);
            return;
        }
        const LoaderState state = loader.state();
        JsonWriter json;
        json.beginObject().key("streams").beginArray();
        for (const LoaderStream& stream : loader.streams())
            json.value(stream.name);
        json.endArray();
        if (state.order.empty())
            json.field("mode", samplerModeName(state.mode));
        else
            json.field("order", state.order);
        json.field("seed", state.seed).field("length", state.length);
        json.field("batch", state.batch).field("batch_length", loader.batchLength());
        json.field("rank", state.rank).field("world", state.world);
        report.write(json, loader);
        json.key("damaged").raw(arrayText(m_damaged));
        if (showsSteps())
            json.key("steps").raw(arrayText(m_stepList));
        session.out() << json.endObject().text();
    }

    static std::string arrayText(JsonWriter& list)
    {
        std::string text = list.endArray().endObject().text();
        return text.substr(text.find('['), text.rfind(']') + 1 - text.find('['));
    }

    /// Writers of the arrays inside the report: they are nested once, so that their lines are indented as in the whole.
    static JsonWriter openList()
    {
        JsonWriter list;
        list.beginObject().key("list").beginArray();
        return list;
    }

    std::vector<std::string> m_paths;
    OrderArguments m_order;
    std::optional<std::uint64_t> m_batch;
    std::optional<std::uint64_t> m_seed;
    std::optional<std::uint64_t> m_steps;
    std::optional<std::uint64_t> m_step;
    std::string m_split = "strided";
    std::string m_remainder = "drop";
    std::string m_onCorrupt = "raise";
    std::uint64_t m_threads = 0;
    std::optional<std::string> m_statePath;
    std::optional<std::string> m_npzPath;
    bool m_force = false;
    Batch m_last;  ///< with m_npzPath only
    bool m_unordered = false;
    bool m_showIndices = false;
    bool m_showChecksum = false;
    bool m_json = false;
    LoaderOptions m_options;
    JsonWriter m_damaged = openList();
    JsonWriter m_stepList = openList();
};

}  // namespace

std::unique_ptr<Command> makeLoadCommand()
{
    return std::make_unique<LoadCommand>();
}

}  // namespace zrecord::cli
