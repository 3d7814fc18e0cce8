#include <algorithm>
#include <optional>

#include "zrecord/dictionary_tuning.h"

namespace zrecord {
namespace {

constexpr double kHardlyCompresses = 0.98;  // stored less than 2 % smaller
constexpr double kAsGood = 1.01;            // within 1 %
constexpr double kNearlyAsGood = 1.02;      // within 2 %

bool measured(const TuneResult& result)
{
    return result.status.ok() && result.storeBytes > 0 && result.gatherMiBs.median > 0;
}

// The result for which `better` holds against all others that `wanted` lets in.
template <typename Wanted, typename Better>
std::optional<std::size_t> best(const std::vector<TuneResult>& results, Wanted wanted, Better better)
{
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < results.size(); ++i)
        if (measured(results[i]) && wanted(results[i]) && (!found || better(results[i], results[*found])))
            found = i;
    return found;
}

bool smaller(const TuneResult& a, const TuneResult& b)
{
    return a.storeBytes < b.storeBytes;
}

bool faster(const TuneResult& a, const TuneResult& b)
{
    return a.gatherMiBs.median > b.gatherMiBs.median;
}

}  // namespace

TuneAdvice adviseTuning(const TuneReport& report)
{
    const auto& results = report.results;
    const auto ofCodec = [](Codec codec) { return [codec](const TuneResult& result) { return result.candidate.codec == codec; }; };
    const auto smallest = best(results, [](const TuneResult&) { return true; }, smaller);
    const auto plain = best(results, ofCodec(Codec::Zstd), smaller);
    const auto raw = best(results, ofCodec(Codec::Raw), smaller);
    TuneAdvice advice;
    if (!smallest || !plain)
        return advice;
    advice.smallest = *smallest;
    const double least = results[*smallest].storeBytes;
    if (raw && least > results[*raw].storeBytes * kHardlyCompresses) {
        advice.kind = TuneAdvice::Kind::KeepRaw;
        advice.choice = *raw;
    } else if (results[*plain].storeBytes <= least * kAsGood) {
        advice.kind = TuneAdvice::Kind::NoDictionary;
        advice.choice = *best(results, [&](const TuneResult& one) { return one.candidate.codec == Codec::Zstd && one.storeBytes <= least * kAsGood; }, faster);
    } else {
        advice.kind = TuneAdvice::Kind::UseDictionary;
        advice.choice = *best(results, [&](const TuneResult& one) { return one.storeBytes <= least * kNearlyAsGood; }, faster);
    }
    const TuneResult& choice = results[advice.choice];
    const auto share = [](double a, double b) { return b > 0 ? a / b : 0; };
    advice.againstPlain = share(choice.storeBytes, results[*plain].storeBytes);
    advice.gatherAgainstPlain = share(choice.gatherMiBs.median, results[*plain].gatherMiBs.median);
    advice.storeAgainstSmallest = share(choice.storeBytes, least);
    advice.gatherAgainstSmallest = share(choice.gatherMiBs.median, results[*smallest].gatherMiBs.median);
    advice.writeAgainstSmallest = share(choice.writeMiBs.median, results[*smallest].writeMiBs.median);
    return advice;
}

}  // namespace zrecord
