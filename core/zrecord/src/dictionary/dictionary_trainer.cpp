#include "dictionary/dictionary_trainer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include <zdict.h>
#include <zstd_errors.h>

#include "concurrency/progress_reporter.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kUsefulFactor = 10;  // sample bytes per dictionary byte, the least that zstd's authors advise
constexpr std::uint64_t kLeastTrainingBytes = 8;
constexpr std::chrono::milliseconds kPollInterval{20};

struct Trained {
    std::vector<std::byte> dictionary;
    std::size_t code = 0;  // ZDICT's: a size or an error
};

// zstd trains on the first three quarters of the records and reads eight bytes at a time. When they hold fewer than that
// in all it does not return an error: libzstd 1.5.4 to 1.5.6 run out of their memory. So it must not be asked.
std::size_t trainingRecords(std::size_t records)
{
    return records * 3 / 4;
}

bool trainable(const TrainingSamples& samples)
{
    if (samples.sizes.size() < kLeastTrainingSamples)
        return false;
    const auto end = samples.sizes.begin() + static_cast<std::ptrdiff_t>(trainingRecords(samples.sizes.size()));
    std::uint64_t bytes = 0;
    for (auto size = samples.sizes.begin(); size != end && bytes < kLeastTrainingBytes; ++size)
        bytes += *size;
    return bytes >= kLeastTrainingBytes;
}

/// How many records of the mean size of these make them trainable.
std::uint64_t leastCount(std::uint64_t records, std::uint64_t totalBytes)
{
    const std::uint64_t mean = records == 0 ? kLeastTrainingBytes : std::max<std::uint64_t>(totalBytes / records, 1);
    std::uint64_t least = kLeastTrainingSamples;
    while (trainingRecords(least) * mean < kLeastTrainingBytes)
        ++least;
    return least;
}

Trained train(const TrainingSamples& samples, std::uint64_t dictionaryBytes)
{
    Trained trained;
    trained.dictionary.resize(static_cast<std::size_t>(dictionaryBytes));
    trained.code = ZDICT_trainFromBuffer(trained.dictionary.data(), trained.dictionary.size(), samples.bytes.data(),
                                         samples.sizes.data(), static_cast<unsigned>(samples.sizes.size()));
    return trained;
}

// "6 records of 256 B": the size is the mean where it is not the same for all.
std::string recordsText(std::uint64_t records, std::uint64_t totalBytes)
{
    if (records == 0)
        return "no records";
    const bool exact = totalBytes % records == 0;
    return std::to_string(records) + (records == 1 ? " record of " : " records of ") + (exact ? "" : "about ") +
           byteCountText(totalBytes / records);
}

std::uint64_t usefulCount(std::uint64_t records, std::uint64_t totalBytes, const DictionaryTier& tier)
{
    const std::uint64_t mean = records == 0 ? 1 : std::max<std::uint64_t>(totalBytes / records, 1);
    return std::max(kLeastTrainingSamples, (tier.dictionaryBytes * kUsefulFactor + mean - 1) / mean);
}

Status trainingFailed(const TrainingSamples& samples, const DictionaryTier& tier, std::size_t code)
{
    if (ZSTD_getErrorCode(code) == ZSTD_error_memory_allocation)
        return Status(ErrorCode::OutOfMemory, "there is not enough memory to train a dictionary");
    const std::uint64_t records = samples.sizes.size();
    return Status(ErrorCode::TrainingFailed,
                  recordsText(records, samples.bytes.size()) + " do not repeat enough to train a " +
                      byteCountText(tier.dictionaryBytes) + " dictionary (zstd: " + ZDICT_getErrorName(code) + "); about " +
                      std::to_string(usefulCount(records, samples.bytes.size(), tier)) + " records of this size are needed")
        .withRemedy("Give more or longer records, or store this data with plain zstd.");
}

}  // namespace

std::string byteCountText(std::uint64_t bytes)
{
    static constexpr std::array<const char*, 4> kUnits{" B", " KiB", " MiB", " GiB"};
    std::size_t unit = 0;
    std::uint64_t scale = 1;
    while (unit + 1 < kUnits.size() && bytes / scale >= 1'024) {
        scale *= 1'024;
        ++unit;
    }
    std::string text = std::to_string(bytes / scale);
    if (const std::uint64_t tenths = bytes % scale * 10 / scale; tenths != 0)
        text += '.' + std::to_string(tenths);
    return text + kUnits[unit];
}

Status tooFewSamples(std::uint64_t records, std::uint64_t totalBytes, const DictionaryTier& tier)
{
    const std::string purpose = " to train a " + byteCountText(tier.dictionaryBytes) + " dictionary";
    const std::uint64_t least = leastCount(records, totalBytes);
    if (records >= least)  // the mean would do, but the records that zstd trains on are shorter
        return Status(ErrorCode::TrainingFailed, recordsText(records, totalBytes) + " hold too little" + purpose + "; at least " +
                                                     byteCountText(kLeastTrainingBytes) + " in the first three quarters of them are needed");
    std::string what = recordsText(records, totalBytes) + (records == 1 ? " is" : " are") + " too few" + purpose + "; at least " +
                       std::to_string(least) + " records are needed";
    if (records != 0)
        what += ", and about " + std::to_string(usefulCount(records, totalBytes, tier)) + " of this size for a useful one";
    return Status(ErrorCode::TrainingFailed, std::move(what));
}

Result<std::vector<std::byte>> trainOnSamples(TrainingSamples samples, const DictionaryTier& tier, const OperationContext& context)
{
    ZR_RETURN_IF_ERROR(checkStop(context));
    if (!trainable(samples))
        return tooFewSamples(samples.sizes.size(), samples.bytes.size(), tier);

    ProgressReporter progress(context, "training the dictionary", 1, ProgressUnit::Steps);
    // Shared with the thread, which may outlive this call.
    const auto shared = std::make_shared<const TrainingSamples>(std::move(samples));
    std::promise<Trained> promise;
    std::future<Trained> future = promise.get_future();
    const std::uint64_t dictionaryBytes = tier.dictionaryBytes;
    try {
        std::thread([shared, dictionaryBytes, promise = std::move(promise)]() mutable {
            promise.set_value(train(*shared, dictionaryBytes));
        }).detach();
    } catch (const std::system_error&) {
        return Status(ErrorCode::OutOfMemory, "no thread could be started to train a dictionary");
    }
    while (future.wait_for(kPollInterval) != std::future_status::ready)
        ZR_RETURN_IF_ERROR(progress.advance(0));

    Trained trained = future.get();
    if (ZDICT_isError(trained.code))
        return trainingFailed(*shared, tier, trained.code);
    ZR_RETURN_IF_ERROR(progress.advance(1));
    progress.finish();
    trained.dictionary.resize(trained.code);
    return std::move(trained.dictionary);
}

}  // namespace zrecord
