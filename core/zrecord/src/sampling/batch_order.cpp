#include "zrecord/batch_order.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/checked_math.h"
#include "sampling/batch_size.h"

namespace zrecord {
namespace {

constexpr std::array<std::string_view, 3> kEndNames{"drop", "keep", "continue"};

Status wrong(std::string what)
{
    return Status(ErrorCode::InvalidArgument, std::move(what));
}

std::uint64_t divideUp(std::uint64_t a, std::uint64_t b) noexcept
{
    return a / b + (a % b != 0 ? 1 : 0);
}

}  // namespace

std::string_view cycleEndName(CycleEnd end)
{
    const auto number = static_cast<std::size_t>(end);
    return number < kEndNames.size() ? kEndNames[number] : std::string_view("unknown");
}

Result<CycleEnd> parseCycleEnd(std::string_view name)
{
    const auto found = std::ranges::find(kEndNames, name);
    if (found == kEndNames.end())
        return wrong("there is no end of a cycle called '" + std::string(name) + "'").withRemedy("Use drop, keep or continue.");
    return static_cast<CycleEnd>(found - kEndNames.begin());
}

class BatchOrder::Impl {
public:
    Impl(SharedOrder givenOrder, const BatchOrderOptions& givenOptions)
        : order(std::move(givenOrder)), options(givenOptions), cycle(order->cycleLength()),
          batchLength(options.cycleEnd == CycleEnd::Continue ? options.batch : std::min(options.batch, cycle)),
          stepsPerCycle(options.cycleEnd == CycleEnd::Keep ? divideUp(cycle, options.batch) : std::max<std::uint64_t>(cycle / options.batch, 1))
    {
    }

    Status setEnd()
    {
        if (!options.epochs)
            return {};
        if (*options.epochs == 0)
            return wrong("an order is run through at least once, but the number of epochs is 0");
        const auto last = checkedMultiply(*options.epochs, options.cycleEnd == CycleEnd::Continue ? cycle : stepsPerCycle);
        if (!last)
            return wrong(std::to_string(*options.epochs) + " epochs have more steps than 64 bits count");
        lastPosition = options.cycleEnd == CycleEnd::Continue ? last : std::nullopt;
        endStep = options.cycleEnd == CycleEnd::Continue ? divideUp(*last, options.batch) : *last;
        return {};
    }

    /// Where a step begins and how many records it has.
    struct Piece {
        std::uint64_t position;
        std::uint64_t count;
    };

    [[nodiscard]] std::optional<Piece> pieceOf(std::uint64_t step) const
    {
        if (endStep && step >= *endStep)
            return std::nullopt;
        if (options.cycleEnd == CycleEnd::Continue) {
            const auto position = checkedMultiply(step, options.batch);
            if (!position || !checkedAdd(*position, options.batch))
                return std::nullopt;
            return Piece{*position, lastPosition ? std::min(options.batch, *lastPosition - *position) : options.batch};
        }
        const auto start = checkedMultiply(step / stepsPerCycle, cycle);
        if (!start || !checkedAdd(*start, cycle))
            return std::nullopt;
        const std::uint64_t place = step % stepsPerCycle * batchLength;
        return Piece{*start + place, std::min(batchLength, cycle - place)};
    }

    SharedOrder order;
    BatchOrderOptions options;
    std::uint64_t cycle;
    std::uint64_t batchLength;
    std::uint64_t stepsPerCycle;
    std::optional<std::uint64_t> endStep;
    std::optional<std::uint64_t> lastPosition;  ///< CycleEnd::Continue with epochs
};

Result<BatchOrder> BatchOrder::create(SharedOrder order, const BatchOrderOptions& options)
{
    if (!order)
        return wrong("batches need an order of records");
    if (options.batch == 0)
        return checkBatchSize(0, 0);
    if (static_cast<std::size_t>(options.cycleEnd) >= kEndNames.size())
        return wrong("there is no end of a cycle with the number " + std::to_string(static_cast<unsigned>(options.cycleEnd)));
    auto impl = std::make_shared<Impl>(std::move(order), options);
    ZR_RETURN_IF_ERROR(checkBatchSize(options.batch, impl->batchLength));
    ZR_RETURN_IF_ERROR(impl->setEnd());
    return BatchOrder(std::move(impl));
}

BatchOrder::BatchOrder(std::shared_ptr<const Impl> impl) : m_impl(std::move(impl)) {}

const RecordOrder& BatchOrder::order() const noexcept
{
    return *m_impl->order;
}

const BatchOrderOptions& BatchOrder::options() const noexcept
{
    return m_impl->options;
}

std::uint64_t BatchOrder::batchLength() const noexcept
{
    return m_impl->batchLength;
}

std::uint64_t BatchOrder::stepsPerCycle() const noexcept
{
    return m_impl->stepsPerCycle;
}

std::optional<std::uint64_t> BatchOrder::endStep() const noexcept
{
    return m_impl->endStep;
}

std::string BatchOrder::identity() const
{
    return m_impl->order->identity() + "/" + std::string(cycleEndName(m_impl->options.cycleEnd));
}

Status BatchOrder::fill(std::uint64_t step, std::vector<std::uint64_t>& out) const
{
    const auto piece = m_impl->pieceOf(step);
    if (!piece && m_impl->endStep && step >= *m_impl->endStep)
        return Status(ErrorCode::OutOfRange, "there is no step " + std::to_string(step) + ": the order ends after " +
                                                 std::to_string(*m_impl->endStep));
    if (!piece)
        return Status(ErrorCode::OutOfRange, "step " + std::to_string(step) + " of batches of " + std::to_string(m_impl->options.batch) +
                                                 " lies more than 2^64 records from the start");
    out.resize(static_cast<std::size_t>(piece->count));
    m_impl->order->fill(m_impl->options.seed, piece->position, out);
    return {};
}

}  // namespace zrecord
