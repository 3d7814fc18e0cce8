#include "benchmark/synthetic_store.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "concurrency/progress_reporter.h"
#include "platform/work_folder.h"
#include "zrecord/dictionary.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

constexpr std::size_t kStretch = 32;  // bytes that repeat, or not, as a whole
constexpr std::size_t kPhrases = 64;  // different stretches that all records draw from
constexpr std::uint64_t kBytes = UINT64_C(64) << 20;
constexpr std::uint64_t kLeastRecords = 1'024;
constexpr std::uint64_t kMostRecords = UINT64_C(1) << 18;
constexpr std::uint64_t kBlockBytes = UINT64_C(4) << 20;  // appended at once
constexpr std::uint64_t kScale = UINT64_C(1) << 32;       // of probabilities

/// SplitMix64 (Steele, Lea, Flood 2014): a counter and a good mixer are enough for records that nobody learns from.
class RandomWords {
public:
    explicit RandomWords(std::uint64_t seed) noexcept : m_state(seed) {}
    std::uint64_t next() noexcept
    {
        std::uint64_t z = (m_state += 0x9E37'79B9'7F4A'7C15);
        z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9;
        z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EB;
        return z ^ (z >> 31);
    }

private:
    std::uint64_t m_state;
};

void fillRandom(RandomWords& engine, std::byte* out, std::size_t bytes)
{
    for (; bytes >= sizeof(std::uint64_t); out += sizeof(std::uint64_t), bytes -= sizeof(std::uint64_t)) {
        const std::uint64_t word = engine.next();
        std::memcpy(out, &word, sizeof(word));
    }
    const std::uint64_t word = engine.next();
    std::memcpy(out, &word, bytes);
}

/// Makes the records one after the other: the same for the same seed.
class RecordMaker {
public:
    explicit RecordMaker(const SyntheticData& data) : m_engine(data.seed), m_repeating(static_cast<std::uint64_t>(data.compressibility * static_cast<double>(kScale)))
    {
        m_phrases.resize(kPhrases * kStretch);
        fillRandom(m_engine, m_phrases.data(), m_phrases.size());
    }

    void make(std::span<std::byte> record)
    {
        for (std::size_t at = 0; at < record.size(); at += kStretch) {
            const std::size_t bytes = std::min(kStretch, record.size() - at);
            if (m_engine.next() % kScale < m_repeating)
                std::memcpy(record.data() + at, m_phrases.data() + m_engine.next() % kPhrases * kStretch, bytes);
            else
                fillRandom(m_engine, record.data() + at, bytes);
        }
    }

private:
    RandomWords m_engine;
    std::uint64_t m_repeating;
    std::vector<std::byte> m_phrases;
};

Result<std::vector<std::byte>> trainFor(const SyntheticData& data, std::uint64_t width, std::uint64_t records, const OperationContext& context)
{
    const DictionaryTier& tier = kDictionaryTiers[kDefaultDictionaryTier];
    RecordMaker maker(data);
    const std::uint64_t count = std::min(records, std::max<std::uint64_t>(kBlockBytes / width, 1));
    std::vector<std::byte> bytes(static_cast<std::size_t>(count * width));
    std::vector<std::span<const std::byte>> samples;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto record = std::span(bytes).subspan(static_cast<std::size_t>(i * width), static_cast<std::size_t>(width));
        maker.make(record);
        samples.push_back(record);
    }
    const OperationContext quiet{context.stop, {}, context.executor};
    return trainDictionary(std::span<const std::span<const std::byte>>(samples), tier, quiet);
}

}  // namespace

Status makeSyntheticStore(const std::filesystem::path& path, const SyntheticData& data, const OperationContext& context)
{
    if (!(data.compressibility >= 0 && data.compressibility <= 1))
        return Status(ErrorCode::InvalidArgument, "a compressibility of " + std::to_string(data.compressibility) + " is not between 0 and 1");
    StoreDescription description;
    description.dtype = data.dtype;
    description.itemShape = data.itemShape;
    description.codec = data.codec;
    ZR_ASSIGN_OR_RETURN(const std::uint64_t width, description.recordBytes());
    const std::uint64_t records = data.records != 0 ? data.records : std::clamp(kBytes / width, kLeastRecords, kMostRecords);
    if (data.codec == Codec::ZstdDict) {
        ZR_ASSIGN_OR_RETURN(description.dictionary, trainFor(data, width, records, context));
    }
    ZR_ASSIGN_OR_RETURN(Store store, Store::create(path, description));
    RecordMaker maker(data);
    const std::uint64_t block = std::max<std::uint64_t>(kBlockBytes / width, 1);
    std::vector<std::byte> bytes;
    ProgressReporter progress(context, "making records", records);
    const OperationContext quiet{context.stop, {}, context.executor};
    for (std::uint64_t first = 0; first < records; first += block) {
        const std::uint64_t count = std::min(block, records - first);
        bytes.resize(static_cast<std::size_t>(count * width));
        for (std::uint64_t i = 0; i < count; ++i)
            maker.make(std::span(bytes).subspan(static_cast<std::size_t>(i * width), static_cast<std::size_t>(width)));
        ZR_RETURN_IF_ERROR(store.append(std::span<const std::byte>(bytes), quiet).status());
        ZR_RETURN_IF_ERROR(progress.advance(count));
    }
    progress.finish();
    return store.close();
}

std::string syntheticName(const SyntheticData& data)
{
    std::string share = std::to_string(data.compressibility);
    share.erase(share.find_last_not_of('0') + 1);
    if (share.ends_with('.'))
        share += '0';
    return "synthetic " + data.dtype.str() + " " + shapeText(data.itemShape) + ", compressibility " + share + ", " + std::string(codecName(data.codec)) +
           (data.records == 0 ? "" : ", " + std::to_string(data.records) + " records") + (data.seed == SyntheticData().seed ? "" : ", seed " + std::to_string(data.seed));
}

Result<BenchmarkReport> runBenchmark(const SyntheticData& data, const BenchmarkOptions& options, const std::function<void(const BenchmarkReport&)>& onPartial,
                                     const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(const WorkFolder folder, WorkFolder::create(options.workFolder, "zr-bench-"));
    const std::filesystem::path store = folder.path() / "synthetic";
    ZR_RETURN_IF_ERROR(makeSyntheticStore(store, data, context));
    const auto named = [&](const BenchmarkReport& soFar) {
        BenchmarkReport report = soFar;
        report.store.path = syntheticName(data);
        onPartial(report);
    };
    ZR_ASSIGN_OR_RETURN(BenchmarkReport report, runBenchmark(store, options, onPartial ? std::function<void(const BenchmarkReport&)>(named) : onPartial, context));
    report.store.path = syntheticName(data);
    return report;
}

}  // namespace zrecord
