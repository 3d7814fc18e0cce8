#include "commands/tune_command.h"

#include <ostream>

#include "laboratory/report_option.h"
#include "laboratory/tune_report_output.h"
#include "opened_target.h"
#include "output_file.h"
#include "text_layout.h"
#include "zrecord/dictionary_tuning.h"
#include "zrecord/laboratory/html_report.h"

namespace zrecord::cli {
namespace {

constexpr std::uint64_t kMostRounds = 1'000;

class TuneCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"tune",
                "Compare codecs and dictionaries on a store's own records, and say which to take.",
                "Trains each dictionary on records drawn at random, writes others that were held out into small stores, one for each candidate, "
                "and reads those in rounds in which the candidates take turns. Ratio is of the held-out records without the dictionary; the "
                "advice counts the dictionary in. 'bigger' is the share of records that plain zstd level 3 stores in fewer bytes. The same seed "
                "gives the same dictionaries; times are this machine's, warm, and the table shows their medians.\n\n"
                "Candidates: raw, zstd, zstd:LEVEL, fast, balanced, max, TIER:LEVEL, SIZE:LEVEL such as 64K:9. --keep writes the dictionary "
                "of one of them, by its name in the table, for 'zr recode --codec zstd_dict --dict'.\n\n"
                "JSON: records, seed, training_records, training_bytes, test_records, test_bytes, rounds, candidates, an array of objects with "
                "name, codec, level, requested_bytes, error, dictionary_bytes, train_seconds, stored_bytes, ratio, store_bytes, memory_bytes, "
                "gather_mib_s and write_mib_s (median, least, most), p50_us, p95_us, p99_us, bigger_than_plain, against_plain (records by size "
                "against plain zstd: below -50 %, steps of 5 % up to +50 %, above); advice (kind, choice).",
                {"zr tune samples/bible/verse", "zr tune images --candidate zstd --candidate 64K:9 --candidate 64K:19 --keep '64 KiB, level 9' --output images.dict"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("STORE", m_path, "A store.");
        parser.option("-c,--candidate", m_candidates, "WORD", "What to compare; may be given again. Default: raw, zstd, 16K:9, 128K:9, fast, balanced, max.");
        parser.option("--seed", m_options.seed, "N", "Which records are drawn. Default: 42.");
        parser.option("--sample-bytes", m_options.sampleBytes, "N", "Records to train on. Default: 4 MiB of them.");
        parser.option("--test-bytes", m_options.testBytes, "N", "Records to measure on. Default: 2 MiB, at most 4,096 records.");
        parser.flag("--spread", m_options.spread, "Train on records spread evenly over the store, as loaderx does, instead of drawn ones.");
        parser.option("--rounds", m_rounds, "N", "Rounds of reading. Default: 5.");
        parser.option("--keep", m_keep, "NAME", "Write this candidate's dictionary.");
        parser.option("-o,--output", m_output, "FILE", "Where the dictionary goes.");
        m_report.declare(parser);
        parser.flag("-f,--force", m_force, "Replace the output file, and that of --report.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        ZR_RETURN_IF_ERROR(resolveOptions());
        ZR_ASSIGN_OR_RETURN(const Store store, OpenedTarget::openStore(m_path));
        ZR_ASSIGN_OR_RETURN(const TuneReport report, tuneDictionary(store, m_options, {}, session.context()));
        if (m_keep)
            ZR_RETURN_IF_ERROR(writeDictionary(report));
        session.endProgress();
        if (m_report.isWanted())
            ZR_RETURN_IF_ERROR(m_report.write(tunePage(report, m_path, commandText()), m_force));
        session.out() << (m_json ? tuneJson(report) : tuneText(report));
        return kExitOk;
    }

private:
    [[nodiscard]] std::string commandText() const
    {
        std::string text = "zr tune " + shellWord(m_path) + " --seed " + std::to_string(m_options.seed);
        for (const std::string& word : m_candidates)
            text += " --candidate " + shellWord(word);
        return text + (m_options.spread ? " --spread" : "");
    }

    Status resolveOptions()
    {
        if (m_keep.has_value() != m_output.has_value())
            return Status(ErrorCode::InvalidArgument, "--keep and --output go together").withRemedy("Say whose dictionary to keep, and where it goes.");
        if (m_rounds == 0 || m_rounds > kMostRounds)
            return Status(ErrorCode::InvalidArgument, "--rounds takes 1 to " + std::to_string(kMostRounds));
        m_options.rounds = static_cast<unsigned>(m_rounds);
        if (m_candidates.empty())
            return {};
        m_options.candidates.clear();
        for (const std::string& word : m_candidates) {
            ZR_ASSIGN_OR_RETURN(TuneCandidate candidate, parseTuneCandidate(word));
            m_options.candidates.push_back(std::move(candidate));
        }
        return {};
    }

    Status writeDictionary(const TuneReport& report) const
    {
        for (const TuneResult& result : report.results) {
            if (result.candidate.name != *m_keep)
                continue;
            ZR_RETURN_IF_ERROR(result.status);
            if (result.dictionary.empty())
                return Status(ErrorCode::InvalidArgument, "candidate '" + *m_keep + "' has no dictionary");
            OutputFile file;
            ZR_RETURN_IF_ERROR(file.open(*m_output, m_force));
            file.stream().write(static_cast<const char*>(static_cast<const void*>(result.dictionary.data())), static_cast<std::streamsize>(result.dictionary.size()));
            return file.commit();
        }
        return Status(ErrorCode::InvalidArgument, "there is no candidate named '" + *m_keep + "'").withRemedy("Names are in the first column of the table.");
    }

    std::string m_path;
    std::vector<std::string> m_candidates;
    std::uint64_t m_rounds = 5;
    std::optional<std::string> m_keep;
    std::optional<std::string> m_output;
    TuneOptions m_options;
    ReportOption m_report;
    bool m_force = false;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeTuneCommand()
{
    return std::make_unique<TuneCommand>();
}

}  // namespace zrecord::cli
