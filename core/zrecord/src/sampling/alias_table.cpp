#include "sampling/alias_table.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/checksum.h"
#include "sampling/cycle_order.h"

namespace zrecord {
namespace {

__extension__ using Wide = unsigned __int128;

// What all shares together come to, before positive ones are raised to 1.
constexpr long double kWhole = static_cast<long double>(std::uint64_t{1} << 62);

std::string numberText(double value)
{
    std::string text = std::to_string(value);
    return std::isnan(value) ? "not a number" : std::isinf(value) ? "infinite" : text;
}

Status checkWeight(double weight, std::uint64_t record, ZeroWeights zeros)
{
    if (weight > 0 && std::isfinite(weight))
        return {};
    if (weight == 0 && zeros == ZeroWeights::NeverDrawn)
        return {};
    const std::string what = weight == 0 ? "zero" : weight < 0 && std::isfinite(weight) ? "negative, " + numberText(weight) : numberText(weight);
    Status fault(ErrorCode::InvalidArgument, "the weight of record " + std::to_string(record) + " is " + what);
    return std::move(fault).withRemedy(weight == 0 ? "Say that records of weight zero are never drawn, or give a positive weight."
                                                   : "Weights are finite numbers above zero.");
}

/// Whole numbers in proportion to the weights; a positive weight never vanishes.
std::vector<std::uint64_t> sharesOf(std::span<const double> weights, double largest)
{
    // Divided by the largest first: the sum of large weights would be infinite.
    long double sum = 0;
    for (const double weight : weights)
        sum += static_cast<long double>(weight) / static_cast<long double>(largest);
    std::vector<std::uint64_t> shares;
    shares.reserve(weights.size());
    for (const double weight : weights) {
        const long double part = static_cast<long double>(weight) / static_cast<long double>(largest) / sum;
        const auto share = static_cast<std::uint64_t>(part * kWhole);
        shares.push_back(weight > 0 ? std::max<std::uint64_t>(share, 1) : 0);
    }
    return shares;
}

}  // namespace

Result<AliasTable> AliasTable::create(std::span<const double> weights, ZeroWeights zeros)
{
    ZR_RETURN_IF_ERROR(checkOrderLength(weights.size()));
    double largest = 0;
    for (std::size_t record = 0; record < weights.size(); ++record) {
        ZR_RETURN_IF_ERROR(checkWeight(weights[record], record, zeros));
        largest = std::max(largest, weights[record]);
    }
    if (largest == 0)
        return Status(ErrorCode::InvalidArgument, "all " + std::to_string(weights.size()) + " weights are zero: no record can be drawn");
    AliasTable table;
    table.build(sharesOf(weights, largest));
    return table;
}

void AliasTable::build(std::span<const std::uint64_t> shares)
{
    m_checksum = checksumOf(std::as_bytes(shares));
    for (const std::uint64_t share : shares)
        m_total += share;
    // A column holds `total`, a record `share · records`: what is too much for its own column fills up those with too little.
    const std::uint64_t records = shares.size();
    m_columns.resize(records);
    std::vector<std::uint64_t> poor;
    std::vector<std::uint64_t> rich;
    std::vector<Wide> mass(records);
    for (std::uint64_t i = 0; i < records; ++i) {
        mass[i] = static_cast<Wide>(shares[i]) * records;
        (mass[i] < m_total ? poor : rich).push_back(i);
    }
    while (!poor.empty() && !rich.empty()) {
        const std::uint64_t small = poor.back();
        const std::uint64_t large = rich.back();
        poor.pop_back();
        m_columns[small] = {static_cast<std::uint64_t>(mass[small]), large};
        mass[large] -= m_total - mass[small];
        if (mass[large] < m_total) {
            rich.pop_back();
            poor.push_back(large);
        }
    }
    // In whole numbers nothing is left over: these columns are exactly full.
    for (const std::uint64_t full : rich)
        m_columns[full] = {m_total, full};
}

}  // namespace zrecord
