#include "zrecord/batch_order.h"

#include <algorithm>
#include <array>
#include <utility>

#include "sampling/batch_size.h"
#include "sampling/bucket_windows.h"

namespace zrecord {
namespace {

constexpr std::array<std::string_view, 3> kEndNames{"drop", "keep", "continue"};

Status wrong(std::string what)
{
    return Status(ErrorCode::InvalidArgument, std::move(what));
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
        : order(std::move(givenOrder)), options(givenOptions), cut(order->cycleLength(), options), windows(order, cut, options)
    {
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    SharedOrder order;
    BatchOrderOptions options;
    BatchCut cut;
    BucketWindows windows;
};

Result<BatchOrder> BatchOrder::create(SharedOrder order, const BatchOrderOptions& options)
{
    if (!order)
        return wrong("batches need an order of records");
    if (options.batch == 0)
        return checkBatchSize(0, 0);
    if (static_cast<std::size_t>(options.cycleEnd) >= kEndNames.size())
        return wrong("there is no end of a cycle with the number " + std::to_string(static_cast<unsigned>(options.cycleEnd)));
    if (options.buckets.lengths && options.buckets.window == 0)
        return wrong("a window of length buckets needs at least one batch, but its size is 0");
    auto impl = std::make_shared<Impl>(std::move(order), options);
    ZR_RETURN_IF_ERROR(checkBatchSize(options.batch, impl->cut.batchLength()));
    ZR_RETURN_IF_ERROR(impl->cut.limit(options.epochs));
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
    return m_impl->cut.batchLength();
}

std::uint64_t BatchOrder::stepsPerCycle() const noexcept
{
    return m_impl->cut.stepsPerCycle();
}

std::optional<std::uint64_t> BatchOrder::endStep() const noexcept
{
    return m_impl->cut.endStep();
}

std::string BatchOrder::identity() const
{
    std::string text = m_impl->order->identity() + "/" + std::string(cycleEndName(m_impl->options.cycleEnd));
    const LengthBuckets& buckets = m_impl->options.buckets;
    if (buckets.lengths)
        text.append("/buckets(").append(buckets.name).append(",window=").append(std::to_string(buckets.window)).append(")");
    return text;
}

Status BatchOrder::fill(std::uint64_t step, std::vector<std::uint64_t>& out, const OperationContext& context) const
{
    if (m_impl->options.buckets.lengths)
        return m_impl->windows.fill(step, out, context);
    ZR_ASSIGN_OR_RETURN(const BatchCut::Piece piece, m_impl->cut.pieceOf(step));
    out.resize(static_cast<std::size_t>(piece.count));
    m_impl->order->fill(m_impl->options.seed, piece.position, out);
    return {};
}

}  // namespace zrecord
