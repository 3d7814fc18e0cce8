#include "commands/bench_command.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <utility>

#include "bench/bench_report.h"
#include "json_writer.h"
#include "laboratory/report_option.h"
#include "opened_target.h"
#include "zrecord/laboratory/html_report.h"

namespace zrecord::cli {
namespace {

constexpr std::uint64_t kMostThreads = 4096;

class BenchCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"bench",
                "Measure how fast records are read or written, beside what the machine could do.",
                "--work gather: map reads as the library does by default, pread with system calls alone. The limits are bare loops over the "
                "same records in the same order: copies from mapped memory and reads by calls for raw stores, libzstd alone for the others; "
                "'part: read' touches the stored bytes and does nothing else. Before anything is timed, every line walks the whole plan "
                "(the first million records or gibibyte of the walk), which warms the page cache, and must give the same bytes. --cold closes "
                "the store and asks the kernel to drop the pages of its chunk files before each turn of a line.\n\n"
                "--work append writes the same batches to new stores in the folder for temporary files, with each codec; loader takes batches "
                "from a data loader in its steady state; sampler draws the indices alone; open opens the store and closes it.\n\n"
                "'time' and 'verdict' speak of the first line: what the bare loops need is subtracted from what it took. p50, p95 and p99 "
                "are of single batches, timed apart from the rounds; CPU is that of all threads.\n\n"
                "Rounds are interleaved: each times every line, beginning with another one. The table shows the median of the rounds, the "
                "least and the greatest. Only figures of one run can be compared with each other: machine, load and page cache change.\n\n"
                "--compare judges two reports that were written with --json: the second is called faster or slower only when all of its "
                "rounds lie on one side of all rounds of the first. A warning names what makes two runs incomparable: another processor, system, "
                "library or build, or other contents of the store.\n\n"
                "--synthetic measures records that are made for it and gone afterwards instead of a store: of a type and --shape, as many as take 64 MiB "
                "(or --records), with each --codec. --compressibility is the share of their 32-byte stretches that are one of 64 which all records draw "
                "from, the others are random.\n\n"
                "--peers lets loaderx, NumPy, HDF5 and LMDB read the same batches of the same records by turns with ours, as far as a Python "
                "program has these packages (python3, or what ZRECORD_PYTHON names). They write files of their own first; the walk is shortened to 64 MiB. "
                "Whoever cannot be had, or reads something else, is left out with a note.\n\n"
                "JSON: an array with one object for each store, batch and number of threads: path, codec, work, batch, order, seed, cache, batches, rounds, threads, "
                "bytes_per_batch, fingerprint (of the store), environment, split (nanoseconds of the first line's median), verdict, peers, notes, and lines, an "
                "array of objects with name, limit, part, peer, nanoseconds (a batch, for each round), latencies (nanoseconds of single batches), p50, "
                "p95, p99, wall_nanoseconds, cpu_nanoseconds, faults_per_batch, resident_bytes.",
                {"zr bench samples/fashion/train", "zr bench samples/bible/verse --batch 1 --batch 256 --rounds 9 --json >before.json",
                 "zr bench --synthetic uint8 --shape 64,64 --compressibility 0.7 --codec raw --codec zstd", "zr bench --compare before.json after.json"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positionals("STORE", m_paths, "Stores or aligned sets; with --compare two reports.");
        parser.option("-b,--batch", m_batches, "N", "Records in a batch; may be given several times. Default: 256.");
        parser.choice("-w,--work", m_work, {"gather", "append", "loader", "sampler", "open"}, "What to measure. Default: gather.");
        parser.flag("--cold", m_options.cold, "Drop cached pages of the store's files before each turn.");
        parser.choice("--order", m_order, {"random", "sequential"}, "Walk over the records. Default: random.");
        parser.option("--seed", m_options.seed, "N", "Of the random walk. Default: 42.");
        parser.option("-r,--rounds", m_options.rounds, "N", "Default: 5.");
        parser.option("-n,--batches", m_options.batches, "N", "Batches in a round. Default: as many as take the limit a fifth of a second.");
        parser.option("-t,--threads", m_threads, "N", "Threads that work at once; may be given several times. Default: one for each core.");
        parser.flag("--single", m_single, "The same as --threads 1.");
        parser.option("--synthetic", m_dtype, "DTYPE", "Measure records of this type that are made for it.");
        parser.option("--shape", m_shape, "SHAPE", "Of such a record. Default: 28,28.");
        parser.option("--compressibility", m_compressibility, "SHARE", "0 to 1. Default: 0.5.");
        parser.option("--records", m_data.records, "N", "How many of them.");
        parser.option("--codec", m_codecs, "raw|zstd|zstd_dict", "How they are stored; may be given several times. Default: zstd.");
        parser.flag("--peers", m_options.peers, "Measure other packages beside it, through Python; --work gather.");
        parser.flag("--compare", m_compare, "Compare two JSON reports instead.");
        m_report.declare(parser);
        parser.flag("-f,--force", m_force, "Replace the file of --report.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        if (m_compare)
            return compare(session);
        ZR_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> batches, countsOf(m_batches, m_options.batch));
        ZR_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> threadCounts, countsOf(m_threads, m_single ? 1 : 0));
        if (std::ranges::any_of(threadCounts, [](std::uint64_t threads) { return threads > kMostThreads; }))
            return Status(ErrorCode::InvalidArgument, "--threads takes at most " + std::to_string(kMostThreads));
        m_options.random = m_order == "random";
        ZR_ASSIGN_OR_RETURN(m_options.work, parseBenchmarkWork(m_work));
        if (m_options.peers && m_options.work != BenchmarkWork::Gather)
            return Status(ErrorCode::InvalidArgument, "--peers goes with --work gather");
        if (m_paths.empty() == m_dtype.empty())
            return Status(ErrorCode::InvalidArgument, m_dtype.empty() ? "there is nothing to measure" : "a store and --synthetic do not go together")
                .withRemedy("Name a store, or a type with --synthetic.");
        JsonWriter json;
        json.beginArray();
        ZR_ASSIGN_OR_RETURN(const std::vector<SyntheticData> made, syntheticData());
        for (const SyntheticData& data : made)
            for (const std::uint64_t batch : batches)
                for (const std::uint64_t threads : threadCounts) {
                    m_options.batch = batch;
                    m_options.threads = static_cast<unsigned>(threads);
                    ZR_RETURN_IF_ERROR(show(runBenchmark(data, m_options, {}, session.context()), syntheticText(data), json, session));
                }
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
                    for (const std::uint64_t threads : threadCounts) {
                        m_options.batch = batch;
                        m_options.threads = static_cast<unsigned>(threads);
                        ZR_RETURN_IF_ERROR(measure(store, json, session));
                    }
        }
        if (m_json)
            session.out() << json.endArray().text();
        return kExitOk;
    }

private:
    static Result<std::vector<std::uint64_t>> countsOf(const std::vector<std::string>& texts, std::uint64_t otherwise)
    {
        if (texts.empty())
            return std::vector<std::uint64_t>{otherwise};
        std::vector<std::uint64_t> counts;
        for (const std::string& text : texts) {
            ZR_ASSIGN_OR_RETURN(const std::uint64_t count, parseCount(text));
            counts.push_back(count);
        }
        return counts;
    }

    Result<std::vector<SyntheticData>> syntheticData()
    {
        std::vector<SyntheticData> all;
        if (m_dtype.empty())
            return all;
        ZR_ASSIGN_OR_RETURN(m_data.dtype, DType::parse(m_dtype));
        ZR_ASSIGN_OR_RETURN(m_data.itemShape, parseShape(m_shape));
        char* end = nullptr;
        m_data.compressibility = std::strtod(m_compressibility.c_str(), &end);
        if (end == m_compressibility.c_str() || *end != '\0')
            return Status(ErrorCode::InvalidArgument, "--compressibility is no number: '" + m_compressibility + "'");
        for (const std::string& name : m_codecs.empty() ? std::vector<std::string>{"zstd"} : m_codecs) {
            ZR_ASSIGN_OR_RETURN(m_data.codec, parseCodec(name));
            all.push_back(m_data);
        }
        return all;
    }

    /// As a command has it.
    static std::string syntheticText(const SyntheticData& data)
    {
        std::string shape;
        for (const std::uint64_t extent : data.itemShape)
            shape += (shape.empty() ? "" : ",") + std::to_string(extent);
        return "--synthetic " + shellWord(data.dtype.str()) + " --shape " + shellWord(shape.empty() ? "()" : shape) + " --compressibility " + std::to_string(data.compressibility) +
               (data.records == 0 ? "" : " --records " + std::to_string(data.records)) + " --codec " + std::string(codecName(data.codec));
    }

    Status measure(const std::string& store, JsonWriter& json, Session& session)
    {
        return show(runBenchmark(std::filesystem::path(store), m_options, {}, session.context()), shellWord(store), json, session);
    }

    Status show(const Result<BenchmarkReport>& measured, const std::string& subject, JsonWriter& json, Session& session)
    {
        ZR_RETURN_IF_ERROR(measured.status());
        const BenchmarkReport& report = *measured;
        session.endProgress();
        if (m_report.isWanted()) {
            if (std::exchange(m_reported, true))
                return Status(ErrorCode::InvalidArgument, "--report takes one store, one batch size and one number of threads").withRemedy("Measure them one by one.");
            ZR_RETURN_IF_ERROR(m_report.write(benchmarkPage(report, commandText(subject)), m_force));
        }
        if (m_json) {
            writeBench(json, report);
            return {};
        }
        session.out() << (m_shown ? "\n" : "") << benchText(report);
        m_shown = true;
        return {};
    }

    [[nodiscard]] std::string commandText(const std::string& subject) const
    {
        std::string text = "zr bench " + subject + " --work " + m_work + " --batch " + std::to_string(m_options.batch) + " --rounds " +
                           std::to_string(m_options.rounds);
        return text + (m_options.random ? "" : " --order sequential") + (m_options.cold ? " --cold" : "") +
               (m_options.random && m_options.seed != BenchmarkOptions().seed ? " --seed " + std::to_string(m_options.seed) : "") +
               (m_options.threads != 0 ? " --threads " + std::to_string(m_options.threads) : "") + (m_options.peers ? " --peers" : "");
    }

    static Result<std::vector<BenchmarkReport>> readReport(const std::string& path)
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
        ZR_ASSIGN_OR_RETURN(const std::vector<BenchmarkReport> first, readReport(m_paths[0]));
        ZR_ASSIGN_OR_RETURN(const std::vector<BenchmarkReport> second, readReport(m_paths[1]));
        ZR_ASSIGN_OR_RETURN(const std::string text, comparisonText(first, second));
        session.out() << text;
        return kExitOk;
    }

    std::vector<std::string> m_paths;
    std::vector<std::string> m_batches;
    std::string m_work = "gather";
    std::string m_order = "random";
    BenchmarkOptions m_options;
    std::string m_dtype;
    std::string m_shape = "28,28";
    std::string m_compressibility = "0.5";
    SyntheticData m_data;
    std::vector<std::string> m_codecs;
    ReportOption m_report;
    bool m_reported = false;
    bool m_force = false;
    std::vector<std::string> m_threads;
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
