// Does one thing over and over, so that what it costs can be counted: hot_paths FOLDER CASE TIMES.
//
// Everything is fixed: records, order, one thread. The difference between two counts of times is the cost of the case
// alone, without starting up, creating and opening the store.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "zrecord/sampler.h"
#include "zrecord/store.h"

using namespace zrecord;

namespace {

constexpr std::uint64_t kRecords = 2048;
constexpr std::uint64_t kWidth = 1024;

[[noreturn]] void fail(const Status& status)
{
    std::fprintf(stderr, "hot_paths: %s\n", status.message().c_str());
    std::exit(1);
}

template <typename T>
T take(Result<T> result)
{
    if (!result.ok())
        fail(result.status());
    return std::move(result).value();
}

void check(const Status& status)
{
    if (!status.ok())
        fail(status);
}

OperationContext oneThread()
{
    OperationContext context;
    context.executor = &inlineExecutor();
    return context;
}

/// Compressible bytes that differ from record to record.
std::vector<std::byte> recordBytes(std::uint64_t number, std::uint64_t bytes)
{
    std::vector<std::byte> record(bytes);
    for (std::uint64_t i = 0; i < bytes; ++i)
        record[i] = static_cast<std::byte>((number * 37 + i * i / 7) % 61);
    return record;
}

Store makeDense(const std::filesystem::path& path, Codec codec)
{
    StoreDescription description;
    description.dtype = take(DType::parse("|u1"));
    description.itemShape = {kWidth};
    description.codec = codec;
    Store store = take(Store::create(path, description));
    std::vector<std::byte> all;
    for (std::uint64_t i = 0; i < kRecords; ++i) {
        const auto record = recordBytes(i, kWidth);
        all.insert(all.end(), record.begin(), record.end());
    }
    take(store.append(all, oneThread()));
    return store;
}

Store makeRagged(const std::filesystem::path& path, Codec codec)
{
    StoreDescription description;
    description.kind = StoreKind::Ragged;
    description.dtype = take(DType::parse("|u1"));
    description.codec = codec;
    Store store = take(Store::create(path, description));
    std::vector<std::vector<std::byte>> bytes;
    std::vector<std::vector<std::uint64_t>> shapes;
    for (std::uint64_t i = 0; i < kRecords; ++i) {
        bytes.push_back(recordBytes(i, 64 + i * 13 % 900));
        shapes.push_back({bytes.back().size()});
    }
    std::vector<RaggedRecord> records;
    for (std::uint64_t i = 0; i < kRecords; ++i)
        records.push_back({bytes[i], shapes[i]});
    take(store.append(records, oneThread()));
    return store;
}

/// A fixed walk that meets every record: 1,021 is prime.
std::vector<std::uint64_t> batchOf(std::uint64_t step, std::uint64_t size)
{
    std::vector<std::uint64_t> indices(size);
    for (std::uint64_t i = 0; i < size; ++i)
        indices[i] = (step * size + i) * 1021 % kRecords;
    return indices;
}

/// All records once: maps files and fills what is kept from call to call.
void warmUp(const Store& store)
{
    const auto indices = batchOf(0, kRecords);
    if (store.summary().kind == StoreKind::Dense) {
        std::vector<std::byte> out(kRecords * kWidth);
        check(store.gather(indices, out, oneThread()));
        return;
    }
    const RaggedLayout layout = take(store.layout(indices, oneThread()));
    std::vector<std::byte> out(layout.offsets.back());
    check(store.gather(indices, layout, out, oneThread()));
}

void gatherDense(const std::filesystem::path& folder, Codec codec, std::uint64_t size, std::uint64_t times)
{
    const Store store = makeDense(folder / "store", codec);
    warmUp(store);
    const auto indices = batchOf(1, size);
    std::vector<std::byte> out(size * kWidth);
    for (std::uint64_t i = 0; i < times; ++i)
        check(store.gather(indices, out, oneThread()));
}

void gatherRagged(const std::filesystem::path& folder, Codec codec, std::uint64_t size, std::uint64_t times)
{
    const Store store = makeRagged(folder / "store", codec);
    warmUp(store);
    const auto indices = batchOf(1, size);
    std::vector<std::byte> out(size * kWidth);
    for (std::uint64_t i = 0; i < times; ++i) {
        const RaggedLayout layout = take(store.layout(indices, oneThread()));
        check(store.gather(indices, layout, out, oneThread()));
    }
}

void appendOne(const std::filesystem::path& folder, Codec codec, std::uint64_t times)
{
    Store store = makeDense(folder / "store", codec);
    const auto record = recordBytes(3, kWidth);
    for (std::uint64_t i = 0; i < times; ++i)
        take(store.append(record, oneThread()));
}

void sampleBatches(SamplerMode mode, std::uint64_t times)
{
    SamplerOptions options;
    options.length = 1'000'000;
    options.mode = mode;
    Sampler sampler = take(Sampler::create(options));
    std::vector<std::uint64_t> out(sampler.batchLength());
    // Tables are made within the first ten.
    for (std::uint64_t i = 0; i < times + 16; ++i)
        check(sampler.next(out));
}

using Case = std::function<void(const std::filesystem::path&, std::uint64_t)>;

const std::map<std::string, Case>& cases()
{
    using Path = std::filesystem::path;
    static const std::map<std::string, Case> all{
        {"gather_raw_256", [](const Path& folder, std::uint64_t times) { gatherDense(folder, Codec::Raw, 256, times); }},
        {"gather_raw_1", [](const Path& folder, std::uint64_t times) { gatherDense(folder, Codec::Raw, 1, times); }},
        {"gather_zstd_64", [](const Path& folder, std::uint64_t times) { gatherDense(folder, Codec::Zstd, 64, times); }},
        {"gather_ragged_raw_64", [](const Path& folder, std::uint64_t times) { gatherRagged(folder, Codec::Raw, 64, times); }},
        {"gather_ragged_zstd_64", [](const Path& folder, std::uint64_t times) { gatherRagged(folder, Codec::Zstd, 64, times); }},
        {"append_raw_1", [](const Path& folder, std::uint64_t times) { appendOne(folder, Codec::Raw, times); }},
        {"sample_iid_256", [](const Path&, std::uint64_t times) { sampleBatches(SamplerMode::Iid, times); }},
        {"sample_cyclic_256", [](const Path&, std::uint64_t times) { sampleBatches(SamplerMode::Cyclic, times); }},
    };
    return all;
}

}  // namespace

int main(int count, char** arguments)
{
    if (count == 1) {
        for (const auto& [name, body] : cases())
            std::puts(name.c_str());
        return 0;
    }
    const auto found = count == 4 ? cases().find(arguments[2]) : cases().end();
    if (found == cases().end()) {
        std::fputs("usage: hot_paths [FOLDER CASE TIMES]\n", stderr);
        return 2;
    }
    found->second(arguments[1], std::strtoull(arguments[3], nullptr, 10));
    return 0;
}
