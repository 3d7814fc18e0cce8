#include "codec/encoder_choice.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string>
#include <utility>

#include "codec/codec_factories.h"

namespace zrecord {
namespace {

// Cheapest first; the last is what loaderx writes.
constexpr EncoderChoice kChoices[] = {{3, false}, {6, false}, {9, false}, {12, false}, {kLoaderxDictionaryLevel, true}, {kLoaderxDictionaryLevel, false}};
constexpr std::uint64_t kAllowedLoss = 50;  // one part in so many: 2 %
constexpr int kDecodeRounds = 5;

struct Trial {
    EncoderChoice choice;
    std::vector<std::vector<std::byte>> frames;
    std::uint64_t bytes = 0;
};

Result<Trial> tryChoice(std::span<const std::byte> dictionary, std::span<const std::span<const std::byte>> samples, const EncoderChoice& choice)
{
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<RecordCodec> codec, makeZstdDictCodec(dictionary, choice));
    Trial trial{choice, {}, 0};
    trial.frames.reserve(samples.size());
    std::vector<std::byte> room;
    for (const std::span<const std::byte> sample : samples) {
        room.resize(codec->encodeBound(sample.size()));
        ZR_ASSIGN_OR_RETURN(const std::size_t size, codec->encode(sample, room));
        trial.frames.emplace_back(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(size));
        trial.bytes += size;
    }
    return trial;
}

// The least of some rounds: what disturbs a round only makes it longer.
Result<std::chrono::nanoseconds> decodeTime(const RecordCodec& codec, const Trial& trial, std::span<const std::span<const std::byte>> samples)
{
    using Clock = std::chrono::steady_clock;
    std::vector<std::byte> plain;
    std::chrono::nanoseconds best = std::chrono::nanoseconds::max();
    for (int round = 0; round < kDecodeRounds; ++round) {
        const Clock::time_point start = Clock::now();
        for (std::size_t i = 0; i < samples.size(); ++i) {
            plain.resize(samples[i].size());
            ZR_RETURN_IF_ERROR(codec.decode(trial.frames[i], plain));
        }
        best = std::min<std::chrono::nanoseconds>(best, Clock::now() - start);
    }
    return best;
}

Result<EncoderChoice> fastestToDecode(std::span<const std::byte> dictionary, std::span<const std::span<const std::byte>> samples,
                                      std::span<const Trial> trials)
{
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<RecordCodec> codec, makeZstdDictCodec(dictionary, EncoderChoice{}));
    EncoderChoice best;
    std::chrono::nanoseconds least = std::chrono::nanoseconds::max();
    for (const Trial& trial : trials) {
        ZR_ASSIGN_OR_RETURN(const std::chrono::nanoseconds time, decodeTime(*codec, trial, samples));
        if (time < least) {
            least = time;
            best = trial.choice;
        }
    }
    return best;
}

}  // namespace

Result<EncoderTuning> parseEncoderTuning(std::string_view name)
{
    constexpr std::string_view kNames[] = {"balanced", "ratio", "write", "gather"};
    for (std::size_t i = 0; i < std::size(kNames); ++i)
        if (name == kNames[i])
            return static_cast<EncoderTuning>(i);
    return Status(ErrorCode::InvalidArgument, "'" + std::string(name) + "' is no way to choose an encoder; there are balanced, ratio, write and gather");
}

Result<EncoderChoice> chooseEncoder(std::span<const std::byte> dictionary, std::span<const std::span<const std::byte>> samples,
                                    EncoderTuning tuning)
{
    if (tuning == EncoderTuning::Ratio)
        return EncoderChoice{};
    if (tuning == EncoderTuning::Write)
        return kChoices[0];
    ZR_ASSIGN_OR_RETURN(Trial smallest, tryChoice(dictionary, samples, EncoderChoice{}));
    const std::uint64_t allowed = smallest.bytes + smallest.bytes / kAllowedLoss;
    std::vector<Trial> good;
    for (const EncoderChoice& choice : std::span(kChoices).first(std::size(kChoices) - 1)) {
        ZR_ASSIGN_OR_RETURN(Trial trial, tryChoice(dictionary, samples, choice));
        if (trial.bytes > allowed)
            continue;
        if (tuning == EncoderTuning::Balanced)
            return choice;
        good.push_back(std::move(trial));
    }
    good.push_back(std::move(smallest));
    return fastestToDecode(dictionary, samples, good);
}

}  // namespace zrecord
