#include "load/order_arguments.h"

#include <utility>

namespace zrecord::cli {

void OrderArguments::declare(ArgumentParser& parser)
{
    parser.choice("-m,--mode", m_mode, {"sequential", "iid", "cyclic", "independent", "local"},
                  "Order: as stored, drawn with repeats, shuffled anew in each cycle (these three as in loaderx); drawn with repeats and "
                  "resumed at once from any step; shuffled in blocks of neighbours. Default: cyclic.");
    parser.option("--block", m_locality.block, "N", "Mode local: neighbouring records that stay together. Default: 64.");
    parser.option("--window", m_locality.window, "N", "Mode local: blocks whose records are mixed. Default: 64.");
    m_only.declareOptions(parser);
    parser.choice("--cycle-end", m_cycleEnd, {"drop", "keep", "continue"},
                  "Records at the end of a cycle that do not fill a batch: leave them out, give them as a shorter batch, or fill it up from the "
                  "next cycle. Default: drop; continue for sequential.");
    parser.option("--epochs", m_epochs, "N", "End after N cycles. Default: never.");
}

Result<OrderArguments::Choice> OrderArguments::resolve(std::uint64_t length, Session& session) const
{
    if (m_epochs == 0)
        return Status(ErrorCode::InvalidArgument, "--epochs takes at least 1");
    const bool isLoaderxMode = isMode("sequential") || isMode("iid") || isMode("cyclic");
    if (!isLoaderxMode || !m_only.isEmpty() || !m_cycleEnd.empty())
        return chooseOrder(length, session);
    Choice choice;
    choice.epochs = m_epochs;
    if (hasMode()) {
        ZR_ASSIGN_OR_RETURN(choice.mode, parseSamplerMode(m_mode));
    }
    return choice;
}

Result<OrderArguments::Choice> OrderArguments::chooseOrder(std::uint64_t length, Session& session) const
{
    if (isMode("iid"))
        return Status(ErrorCode::InvalidArgument, "mode iid is loaderx's, and draws from all records without an end of its cycles")
            .withRemedy("Use --mode independent.");
    Choice choice;
    choice.epochs = m_epochs;
    choice.cycleEnd = isMode("sequential") ? CycleEnd::Continue : CycleEnd::Drop;
    if (!m_cycleEnd.empty()) {
        ZR_ASSIGN_OR_RETURN(choice.cycleEnd, parseCycleEnd(m_cycleEnd));
    }
    if (m_only.isEmpty()) {
        ZR_ASSIGN_OR_RETURN(choice.order, makeOrder(length));
        return choice;
    }
    ZR_ASSIGN_OR_RETURN(const std::vector<IndexRange> ranges, m_only.resolve(length, session));
    const std::uint64_t count = recordCount(ranges);
    if (count == 0)
        return Status(ErrorCode::InvalidArgument, "--only names no record: there is nothing to draw from");
    ZR_ASSIGN_OR_RETURN(SharedOrder order, makeOrder(count));
    ZR_ASSIGN_OR_RETURN(choice.order, makeSubsetOrder(std::move(order), ranges, length));
    return choice;
}

Result<SharedOrder> OrderArguments::makeOrder(std::uint64_t length) const
{
    if (isMode("sequential"))
        return makeStoredOrder(length);
    if (isMode("independent"))
        return makeIndependentOrder(length);
    if (isMode("local"))
        return makeLocalOrder(length, m_locality);
    return makeShuffledOrder(length);
}

}  // namespace zrecord::cli
