// Reading and writing through the public interface. Arguments: records in the store, bytes of a record, records a batch.

#include <benchmark/benchmark.h>


#include "scratch_store.h"
#include "zrecord/executor.h"

using namespace zrecord;

namespace {

constexpr std::uint64_t kSteps = 64;

OperationContext oneThread()
{
    OperationContext context;
    context.executor = &inlineExecutor();
    return context;
}

std::vector<std::vector<std::uint64_t>> steps(std::uint64_t batch, std::uint64_t records)
{
    std::vector<std::vector<std::uint64_t>> all;
    for (std::uint64_t step = 0; step < kSteps; ++step)
        all.push_back(walkStep(step, batch, records));
    return all;
}

void countRecords(benchmark::State& state, std::uint64_t batch, std::uint64_t bytes)
{
    const auto records = static_cast<std::int64_t>(batch) * state.iterations();
    state.SetItemsProcessed(records);
    state.SetBytesProcessed(records * static_cast<std::int64_t>(bytes));
}

void gather(benchmark::State& state, Codec codec, const OperationContext& context)
{
    const auto records = static_cast<std::uint64_t>(state.range(0));
    const auto width = static_cast<std::uint64_t>(state.range(1));
    const auto batch = static_cast<std::uint64_t>(state.range(2));
    ScratchStore scratch(codec, records, width);
    const auto plan = steps(batch, records);
    std::vector<std::byte> out(batch * width);
    std::uint64_t step = 0;
    for (auto _ : state)
        require(scratch.store().gather(plan[step++ % kSteps], out, context));
    countRecords(state, batch, width);
}

void gatherRaw(benchmark::State& state) { gather(state, Codec::Raw, oneThread()); }
void gatherZstd(benchmark::State& state) { gather(state, Codec::Zstd, oneThread()); }
void gatherRawOnThePool(benchmark::State& state) { gather(state, Codec::Raw, {}); }
void gatherZstdOnThePool(benchmark::State& state) { gather(state, Codec::Zstd, {}); }

void gatherRagged(benchmark::State& state, Codec codec)
{
    const auto records = static_cast<std::uint64_t>(state.range(0));
    const auto batch = static_cast<std::uint64_t>(state.range(1));
    ScratchStore scratch(codec, records);
    const auto plan = steps(batch, records);
    std::vector<std::byte> out(batch * 1024);
    std::uint64_t step = 0;
    std::uint64_t bytes = 0;
    for (auto _ : state) {
        const auto& indices = plan[step++ % kSteps];
        const RaggedLayout layout = require(scratch.store().layout(indices, oneThread()));
        require(scratch.store().gather(indices, layout, out, oneThread()));
        bytes += layout.offsets.back();
    }
    countRecords(state, batch, 0);
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

void gatherRaggedRaw(benchmark::State& state) { gatherRagged(state, Codec::Raw); }
void gatherRaggedZstd(benchmark::State& state) { gatherRagged(state, Codec::Zstd); }

void append(benchmark::State& state, Codec codec)
{
    const auto width = static_cast<std::uint64_t>(state.range(0));
    const auto batch = static_cast<std::uint64_t>(state.range(1));
    ScratchStore scratch(codec, 1, width);
    std::vector<std::byte> records;
    for (std::uint64_t i = 0; i < batch; ++i) {
        const auto record = recordOf(i, width);
        records.insert(records.end(), record.begin(), record.end());
    }
    for (auto _ : state)
        require(scratch.store().append(records, oneThread()));
    countRecords(state, batch, width);
}

void appendRaw(benchmark::State& state) { append(state, Codec::Raw); }
void appendZstd(benchmark::State& state) { append(state, Codec::Zstd); }

void openAndClose(benchmark::State& state)
{
    ScratchStore scratch(Codec::Raw, static_cast<std::uint64_t>(state.range(0)), 1);
    const std::filesystem::path path = scratch.store().summary().path;
    require(scratch.store().close());
    for (auto _ : state) {
        Store store = require(Store::open(path));
        require(store.close());
    }
}

// The cost of a record must not grow with the number of records, beyond what caches do; a batch of one shows the fixed cost.
void sizes(benchmark::internal::Benchmark* benchmark)
{
    for (const std::int64_t records : {1'000, 10'000, 100'000, 1'000'000})
        benchmark->Args({records, 64, 256});
    for (const std::int64_t batch : {1, 8, 256})
        benchmark->Args({100'000, 1024, batch});
    benchmark->Args({8'192, 16 << 10, 256});
    benchmark->Args({512, 256 << 10, 64});
    benchmark->ArgNames({"records", "bytes", "batch"});
}

}  // namespace

BENCHMARK(gatherRaw)->Apply(sizes);
BENCHMARK(gatherZstd)->Apply(sizes);
BENCHMARK(gatherRawOnThePool)->Args({512, 256 << 10, 64})->Args({8'192, 16 << 10, 256})->UseRealTime();
BENCHMARK(gatherZstdOnThePool)->Args({512, 256 << 10, 64})->Args({8'192, 16 << 10, 256})->UseRealTime();
BENCHMARK(gatherRaggedRaw)->Args({100'000, 256});
BENCHMARK(gatherRaggedZstd)->Args({100'000, 256});
BENCHMARK(appendRaw)->Args({1024, 1})->Args({1024, 256})->Iterations(2'000);
BENCHMARK(appendZstd)->Args({1024, 1})->Args({1024, 256})->Iterations(500);
BENCHMARK(openAndClose)->Arg(1'000)->Arg(1'000'000);
