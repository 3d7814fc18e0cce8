#include "zrecord/dictionary.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "concurrency/progress_reporter.h"
#include "dictionary/dictionary_trainer.h"
#include "dictionary/sample_selection.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

constexpr std::string_view kReadingStage = "reading samples";
constexpr std::uint64_t kPreviewRecords = 32;      // ragged: the mean of these decides how many samples are read
constexpr std::uint64_t kMaxOverrun = 4;           // budgets that ragged samples may fill when that mean misleads
constexpr std::uint64_t kBlockBytes = 4'194'304;   // read between two looks at the stop token
constexpr std::uint64_t kMaxRecordBytes = UINT64_C(1) << 31;

// A stage of gathers: the caller's stop token and threads, but its own progress.
OperationContext quiet(const OperationContext& context)
{
    return OperationContext{.stop = context.stop, .progress = {}, .executor = context.executor};
}

// Mean size of the first records (rounded down, at least 1) as loaderx estimates it; store.size() ≥ 1.
Result<std::uint64_t> meanOfFirstRecords(const Store& store, const OperationContext& context)
{
    if (store.summary().kind == StoreKind::Dense)
        return store.summary().recordBytes;
    std::vector<std::uint64_t> first(static_cast<std::size_t>(std::min(store.size(), kPreviewRecords)));
    for (std::size_t i = 0; i < first.size(); ++i)
        first[i] = i;
    ZR_ASSIGN_OR_RETURN(const RaggedLayout layout, store.layout(first, quiet(context)));
    return std::max<std::uint64_t>(layout.offsets.back() / first.size(), 1);
}

Result<TrainingSamples> readDense(const Store& store, const std::vector<std::uint64_t>& indices, const OperationContext& context)
{
    const auto recordBytes = static_cast<std::size_t>(store.summary().recordBytes);
    TrainingSamples samples;
    samples.sizes.assign(indices.size(), recordBytes);
    samples.bytes.resize(indices.size() * recordBytes);
    const std::size_t block = std::max<std::size_t>(1, kBlockBytes / recordBytes);
    ProgressReporter progress(context, kReadingStage, indices.size());
    for (std::size_t done = 0; done < indices.size();) {
        const std::size_t count = std::min(block, indices.size() - done);
        ZR_RETURN_IF_ERROR(store.gather(std::span(indices).subspan(done, count),
                                        std::span(samples.bytes).subspan(done * recordBytes, count * recordBytes), quiet(context)));
        ZR_RETURN_IF_ERROR(progress.advance(count));
        done += count;
    }
    progress.finish();
    return samples;
}

Result<TrainingSamples> readRagged(const Store& store, std::uint64_t count, const DictionaryTier& tier,
                                   const OperationContext& context)
{
    std::vector<std::uint64_t> indices = spreadIndices(store.size(), count);
    ZR_ASSIGN_OR_RETURN(RaggedLayout layout, store.layout(indices, quiet(context)));
    while (layout.offsets.back() > kMaxOverrun * tier.sampleBytes && count > kLeastTrainingSamples) {
        count = std::max(count / 2, kLeastTrainingSamples);
        indices = spreadIndices(store.size(), count);
        ZR_ASSIGN_OR_RETURN(layout, store.layout(indices, quiet(context)));
    }
    TrainingSamples samples;
    samples.sizes.reserve(indices.size());
    for (std::size_t i = 0; i < indices.size(); ++i)
        samples.sizes.push_back(static_cast<std::size_t>(layout.offsets[i + 1] - layout.offsets[i]));
    samples.bytes.resize(static_cast<std::size_t>(layout.offsets.back()));
    ProgressReporter progress(context, kReadingStage, indices.size());
    ZR_RETURN_IF_ERROR(store.gather(indices, layout, samples.bytes, quiet(context)));
    ZR_RETURN_IF_ERROR(progress.advance(indices.size()));
    progress.finish();
    return samples;
}

Result<TrainingSamples> readFile(const std::filesystem::path& file, std::uint64_t recordBytes,
                                 const std::vector<std::uint64_t>& indices, const OperationContext& context)
{
    const auto width = static_cast<std::size_t>(recordBytes);
    TrainingSamples samples;
    samples.sizes.assign(indices.size(), width);
    samples.bytes.resize(indices.size() * width);
    std::ifstream stream(file, std::ios::binary);
    ProgressReporter progress(context, kReadingStage, indices.size());
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const std::uint64_t offset = indices[i] * recordBytes;
        stream.seekg(static_cast<std::streamoff>(offset));
        stream.read(reinterpret_cast<char*>(samples.bytes.data() + i * width), static_cast<std::streamsize>(width));
        if (!stream)
            return Status(ErrorCode::IoError, "a record to train on cannot be read").withFile(file.string(), offset);
        ZR_RETURN_IF_ERROR(progress.advance(1));
    }
    progress.finish();
    return samples;
}

}  // namespace

Result<DictionaryTier> parseDictionaryTier(std::string_view name)
{
    for (const DictionaryTier& tier : kDictionaryTiers) {
        if (tier.name == name)
            return tier;
    }
    return Status(ErrorCode::InvalidArgument, "there is no dictionary tier \"" + std::string(name) + "\"")
        .withRemedy("Use fast, balanced or max.");
}

Result<std::vector<std::byte>> trainDictionary(const Store& store, const DictionaryTier& tier, const OperationContext& context)
{
    const std::uint64_t records = store.size();
    const std::string path = store.summary().path.string();
    if (records == 0)
        return tooFewSamples(0, 0, tier).withStore(path);
    ZR_ASSIGN_OR_RETURN(const std::uint64_t mean, meanOfFirstRecords(store, context));
    if (records < kLeastTrainingSamples)  // nothing is read to find out what zstd would say
        return tooFewSamples(records, records * mean, tier).withStore(path);
    const std::uint64_t count = sampleCount(records, mean, tier.sampleBytes);
    Result<TrainingSamples> samples = store.summary().kind == StoreKind::Ragged
                                          ? readRagged(store, count, tier, context)
                                          : readDense(store, spreadIndices(records, count), context);
    if (!samples.ok())
        return std::move(samples).status();
    auto dictionary = trainOnSamples(std::move(samples).value(), tier, context);
    if (!dictionary.ok())
        return std::move(dictionary).status().withStore(path);
    return dictionary;
}

Result<std::vector<std::byte>> trainDictionary(std::span<const std::span<const std::byte>> samples, const DictionaryTier& tier,
                                               const OperationContext& context)
{
    TrainingSamples packed;
    for (const std::span<const std::byte> sample : samples) {
        packed.bytes.insert(packed.bytes.end(), sample.begin(), sample.end());
        packed.sizes.push_back(sample.size());
        if (packed.bytes.size() >= tier.sampleBytes)
            break;
    }
    return trainOnSamples(std::move(packed), tier, context);
}

Result<std::vector<std::byte>> trainDictionary(const std::filesystem::path& file, std::uint64_t recordBytes,
                                               const DictionaryTier& tier, const OperationContext& context)
{
    if (recordBytes == 0 || recordBytes > kMaxRecordBytes)
        return Status(ErrorCode::RecordTooLarge, "records of " + std::to_string(recordBytes) + " bytes cannot be stored");
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (error)
        return Status::fromErrno(error.value(), "the file to train on cannot be read").withFile(file.string());
    const std::uint64_t records = size / recordBytes;
    if (records < kLeastTrainingSamples)
        return tooFewSamples(records, records * recordBytes, tier).withFile(file.string());
    ZR_ASSIGN_OR_RETURN(TrainingSamples samples,
                        readFile(file, recordBytes, spreadIndices(records, sampleCount(records, recordBytes, tier.sampleBytes)), context));
    auto dictionary = trainOnSamples(std::move(samples), tier, context);
    if (!dictionary.ok())
        return std::move(dictionary).status().withFile(file.string());
    return dictionary;
}

}  // namespace zrecord
