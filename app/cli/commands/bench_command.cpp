#include "commands/bench_command.h"

#include <fstream>
#include <iterator>
#include <ostream>

#include "bench/bench_report.h"
#include "json_writer.h"
#include "opened_target.h"

namespace zrecord::cli {
namespace {

class BenchCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"bench",
                "Measure how fast records are read, beside what the machine could do.",
                "Lines: map reads as the library does by default, pread with system calls alone. The limits are bare loops over the same "
                "records in the same order: copies from mapped memory and reads by calls for raw stores, libzstd alone for zstd stores. "
                "Before anything is timed, every line walks the whole plan, which warms the page cache, and must give the same bytes.\n\n"
                "Rounds are interleaved: each times every line, beginning with another one. The table shows the median of the rounds, the "
                "least and the greatest. Only figures of one run can be compared with each other: machine, load and page cache change.\n\n"
                "--compare judges two reports that were written with --json: the second is called faster or slower only when all of its "
                "rounds lie on one side of all rounds of the first.\n\n"
                "JSON: an array with one object for each store and batch: path, codec, batch, order, seed, batches, rounds, threads, "
                "bytes_per_batch, lines, an array of objects with name, limit, nanoseconds (a batch, for each round).",
                {"zr bench samples/fashion/train", "zr bench samples/bible/verse --batch 1 --batch 256 --rounds 9 --json >before.json",
                 "zr bench --compare before.json after.json"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positionals("STORE", m_paths, "Stores or aligned sets; with --compare two reports.", ArgumentParser::Need::Required);
        parser.option("-b,--batch", m_batches, "N", "Records in a batch; may be given several times. Default: 256.");
        parser.choice("--order", m_order, {"random", "sequential"}, "Walk over the records. Default: random.");
        parser.option("--seed", m_options.seed, "N", "Of the random walk. Default: 42.");
        parser.option("-r,--rounds", m_options.rounds, "N", "Default: 5.");
        parser.option("-n,--batches", m_options.batches, "N", "Batches in a round. Default: as many as take the limit a fifth of a second.");
        parser.flag("--single", m_single, "Use one thread.");
        parser.flag("--compare", m_compare, "Compare two JSON reports instead.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        if (m_compare)
            return compare(session);
        std::vector<std::uint64_t> batches;
        for (const std::string& text : m_batches) {
            ZR_ASSIGN_OR_RETURN(const std::uint64_t batch, parseCount(text));
            batches.push_back(batch);
        }
        if (batches.empty())
            batches.push_back(m_options.batch);
        m_options.random = m_order == "random";
        JsonWriter json;
        json.beginArray();
        for (const std::string& path : m_paths) {
            // Closed again before it is measured: the benchmark opens the store by itself.
            std::vector<std::string> stores;
            {
                ZR_ASSIGN_OR_RETURN(OpenedTarget target, OpenedTarget::open(path));
                for (const OpenedTarget::Part& part : target.parts())
                    stores.push_back(part.path);
            }
            for (const std::string& store : stores)
                for (const std::uint64_t batch : batches)
                    ZR_RETURN_IF_ERROR(measure(store, batch, json, session));
        }
        if (m_json)
            session.out() << json.endArray().text();
        return kExitOk;
    }

private:
    Status measure(const std::string& store, std::uint64_t batch, JsonWriter& json, Session& session)
    {
        OperationContext context = session.context();
        if (m_single)
            context.executor = &inlineExecutor();
        m_options.batch = batch;
        ZR_ASSIGN_OR_RETURN(const BenchmarkReport report, benchmarkGather(store, m_options, context));
        session.endProgress();
        if (m_json) {
            writeBench(json, report);
            return {};
        }
        session.out() << (m_shown ? "\n" : "") << benchText(report);
        m_shown = true;
        return {};
    }

    static Result<std::vector<BenchRun>> readReport(const std::string& path)
    {
        std::ifstream file(path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        if (!file)
            return Status(ErrorCode::NotFound, "the report '" + path + "' cannot be read");
        auto runs = readBenchRuns(text);
        if (!runs.ok())
            return std::move(runs).status().withFile(path);
        return runs;
    }

    Result<int> compare(Session& session) const
    {
        if (m_paths.size() != 2)
            return Status(ErrorCode::InvalidArgument, "--compare takes two reports, not " + std::to_string(m_paths.size()));
        ZR_ASSIGN_OR_RETURN(const std::vector<BenchRun> first, readReport(m_paths[0]));
        ZR_ASSIGN_OR_RETURN(const std::vector<BenchRun> second, readReport(m_paths[1]));
        ZR_ASSIGN_OR_RETURN(const std::string text, comparisonText(first, second));
        session.out() << text;
        return kExitOk;
    }

    std::vector<std::string> m_paths;
    std::vector<std::string> m_batches;
    std::string m_order = "random";
    BenchmarkOptions m_options;
    bool m_single = false;
    bool m_compare = false;
    bool m_json = false;
    bool m_shown = false;
};

}  // namespace

std::unique_ptr<Command> makeBenchCommand()
{
    return std::make_unique<BenchCommand>();
}

}  // namespace zrecord::cli
