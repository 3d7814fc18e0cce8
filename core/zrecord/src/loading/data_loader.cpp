#include "zrecord/data_loader.h"

#include <algorithm>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include "base/checked_math.h"
#include "loading/loader_pipeline.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kLargestPrefetch = 1 << 16;

Status wrong(std::string what)
{
    return Status(ErrorCode::InvalidArgument, std::move(what));
}

std::string recordCount(std::uint64_t records)
{
    return std::to_string(records) + (records == 1 ? " record" : " records");
}

/// The stores of one stream have records of one kind.
Status checkFollowing(const LoaderStream& stream)
{
    const StoreSummary& first = stream.store->summary();
    for (const auto& store : stream.following) {
        if (!store || !store->isOpen())
            return Status(ErrorCode::Closed, "a store of stream '" + stream.name + "' is not open");
        const StoreSummary& other = store->summary();
        if (other.kind != first.kind || other.dtype != first.dtype || other.itemShape != first.itemShape)
            return Status(ErrorCode::WrongKind, "stream '" + stream.name + "' joins stores with records of different kinds")
                .withStore(other.path.string())
                .withRemedy("Join stores of the same kind, dtype and item shape.");
    }
    return {};
}

Status checkStreams(const std::vector<LoaderStream>& streams)
{
    if (streams.empty())
        return wrong("a loader needs at least one stream");
    for (const LoaderStream& stream : streams) {
        if (!stream.store || !stream.store->isOpen())
            return Status(ErrorCode::Closed, "the store of stream '" + stream.name + "' is not open");
        ZR_RETURN_IF_ERROR(checkFollowing(stream));
        const auto sameName = [&stream](const LoaderStream& other) { return other.name == stream.name; };
        if (std::ranges::count_if(streams, sameName) > 1)
            return wrong("two streams are called '" + stream.name + "'");
    }
    const std::uint64_t length = streams.front().records();
    const auto differs = [length](const LoaderStream& stream) { return stream.records() != length; };
    if (std::ranges::any_of(streams, differs)) {
        std::string text;
        for (const LoaderStream& stream : streams)
            text.append(text.empty() ? "" : ", ").append("'" + stream.name + "' has " + recordCount(stream.records()));
        return wrong("the streams do not belong together: " + text).withRemedy("Give streams of one length.");
    }
    if (length == 0)
        return wrong("stream '" + streams.front().name + "' is empty: there is nothing to load");
    return {};
}

Status checkOptions(const LoaderOptions& options)
{
    if (options.world == 0 || options.rank >= options.world)
        return wrong("rank " + std::to_string(options.rank) + " does not exist among " + std::to_string(options.world) + " ranks")
            .withRemedy("Ranks count from 0 to world - 1.");
    if (options.prefetch > kLargestPrefetch)
        return wrong("a prefetch of " + std::to_string(options.prefetch) + " batches is above the limit of " +
                     std::to_string(kLargestPrefetch));
    if (options.resume && options.firstStep != 0)
        return wrong("a state and a first step exclude each other");
    if (!options.order && options.buckets.lengths)
        return wrong("length buckets need an order; the modes of loaderx have none").withRemedy("Use the shuffled order in place of mode cyclic.");
    if (!options.order && options.cycleEnd != CycleEnd::Drop)
        return wrong("the end of a cycle can be chosen for orders only, not for the modes of loaderx")
            .withRemedy("Use the shuffled order in place of mode cyclic, the stored order in place of mode sequential.");
    return {};
}

Status savedWithOther(const std::string& saved, const std::string& wanted)
{
    return wrong("the state was saved with " + saved + ", and this loader has " + wanted)
        .withRemedy("Resume with the same streams and options; only rank, world size, threads and prefetch may change.");
}

Status checkSame(std::string_view what, std::uint64_t saved, std::uint64_t wanted)
{
    return saved == wanted ? Status() : savedWithOther(std::string(what) + " " + std::to_string(saved), std::to_string(wanted));
}

/// "mode cyclic" or "order shuffled(1000)/keep".
std::string orderText(const std::string& order, SamplerMode mode)
{
    return order.empty() ? "mode " + std::string(samplerModeName(mode)) : "order " + order;
}

Status checkState(const LoaderState& state, const PartSampler& sampler)
{
    const std::string order = sampler.order() ? sampler.order()->identity() : std::string();
    if (state.order.empty() && order.empty() && state.mode != sampler.mode())
        return savedWithOther(orderText({}, state.mode), std::string(samplerModeName(sampler.mode())));
    if (state.order != order)
        return savedWithOther(orderText(state.order, state.mode), orderText(order, sampler.mode()));
    ZR_RETURN_IF_ERROR(checkSame("seed", state.seed, sampler.seed()));
    ZR_RETURN_IF_ERROR(checkSame("length", state.length, sampler.length()));
    return checkSame("batch", state.batch, sampler.batch());
}

Result<PartSampler> makeSource(const LoaderOptions& options, std::uint64_t length)
{
    const RankChoice ranks{options.rank, options.world, options.split, options.remainder};
    if (!options.order) {
        ZR_ASSIGN_OR_RETURN(Sampler sampler, Sampler::create({length, options.batch, options.mode, options.seed}));
        return PartSampler(std::move(sampler), ranks);
    }
    if (options.order->length() != length)
        return wrong("the order is one of " + recordCount(options.order->length()) + ", and the streams have " + std::to_string(length));
    ZR_ASSIGN_OR_RETURN(BatchOrder order, BatchOrder::create(options.order, {options.batch, options.seed, options.cycleEnd, options.epochs, options.buckets}));
    return PartSampler(std::move(order), ranks);
}

Result<PartSampler> makeSampler(const LoaderOptions& options, std::uint64_t length)
{
    ZR_ASSIGN_OR_RETURN(PartSampler sampler, makeSource(options, length));
    if (sampler.part().length() == 0)
        return wrong("a global batch of " + recordCount(sampler.globalBatchLength()) + " leaves nothing for rank " +
                     std::to_string(options.rank) + " of " + std::to_string(options.world))
            .withRemedy("Take a larger batch, fewer ranks, or the remainder rule wrap.");
    if (options.resume) {
        ZR_RETURN_IF_ERROR(checkState(*options.resume, sampler));
        ZR_RETURN_IF_ERROR(sampler.restore({options.resume->step, options.resume->generator}));
    } else {
        ZR_RETURN_IF_ERROR(sampler.restore({options.firstStep, std::nullopt}));
    }
    return sampler;
}

/// The first step that the loader does not give.
Result<std::uint64_t> endStepOf(const LoaderOptions& options, const PartSampler& sampler)
{
    std::uint64_t end = options.endStep.value_or(std::numeric_limits<std::uint64_t>::max());
    if (sampler.order())
        return std::min(end, sampler.order()->endStep().value_or(end));
    if (!options.epochs)
        return end;
    const auto steps = checkedMultiply(*options.epochs, sampler.stepsPerCycle());
    if (!steps || *steps == 0)
        return wrong(std::to_string(*options.epochs) + " epochs are too " + (steps ? "few" : "many"));
    return std::min(end, *steps);
}

/// What the pool's slots show; batches may outlive the stores.
Result<std::vector<SlotPool::Stream>> describe(const std::vector<LoaderStream>& streams, std::uint64_t records)
{
    std::vector<SlotPool::Stream> described;
    for (const LoaderStream& stream : streams) {
        const StoreSummary& summary = stream.store->summary();
        if (summary.recordBytes != 0 && records > std::numeric_limits<std::int64_t>::max() / summary.recordBytes)
            return wrong("a batch of " + recordCount(records) + " of stream '" + stream.name + "' does not fit into memory");
        described.push_back({stream.name, summary});
    }
    return described;
}

}  // namespace

class DataLoader::Impl {
public:
    explicit Impl(std::shared_ptr<LoaderPipeline> started) : pipeline(std::move(started)) {}
    ~Impl()
    {
        pipeline->stop();
        // Threads and waiting lists of the parent cannot be torn down in a forked child: they are left as they are.
        if (pipeline->isForeign())
            static_cast<void>(new std::shared_ptr<LoaderPipeline>(std::move(pipeline)));
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    [[nodiscard]] const LoaderPipeline::Parts& parts() const noexcept { return pipeline->parts(); }

    std::shared_ptr<LoaderPipeline> pipeline;
};

Result<DataLoader> DataLoader::create(std::vector<LoaderStream> streams, LoaderOptions options)
{
    ZR_RETURN_IF_ERROR(checkStreams(streams));
    ZR_RETURN_IF_ERROR(checkOptions(options));
    try {
        ZR_ASSIGN_OR_RETURN(PartSampler sampler, makeSampler(options, streams.front().records()));
        ZR_ASSIGN_OR_RETURN(auto described, describe(streams, sampler.part().length()));
        // Spare memories: all that the window can want at once, and one in the hand of the caller.
        auto pool = std::make_shared<SlotPool>(std::move(described), static_cast<std::size_t>(options.prefetch) + 2);
        ZR_ASSIGN_OR_RETURN(const std::uint64_t end, endStepOf(options, sampler));
        ZR_ASSIGN_OR_RETURN(PartSampler ahead, makeSource(options, streams.front().records()));
        LoaderPipeline::Parts parts{std::move(streams), std::move(options), std::move(sampler), std::move(ahead), end, std::move(pool)};
        auto impl = std::make_unique<Impl>(std::make_shared<LoaderPipeline>(std::move(parts)));
        ZR_RETURN_IF_ERROR(impl->pipeline->start());
        return DataLoader(std::move(impl));
    } catch (const std::bad_alloc&) {
        return Status(ErrorCode::OutOfMemory, "there is not enough memory for a loader of these batches");
    }
}

DataLoader::DataLoader(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
DataLoader::DataLoader(DataLoader&&) noexcept = default;
DataLoader& DataLoader::operator=(DataLoader&&) noexcept = default;
DataLoader::~DataLoader() = default;

Result<Batch> DataLoader::next(std::stop_token stop)
{
    return m_impl->pipeline->next(stop);
}

bool DataLoader::waitReady(std::chrono::milliseconds patience) const
{
    return m_impl->pipeline->waitReady(patience);
}

std::exception_ptr DataLoader::transformException() const
{
    return m_impl->pipeline->transformException();
}

void DataLoader::stop()
{
    m_impl->pipeline->stop();
}

LoaderState DataLoader::state() const
{
    const SamplerState position = m_impl->pipeline->position();
    const PartSampler& sampler = m_impl->parts().sampler;
    const LoaderOptions& options = m_impl->parts().options;
    LoaderState state;
    state.step = position.step;
    state.mode = sampler.mode();
    state.seed = sampler.seed();
    state.length = sampler.length();
    state.batch = sampler.batch();
    if (sampler.order())
        state.order = sampler.order()->identity();
    state.rank = options.rank;
    state.world = options.world;
    state.split = options.split;
    state.remainder = options.remainder;
    state.generator = position.generator;
    return state;
}

LoaderStats DataLoader::stats() const
{
    return m_impl->pipeline->stats();
}

const LoaderOptions& DataLoader::options() const noexcept
{
    return m_impl->parts().options;
}

std::span<const LoaderStream> DataLoader::streams() const noexcept
{
    return m_impl->parts().streams;
}

std::uint64_t DataLoader::length() const noexcept
{
    return m_impl->parts().sampler.length();
}

std::uint64_t DataLoader::globalBatchLength() const noexcept
{
    return m_impl->parts().sampler.globalBatchLength();
}

std::uint64_t DataLoader::batchLength() const noexcept
{
    return m_impl->parts().sampler.part().length();
}

std::uint64_t DataLoader::stepsPerCycle() const noexcept
{
    return m_impl->parts().sampler.stepsPerCycle();
}

}  // namespace zrecord
