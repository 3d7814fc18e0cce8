// What a record costs below the stores. Argument: bytes.

#include <benchmark/benchmark.h>
#include <zstd.h>

#include <memory>

#include "base/checksum.h"
#include "scratch_store.h"

using namespace zrecord;

namespace {

void checksum(benchmark::State& state)
{
    const auto bytes = recordOf(1, static_cast<std::uint64_t>(state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(checksumOf(bytes));
    state.SetBytesProcessed(state.iterations() * state.range(0));
}

/// libzstd alone on the records that gatherZstd reads: its limit.
void decodeFrame(benchmark::State& state)
{
    const auto bytes = recordOf(1, static_cast<std::uint64_t>(state.range(0)));
    std::vector<std::byte> frame(ZSTD_compressBound(bytes.size()));
    frame.resize(ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), 3));
    std::vector<std::byte> out(bytes.size());
    const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
    for (auto _ : state)
        benchmark::DoNotOptimize(ZSTD_decompressDCtx(context.get(), out.data(), out.size(), frame.data(), frame.size()));
    if (out != bytes)
        require(Status(ErrorCode::CorruptRecord, "a frame was not decoded to what it was made of"));
    state.SetBytesProcessed(state.iterations() * state.range(0));
}

}  // namespace

BENCHMARK(checksum)->Arg(64)->Arg(1 << 10)->Arg(16 << 10)->Arg(256 << 10);
BENCHMARK(decodeFrame)->Arg(1 << 10)->Arg(16 << 10)->Arg(256 << 10);
