#include "commands/sampler_command.h"

#include <ostream>

#include "laboratory/report_option.h"
#include "laboratory/sampler_report_output.h"
#include "opened_target.h"
#include "zrecord/laboratory/html_report.h"

namespace zrecord::cli {
namespace {

constexpr std::size_t kVisitsShown = 3;
constexpr std::size_t kUnseenRanges = 100;

class SamplerCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"sampler",
                "Measure how a data loader's order covers, repeats and mixes the records.",
                "Runs the sampler over --steps steps: how many records are seen and when all of them are, how often and how far apart they "
                "come back, and how random the first cycle is. Entropy is that of the differences between neighbours, chi-square that of "
                "position against index; with an ideal shuffle p is anything between 0 and 1, and below 0.001 once in a thousand orders. With "
                "a store, the first 64 steps show what the disk sees.\n\n"
                "--record N tells in which steps record N is seen, from --step on; --unseen lists the records that no step has seen.\n\n"
                "JSON: mode, length, batch, seed, rank, world, first_step, steps, indices, batch_length, steps_per_cycle, seen, "
                "all_seen_after, expected_all_seen_after, coverage (steps, seen), visits (least, most, histogram: records with 0, 1, … and 16 "
                "or more visits), gaps (count, least, most, mean, histogram: gaps from 1, 2, 4, 8, … indices on), dropped_per_cycle, "
                "dropped_per_step, shuffle (positions, difference_bins, entropy_bits, ideal_entropy_bits, chi_square, chi_square_bins, "
                "chi_square_degrees, chi_square_p, serial_correlation, serial_deviations, mean_jump, next_share), disk (steps, records, "
                "mean_jump_bytes, payload_bytes, page_bytes, runs), record (index, visits), unseen (count, complete, ranges), dots "
                "(positions, indices).",
                {"zr sampler samples/fashion/train", "zr sampler --length 1M --batch 512 --mode iid --record 4711",
                 "zr sampler samples/fashion/train --batch 512 --rank 1 --world 4 --steps 117 --unseen"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("STORE", m_path, "A store or an aligned set whose length counts.", ArgumentParser::Need::Optional);
        parser.option("-l,--length", m_length, "N", "Number of records, instead of a store.");
        parser.choice("-m,--mode", m_mode, {"sequential", "iid", "cyclic"}, "Order: as stored, drawn with repeats, or shuffled anew in each cycle. Default: cyclic.");
        parser.option("-b,--batch", m_view.sampler.batch, "N", "Records in a batch of all ranks together. Default: 256.");
        parser.option("--seed", m_view.sampler.seed, "N", "Default: 42.");
        parser.option("--step", m_view.firstStep, "N", "First step to look at. Default: 0.");
        parser.option("-n,--steps", m_steps, "N", "How many steps to look at. Default: two cycles, within 10 million indices.");
        parser.option("--rank", m_view.rank, "N", "This rank, from 0 on. Default: 0.");
        parser.option("--world", m_view.world, "N", "Number of ranks. Default: 1.");
        parser.choice("--split", m_split, {"strided", "blocked"}, "A rank's part of a batch: every world-th record, or a run of neighbours. Default: strided.");
        parser.choice("--remainder", m_remainder, {"drop", "wrap", "uneven"}, "Records that the ranks cannot share equally. Default: drop.");
        parser.option("--record", m_record, "N", "Say when this record is seen.");
        parser.flag("--unseen", m_unseen, "List the records that no step has seen.");
        parser.flag("--dots", m_dots, "With --json: positions and indices of up to 8,000 places of the order.");
        m_report.declare(parser);
        parser.flag("-f,--force", m_force, "Replace the file of --report.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        if (m_path.empty() == !m_length.has_value())
            return Status(ErrorCode::InvalidArgument, m_length ? "a store and --length exclude each other" : "there is no length to draw from")
                .withRemedy("Name a store, or give --length.");
        if (m_dots && !m_json)
            return Status(ErrorCode::InvalidArgument, "--dots is a part of the JSON report").withRemedy("Add --json.");
        ZR_ASSIGN_OR_RETURN(m_view.sampler.mode, parseSamplerMode(m_mode));
        ZR_ASSIGN_OR_RETURN(m_view.split, parseRankSplit(m_split));
        ZR_ASSIGN_OR_RETURN(m_view.remainder, parseRankRemainder(m_remainder));
        SamplerFindings findings;
        std::optional<OpenedTarget> target;
        if (m_length) {
            m_view.sampler.length = *m_length;
        } else {
            ZR_ASSIGN_OR_RETURN(target, OpenedTarget::open(m_path));
            m_view.sampler.length = target->size();
        }
        m_view.steps = m_steps.value_or(defaultReportSteps(m_view.sampler));
        ZR_ASSIGN_OR_RETURN(findings.report, reportSampler(m_view, {}, session.context()));
        // The first stream stands for a set: each has its own files, all are read at the same indices.
        if (target) {
            const Store& store = *target->parts().front().store;
            const RecordLocator locate = [&store](std::uint64_t index) { return store.locate(index); };
            ZR_ASSIGN_OR_RETURN(findings.locality, measureLocality(locate, m_view, session.context()));
        }
        if (m_record) {
            findings.record = m_record;
            ZR_ASSIGN_OR_RETURN(findings.recordVisits, findVisits(m_view, *m_record, kVisitsShown, UINT64_C(1) << 32, session.context()));
        }
        if (m_unseen) {
            ZR_ASSIGN_OR_RETURN(findings.unseen, findUnseen(m_view, kUnseenRanges, session.context()));
        }
        session.endProgress();
        if (m_report.isWanted())
            ZR_RETURN_IF_ERROR(m_report.write(samplerPage(findings.report, findings.locality, commandText()), m_force));
        session.out() << (m_json ? samplerJson(findings, m_dots) : samplerText(findings));
        return kExitOk;
    }

private:
    [[nodiscard]] std::string commandText() const
    {
        std::string text = "zr sampler " + (m_length ? "--length " + std::to_string(*m_length) : shellWord(m_path)) + " --mode " + m_mode;
        text += " --batch " + std::to_string(m_view.sampler.batch) + " --seed " + std::to_string(m_view.sampler.seed) + " --steps " + std::to_string(m_view.steps);
        if (m_view.firstStep != 0)
            text += " --step " + std::to_string(m_view.firstStep);
        if (m_view.world > 1)
            text += " --rank " + std::to_string(m_view.rank) + " --world " + std::to_string(m_view.world) + (m_split == "strided" ? "" : " --split " + m_split);
        return text;
    }

    std::string m_path;
    ReportOption m_report;
    bool m_force = false;
    std::optional<std::uint64_t> m_length;
    std::string m_mode = "cyclic";
    std::string m_split = "strided";
    std::string m_remainder = "drop";
    SamplerView m_view;
    std::optional<std::uint64_t> m_steps;
    std::optional<std::uint64_t> m_record;
    bool m_unseen = false;
    bool m_dots = false;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeSamplerCommand()
{
    return std::make_unique<SamplerCommand>();
}

}  // namespace zrecord::cli
