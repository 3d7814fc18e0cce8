#include "commands/sample_command.h"

#include <algorithm>
#include <ostream>

#include "json_writer.h"
#include "load/order_arguments.h"
#include "opened_target.h"
#include "text_layout.h"
#include "zrecord/sampler.h"

namespace zrecord::cli {
namespace {

/// The steps of a mode of loaderx or of an order, one after the other.
class StepSource {
public:
    static Result<StepSource> create(const SamplerOptions& options, const OrderArguments::Choice& choice)
    {
        StepSource source;
        if (choice.order) {
            ZR_ASSIGN_OR_RETURN(source.m_order,
                                BatchOrder::create(choice.order, {options.batch, options.seed, choice.cycleEnd, choice.epochs, choice.buckets}));
            source.m_end = source.m_order->endStep();
            return source;
        }
        ZR_ASSIGN_OR_RETURN(source.m_sampler, Sampler::create(options));
        if (choice.epochs)
            source.m_end = *choice.epochs * std::max<std::uint64_t>(options.length / options.batch, 1);
        return source;
    }

    Status seek(std::uint64_t step, const std::stop_token& stop)
    {
        m_step = step;
        return m_sampler ? m_sampler->seek(step, stop) : Status();
    }

    [[nodiscard]] bool isOver() const { return m_end && m_step >= *m_end; }
    [[nodiscard]] std::string identity() const { return m_order ? m_order->identity() : std::string(); }

    Status next(std::vector<std::uint64_t>& indices)
    {
        if (m_order)
            return m_order->fill(m_step++, indices);
        ++m_step;
        indices.resize(static_cast<std::size_t>(m_sampler->batchLength()));
        return m_sampler->next(indices);
    }

private:
    std::optional<Sampler> m_sampler;
    std::optional<BatchOrder> m_order;
    std::uint64_t m_step = 0;
    std::optional<std::uint64_t> m_end;
};

class SampleCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"sample",
                "Print the order in which a data loader visits records.",
                "One line for each step: the indices of its batch. The sequence is a pure function of mode, length, batch, seed and step; "
                "that of the modes sequential, iid and cyclic is loaderx's.\n\n"
                "JSON: mode, or order, length, batch, seed, steps, an array of objects with step and indices.",
                {"zr sample samples/fashion/train --batch 8 --steps 3", "zr sample --length 1000 --mode iid --seed 7 --step 100 --flat | zr get labels --indices -"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positionals("STORE", m_paths, "A store or an aligned set whose length counts; several with --mix.");
        parser.option("-l,--length", m_length, "N", "Number of records, instead of a store.");
        m_order.declare(parser);
        parser.option("-b,--batch", m_options.batch, "N", "Records in a batch. Default: 256.");
        parser.option("--seed", m_options.seed, "N", "Default: 42.");
        parser.option("--step", m_firstStep, "N", "First step to print. Default: 0.");
        parser.option("-n,--steps", m_steps, "N", "How many steps to print. Default: 1.");
        parser.flag("--flat", m_flat, "One index on each line, ready for --indices.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        if (m_paths.empty() == !m_length.has_value())
            return Status(ErrorCode::InvalidArgument, m_length ? "a store and --length exclude each other" : "there is no length to draw from")
                .withRemedy("Name a store, or give --length.");
        std::vector<std::uint64_t> lengths;
        if (m_length) {
            m_options.length = *m_length;
            lengths.push_back(*m_length);
        } else {
            m_options.length = 0;
            for (const std::string& path : m_paths) {
                ZR_ASSIGN_OR_RETURN(const OpenedTarget target, OpenedTarget::open(path));
                lengths.push_back(target.size());
                m_options.length += target.size();
            }
        }
        if (lengths.size() > 1 && !m_order.isMixture())
            return Status(ErrorCode::InvalidArgument, "several stores have one order only with --mix");
        ZR_ASSIGN_OR_RETURN(const OrderArguments::Choice choice, m_order.resolve(lengths, m_options.batch, session));
        m_options.mode = choice.mode;
        ZR_ASSIGN_OR_RETURN(StepSource source, StepSource::create(m_options, choice));
        ZR_RETURN_IF_ERROR(source.seek(m_firstStep, session.stopToken()));
        return m_json ? writeJson(session, source) : writeText(session, source);
    }

private:
    Result<int> writeText(Session& session, StepSource& source) const
    {
        std::vector<std::uint64_t> indices;
        for (std::uint64_t step = 0; step < m_steps && !source.isOver(); ++step) {
            if (session.stopToken().stop_requested())
                return cancelledAfter(counted(step, "step") + " printed", "Continue with --step " + std::to_string(m_firstStep + step) + ".");
            ZR_RETURN_IF_ERROR(source.next(indices));
            std::string line;
            for (std::size_t i = 0; i < indices.size(); ++i)
                line.append(i == 0 ? "" : m_flat ? "\n" : " ").append(std::to_string(indices[i]));
            session.out() << line << '\n';
            if (!session.out())
                break;
        }
        return kExitOk;
    }

    Result<int> writeJson(Session& session, StepSource& source) const
    {
        JsonWriter json;
        json.beginObject();
        if (source.identity().empty())
            json.field("mode", samplerModeName(m_options.mode));
        else
            json.field("order", source.identity());
        json.field("length", m_options.length);
        json.field("batch", m_options.batch);
        json.field("seed", m_options.seed);
        json.key("steps").beginArray();
        std::vector<std::uint64_t> indices;
        for (std::uint64_t step = 0; step < m_steps && !source.isOver(); ++step) {
            if (session.stopToken().stop_requested())
                return cancelledAfter("nothing was printed", "Ask for fewer steps.");
            ZR_RETURN_IF_ERROR(source.next(indices));
            json.beginObject().field("step", m_firstStep + step);
            json.key("indices").numbers(indices).endObject();
        }
        session.out() << json.endArray().endObject().text();
        return kExitOk;
    }

    std::vector<std::string> m_paths;
    std::optional<std::uint64_t> m_length;
    OrderArguments m_order;
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
