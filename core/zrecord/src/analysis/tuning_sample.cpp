#include "analysis/tuning_sample.h"

#include <algorithm>
#include <span>
#include <string>

#include "concurrency/progress_reporter.h"
#include "sampling/cyclic_sampler.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kProbedRecords = 256;
constexpr std::uint64_t kLeastTestRecords = 4;
constexpr std::size_t kBlock = 8'192;  // records between two looks at the stop
constexpr std::uint64_t kMostTrainingRecords = UINT64_C(1) << 18;  // more of them, tiny ones, keep the trainer busy for minutes

// Mean size of a record; of ragged stores from some records drawn by the same seed.
Result<std::uint64_t> meanRecordBytes(const Store& store, const IndexPermutation& order, const OperationContext& context)
{
    if (store.summary().kind == StoreKind::Dense)
        return std::max<std::uint64_t>(store.summary().recordBytes, 1);
    std::vector<std::uint64_t> probed(static_cast<std::size_t>(std::min(store.size(), kProbedRecords)));
    order.fill(0, probed);
    ZR_ASSIGN_OR_RETURN(const RaggedLayout layout, store.layout(probed, context));
    return std::max<std::uint64_t>(layout.offsets.back() / probed.size(), 1);
}

std::vector<std::uint64_t> spreadAround(std::uint64_t records, std::uint64_t count, std::vector<std::uint64_t> without)
{
    std::sort(without.begin(), without.end());
    std::vector<std::uint64_t> chosen;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto index = static_cast<std::uint64_t>(static_cast<double>(i) * static_cast<double>(records - 1) / static_cast<double>(std::max<std::uint64_t>(count - 1, 1)));
        if ((chosen.empty() || chosen.back() != index) && !std::binary_search(without.begin(), without.end(), index))
            chosen.push_back(index);
    }
    return chosen;
}

}  // namespace

Result<RecordSample> RecordSample::read(const Store& store, const std::vector<std::uint64_t>& indices, const OperationContext& context)
{
    RecordSample sample;
    sample.m_dense = store.summary().kind == StoreKind::Dense;
    if (sample.m_dense) {
        const std::uint64_t width = store.summary().recordBytes;
        sample.m_bytes.resize(static_cast<std::size_t>(indices.size() * width));
        for (std::size_t first = 0; first < indices.size(); first += kBlock) {
            const std::size_t count = std::min(kBlock, indices.size() - first);
            ZR_RETURN_IF_ERROR(checkStop(context));
            ZR_RETURN_IF_ERROR(store.gather(std::span(indices).subspan(first, count), std::span(sample.m_bytes).subspan(first * width, count * width), context));
        }
        for (std::size_t i = 0; i < indices.size(); ++i)
            sample.m_records.push_back(std::span(sample.m_bytes).subspan(i * width, width));
        return sample;
    }
    ZR_ASSIGN_OR_RETURN(sample.m_layout, store.layout(indices, context));
    const RaggedLayout& layout = sample.m_layout;
    sample.m_bytes.resize(static_cast<std::size_t>(layout.offsets.back()));
    ZR_RETURN_IF_ERROR(store.gather(indices, layout, sample.m_bytes, context));
    for (std::size_t i = 0; i < layout.size(); ++i)
        sample.m_records.push_back(std::span(sample.m_bytes).subspan(layout.offsets[i], layout.offsets[i + 1] - layout.offsets[i]));
    return sample;
}

Status RecordSample::appendTo(Store& target, std::size_t first, std::size_t count, const OperationContext& context) const
{
    if (m_dense) {
        const std::size_t width = m_records.front().size();
        return target.append(std::span<const std::byte>(m_bytes).subspan(first * width, count * width), context).status();
    }
    std::vector<RaggedRecord> records;
    for (std::size_t i = first; i < first + count; ++i)
        records.push_back({m_records[i], m_layout.shape(i)});
    return target.append(std::span<const RaggedRecord>(records), context).status();
}

Result<SamplePlan> planSample(const Store& store, const TuneOptions& options, const OperationContext& context)
{
    const std::uint64_t records = store.size();
    if (records < kLeastTuningRecords)
        return Status(ErrorCode::TrainingFailed, std::to_string(records) + (records == 1 ? " record is" : " records are") +
                                                     " too few to compare dictionaries; at least " + std::to_string(kLeastTuningRecords) +
                                                     " are needed, since a part is held out to measure on")
            .withStore(store.summary().path.string());
    const IndexPermutation order(records, options.seed);
    ZR_ASSIGN_OR_RETURN(const std::uint64_t mean, meanRecordBytes(store, order, context));
    const auto fitting = [mean](std::uint64_t bytes) { return std::max<std::uint64_t>(bytes / mean, 1); };
    SamplePlan plan;
    const std::uint64_t test = std::clamp(std::min(fitting(options.testBytes), options.testRecords), kLeastTestRecords, std::max(records / 4, kLeastTestRecords));
    plan.test.resize(static_cast<std::size_t>(std::min(test, records / 3)));
    order.fill(0, plan.test);
    const std::uint64_t training = std::min({fitting(options.sampleBytes), records - plan.test.size(), kMostTrainingRecords});
    if (options.spread) {
        plan.training = spreadAround(records, training, plan.test);
    } else {
        plan.training.resize(static_cast<std::size_t>(training));
        for (std::size_t first = 0; first < plan.training.size(); first += kBlock) {
            ZR_RETURN_IF_ERROR(checkStop(context));
            order.fill(plan.test.size() + first, std::span(plan.training).subspan(first, std::min(kBlock, plan.training.size() - first)));
        }
    }
    return plan;
}

}  // namespace zrecord
