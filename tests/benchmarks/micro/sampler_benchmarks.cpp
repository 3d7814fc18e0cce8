// Batches of indices. Arguments: records, indices a batch.

#include <benchmark/benchmark.h>

#include "scratch_store.h"
#include "zrecord/sampler.h"

using namespace zrecord;

namespace {

void batches(benchmark::State& state, SamplerMode mode)
{
    SamplerOptions options;
    options.length = static_cast<std::uint64_t>(state.range(0));
    options.batch = static_cast<std::uint64_t>(state.range(1));
    options.mode = mode;
    Sampler sampler = require(Sampler::create(options));
    std::vector<std::uint64_t> indices(sampler.batchLength());
    for (auto _ : state) {
        require(sampler.next(indices));
        benchmark::DoNotOptimize(indices.data());
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(indices.size()));
}

void sequential(benchmark::State& state) { batches(state, SamplerMode::Sequential); }
void iid(benchmark::State& state) { batches(state, SamplerMode::Iid); }
void cyclic(benchmark::State& state) { batches(state, SamplerMode::Cyclic); }

/// To a random step of a million, where the sampler has been before.
void seekBack(benchmark::State& state)
{
    Sampler sampler = require(Sampler::create({1'000'000, 256, SamplerMode::Iid, 42}));
    require(sampler.seek(1'000'000));
    std::uint64_t step = 1;
    for (auto _ : state) {
        step = (step * 6'364'136'223'846'793'005 + 1) % 1'000'000;
        require(sampler.seek(step));
    }
}

/// The same without: all draws are replayed.
void seekFirst(benchmark::State& state)
{
    for (auto _ : state) {
        Sampler sampler = require(Sampler::create({1'000'000, 256, SamplerMode::Iid, 42}));
        require(sampler.seek(1'000'000));
    }
}

void sizes(benchmark::internal::Benchmark* benchmark)
{
    benchmark->Args({1'000'000, 256})->Args({1'000'000, 8192})->Args({(1 << 20) + 1, 256})->Args({1'000'000'000'000, 8192})->ArgNames({"records", "batch"});
}

}  // namespace

BENCHMARK(sequential)->Apply(sizes);
BENCHMARK(iid)->Apply(sizes);
BENCHMARK(cyclic)->Apply(sizes);
BENCHMARK(seekBack)->Unit(benchmark::kMicrosecond);
BENCHMARK(seekFirst)->Unit(benchmark::kMicrosecond);
