#include "load/order_arguments.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "opened_target.h"
#include "text_layout.h"
#include "zrecord/loader_options.h"
#include "zrecord/record_labels.h"

namespace zrecord::cli {

namespace {

/// What a store says about each record, reduced to the records that are drawn from.
template <typename Value>
Result<std::vector<Value>> chosen(Result<std::vector<Value>> all, const std::string& path, std::uint64_t length, const std::vector<IndexRange>& ranges)
{
    if (!all.ok())
        return std::move(all).status();
    if (all->size() != length)
        return Status(ErrorCode::WrongKind, "'" + path + "' has " + counted(all->size(), "record") + " for the " + std::to_string(length) +
                                                " that are drawn from")
            .withRemedy("Name a stream with as many records.");
    if (ranges.empty())
        return all;
    std::vector<Value> values;
    values.reserve(static_cast<std::size_t>(recordCount(ranges)));
    for (const IndexRange& range : ranges)
        for (std::uint64_t i = 0; i < range.count; ++i)
            values.push_back((*all)[static_cast<std::size_t>(range.start + static_cast<std::uint64_t>(range.step) * i)]);
    return values;
}

OperationContext contextOf(Session& session)
{
    OperationContext context;
    context.stop = session.stopToken();
    return context;
}

}  // namespace

void OrderArguments::declare(ArgumentParser& parser)
{
    parser.choice("-m,--mode", m_mode, {"sequential", "iid", "cyclic", "independent", "local", "weighted", "balanced", "stratified"},
                  "Order: as stored, drawn with repeats, shuffled anew in each cycle (these three as in loaderx); drawn with repeats and "
                  "resumed at once from any step; shuffled in blocks of neighbours; drawn by weight; all classes equally often; every batch "
                  "with the classes in the proportion of the whole. Default: cyclic.");
    parser.option("--block", m_locality.block, "N", "Mode local: neighbouring records that stay together. Default: 64.");
    parser.option("--window", m_locality.window, "N", "Mode local: blocks whose records are mixed. Default: 64.");
    parser.option("--weights", m_weights, "STORE", "Mode weighted: a dense store with one number for each record.");
    parser.choice("--zero-weights", m_zeroWeights, {"refuse", "never"},
                  "Mode weighted: a weight of zero is an error, or its record never comes up. Default: refuse.");
    parser.option("--classes", m_classes, "STORE", "Modes balanced and stratified: a store in which equal records are one class.");
    m_only.declareOptions(parser);
    parser.choice("--cycle-end", m_cycleEnd, {"drop", "keep", "continue"},
                  "Records at the end of a cycle that do not fill a batch: leave them out, give them as a shorter batch, or fill it up from the "
                  "next cycle. Default: drop for cyclic, local and stratified, else continue.");
    parser.option("--epochs", m_epochs, "N", "End after N cycles. Default: never.");
    parser.option("--mix", m_mix, "N:M...",
                  "The stores or sets named are mixed in these whole shares (as 3:1) instead of read side by side; modes sequential, cyclic, "
                  "independent and local.");
    parser.option("--bucket", m_bucket, "STORE", "Make batches of records that have a similar length in this ragged store.");
    parser.option("--bucket-window", m_bucketWindow, "N", "With --bucket: batches whose records are sorted by length. Default: 32.");
}

Result<OrderArguments::Choice> OrderArguments::resolve(const std::vector<std::uint64_t>& lengths, std::uint64_t batch, Session& session) const
{
    if (m_epochs == 0)
        return Status(ErrorCode::InvalidArgument, "--epochs takes at least 1");
    ZR_RETURN_IF_ERROR(checkNeeds());
    const bool isLoaderxMode = isMode("sequential") || isMode("iid") || isMode("cyclic");
    if (!isLoaderxMode || !m_only.isEmpty() || !m_cycleEnd.empty() || isMixture() || !m_bucket.empty())
        return chooseOrder(lengths, batch, session);
    Choice choice;
    choice.epochs = m_epochs;
    if (hasMode()) {
        ZR_ASSIGN_OR_RETURN(choice.mode, parseSamplerMode(m_mode));
    }
    return choice;
}

Status OrderArguments::checkNeeds() const
{
    const bool byWeight = isMode("weighted");
    const bool byClass = isMode("balanced") || isMode("stratified");
    if (byWeight != !m_weights.empty())
        return Status(ErrorCode::InvalidArgument, byWeight ? "mode weighted needs --weights" : "--weights belongs to mode weighted");
    if (!m_zeroWeights.empty() && !byWeight)
        return Status(ErrorCode::InvalidArgument, "--zero-weights belongs to mode weighted");
    if (byClass != !m_classes.empty())
        return Status(ErrorCode::InvalidArgument, byClass ? "mode " + m_mode + " needs --classes" : "--classes belongs to the modes balanced and stratified");
    return {};
}

Result<OrderArguments::Choice> OrderArguments::chooseOrder(const std::vector<std::uint64_t>& lengths, std::uint64_t batch, Session& session) const
{
    if (isMode("iid"))
        return Status(ErrorCode::InvalidArgument, "mode iid is loaderx's, and draws from all records without an end of its cycles")
            .withRemedy("Use --mode independent.");
    Choice choice;
    choice.epochs = m_epochs;
    // Where a cycle is more than a number of draws, its end counts.
    const bool hasCycles = (isMode("cyclic") || isMode("local") || isMode("stratified")) && !isMixture();
    choice.cycleEnd = hasCycles ? CycleEnd::Drop : CycleEnd::Continue;
    if (!m_cycleEnd.empty()) {
        ZR_ASSIGN_OR_RETURN(choice.cycleEnd, parseCycleEnd(m_cycleEnd));
    }
    if (!m_bucket.empty()) {
        ZR_ASSIGN_OR_RETURN(Store store, OpenedTarget::openStore(m_bucket));
        if (store.summary().kind != StoreKind::Ragged)
            return Status(ErrorCode::WrongKind, "the records of a dense store have one length").withStore(m_bucket);
        choice.buckets = {readLengthsFrom(std::make_shared<const Store>(std::move(store))),
                          std::filesystem::path(m_bucket).lexically_normal().filename().string(), m_bucketWindow};
    }
    if (isMixture()) {
        ZR_ASSIGN_OR_RETURN(choice.order, makeMixture(lengths, session));
        return choice;
    }
    const std::uint64_t length = lengths.front();
    Records records{length, {}};
    if (!m_only.isEmpty()) {
        ZR_ASSIGN_OR_RETURN(records.ranges, m_only.resolve(length, {}, session));
        records.count = recordCount(records.ranges);
        if (records.count == 0)
            return Status(ErrorCode::InvalidArgument, "--only names no record: there is nothing to draw from");
    }
    ZR_ASSIGN_OR_RETURN(choice.order, makeOrder(records, length, batch, session));
    if (!m_only.isEmpty()) {
        ZR_ASSIGN_OR_RETURN(choice.order, makeSubsetOrder(std::move(choice.order), records.ranges, length));
    }
    return choice;
}

Result<SharedOrder> OrderArguments::makeOrder(const Records& records, std::uint64_t length, std::uint64_t batch, Session& session) const
{
    if (isMode("sequential"))
        return makeStoredOrder(records.count);
    if (isMode("independent"))
        return makeIndependentOrder(records.count);
    if (isMode("local"))
        return makeLocalOrder(records.count, m_locality);
    if (isMode("weighted"))
        return makeWeighted(records, length, session);
    if (isMode("balanced") || isMode("stratified")) {
        ZR_ASSIGN_OR_RETURN(const Store store, OpenedTarget::openStore(m_classes));
        ZR_ASSIGN_OR_RETURN(const std::vector<std::uint32_t> classes,
                            chosen(readClasses(store, contextOf(session)), m_classes, length, records.ranges));
        return isMode("balanced") ? makeBalancedOrder(classes) : makeStratifiedOrder(classes, batch);
    }
    return makeShuffledOrder(records.count);
}

Result<SharedOrder> OrderArguments::makeMixture(const std::vector<std::uint64_t>& lengths, Session& session) const
{
    if (!m_only.isEmpty() || !m_weights.empty() || !m_classes.empty())
        return Status(ErrorCode::InvalidArgument, "--mix goes with the modes sequential, cyclic, independent and local, and not with --only");
    std::vector<MixturePart> parts;
    std::size_t begin = 0;
    for (const std::uint64_t length : lengths) {
        const std::size_t end = std::min(m_mix.find(':', begin), m_mix.size());
        auto share = begin > end ? Result<std::uint64_t>(Status(ErrorCode::InvalidArgument, {})) : parseCount(m_mix.substr(begin, end - begin));
        if (!share.ok() || (parts.size() + 1 == lengths.size() && end != m_mix.size()))
            return Status(ErrorCode::InvalidArgument, "--mix '" + m_mix + "' is not " + counted(lengths.size(), "whole number") + " with ':' between them")
                .withRemedy("Give one share for each store or set, as in 3:1.");
        ZR_ASSIGN_OR_RETURN(SharedOrder order, makeOrder({length, {}}, length, 0, session));
        parts.push_back({std::move(order), *share});
        begin = end + 1;
    }
    return makeMixtureOrder(std::move(parts));
}

Result<SharedOrder> OrderArguments::makeWeighted(const Records& records, std::uint64_t length, Session& session) const
{
    ZR_ASSIGN_OR_RETURN(const Store store, OpenedTarget::openStore(m_weights));
    ZR_ASSIGN_OR_RETURN(const std::vector<double> weights, chosen(readNumbers(store, contextOf(session)), m_weights, length, records.ranges));
    return makeWeightedOrder(weights, m_zeroWeights == "never" ? ZeroWeights::NeverDrawn : ZeroWeights::Refuse);
}

}  // namespace zrecord::cli
