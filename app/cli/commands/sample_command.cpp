#include "commands/sample_command.h"

#include <ostream>

#include "json_writer.h"
#include "opened_target.h"
#include "text_layout.h"
#include "zrecord/sampler.h"

namespace zrecord::cli {
namespace {

class SampleCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"sample",
                "Print the order in which a data loader visits records.",
                "One line for each step: the indices of its batch. The sequence is a pure function of mode, length, batch, seed and step, and "
                "the same as loaderx's.\n\n"
                "JSON: mode, length, batch, seed, steps, an array of objects with step and indices.",
                {"zr sample samples/fashion/train --batch 8 --steps 3", "zr sample --length 1000 --mode iid --seed 7 --step 100 --flat | zr get labels --indices -"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("STORE", m_path, "A store or an aligned set whose length counts.", ArgumentParser::Need::Optional);
        parser.option("-l,--length", m_length, "N", "Number of records, instead of a store.");
        parser.choice("-m,--mode", m_mode, {"sequential", "iid", "cyclic"}, "Order: as stored, drawn with repeats, or shuffled anew in each cycle. Default: cyclic.");
        parser.option("-b,--batch", m_options.batch, "N", "Records in a batch. Default: 256.");
        parser.option("--seed", m_options.seed, "N", "Default: 42.");
        parser.option("--step", m_firstStep, "N", "First step to print. Default: 0.");
        parser.option("-n,--steps", m_steps, "N", "How many steps to print. Default: 1.");
        parser.flag("--flat", m_flat, "One index on each line, ready for --indices.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        if (m_path.empty() == !m_length.has_value())
            return Status(ErrorCode::InvalidArgument, m_length ? "a store and --length exclude each other" : "there is no length to draw from")
                .withRemedy("Name a store, or give --length.");
        if (m_length) {
            m_options.length = *m_length;
        } else {
            ZR_ASSIGN_OR_RETURN(const OpenedTarget target, OpenedTarget::open(m_path));
            m_options.length = target.size();
        }
        ZR_ASSIGN_OR_RETURN(m_options.mode, parseSamplerMode(m_mode));
        ZR_ASSIGN_OR_RETURN(Sampler sampler, Sampler::create(m_options));
        ZR_RETURN_IF_ERROR(sampler.seek(m_firstStep));
        return m_json ? writeJson(session, sampler) : writeText(session, sampler);
    }

private:
    Result<int> writeText(Session& session, Sampler& sampler) const
    {
        std::vector<std::uint64_t> indices(static_cast<std::size_t>(sampler.batchLength()));
        for (std::uint64_t step = 0; step < m_steps; ++step) {
            if (session.stopToken().stop_requested())
                return cancelledAfter(counted(step, "step") + " printed", "Continue with --step " + std::to_string(m_firstStep + step) + ".");
            ZR_RETURN_IF_ERROR(sampler.next(indices));
            std::string line;
            for (std::size_t i = 0; i < indices.size(); ++i)
                line.append(i == 0 ? "" : m_flat ? "\n" : " ").append(std::to_string(indices[i]));
            session.out() << line << '\n';
            if (!session.out())
                break;
        }
        return kExitOk;
    }

    Result<int> writeJson(Session& session, Sampler& sampler) const
    {
        JsonWriter json;
        json.beginObject();
        json.field("mode", samplerModeName(m_options.mode));
        json.field("length", m_options.length);
        json.field("batch", m_options.batch);
        json.field("seed", m_options.seed);
        json.key("steps").beginArray();
        std::vector<std::uint64_t> indices(static_cast<std::size_t>(sampler.batchLength()));
        for (std::uint64_t step = 0; step < m_steps; ++step) {
            if (session.stopToken().stop_requested())
                return cancelledAfter("nothing was printed", "Ask for fewer steps.");
            ZR_RETURN_IF_ERROR(sampler.next(indices));
            json.beginObject().field("step", m_firstStep + step);
            json.key("indices").numbers(indices).endObject();
        }
        session.out() << json.endArray().endObject().text();
        return kExitOk;
    }

    std::string m_path;
    std::optional<std::uint64_t> m_length;
    std::string m_mode = "cyclic";
    SamplerOptions m_options;
    std::uint64_t m_firstStep = 0;
    std::uint64_t m_steps = 1;
    bool m_flat = false;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeSampleCommand()
{
    return std::make_unique<SampleCommand>();
}

}  // namespace zrecord::cli
