#include "platform/record_copy.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include <unistd.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace zrecord {

void copyCached(std::byte* to, const std::byte* from, std::size_t bytes) noexcept
{
    std::memcpy(to, from, bytes);
}

#if defined(__x86_64__)

namespace {

constexpr std::size_t kLine = 64;
constexpr std::size_t kAhead = 1024;  // how far the source is asked for before it is read

// What the system reports may be the sum over all cores' caches, which no single thread has: 256 MiB were seen on a machine
// with 32. Results of this size are faster past the caches on every machine that was measured.
constexpr std::uint64_t kLargestThreshold = std::uint64_t{32} << 20;

// Whole lines to an address that begins a line. SSE2 is part of every x86-64 machine and writes lines as well as AVX does.
void streamLines(std::byte* to, const std::byte* from, std::size_t bytes) noexcept
{
    for (std::size_t at = 0; at < bytes; at += kLine) {
        _mm_prefetch(reinterpret_cast<const char*>(from + at + kAhead), _MM_HINT_NTA);
        const auto* const source = reinterpret_cast<const __m128i*>(from + at);
        auto* const target = reinterpret_cast<__m128i*>(to + at);
        const __m128i a = _mm_loadu_si128(source);
        const __m128i b = _mm_loadu_si128(source + 1);
        const __m128i c = _mm_loadu_si128(source + 2);
        const __m128i d = _mm_loadu_si128(source + 3);
        _mm_stream_si128(target, a);
        _mm_stream_si128(target + 1, b);
        _mm_stream_si128(target + 2, c);
        _mm_stream_si128(target + 3, d);
    }
}

}  // namespace

void copyStreaming(std::byte* to, const std::byte* from, std::size_t bytes) noexcept
{
    const std::size_t head = (kLine - reinterpret_cast<std::uintptr_t>(to) % kLine) % kLine;
    if (bytes < head + 4 * kLine) {
        std::memcpy(to, from, bytes);
        return;
    }
    std::memcpy(to, from, head);
    const std::size_t lines = (bytes - head) / kLine * kLine;
    streamLines(to + head, from + head, lines);
    std::memcpy(to + head + lines, from + head + lines, bytes - head - lines);
}

void finishStreaming() noexcept
{
    _mm_sfence();
}

std::uint64_t streamingThreshold() noexcept
{
    static const std::uint64_t threshold = [] {
        const long lastLevel = ::sysconf(_SC_LEVEL3_CACHE_SIZE);
        return lastLevel > 0 ? std::min(static_cast<std::uint64_t>(lastLevel), kLargestThreshold) : kLargestThreshold;
    }();
    return threshold;
}

#else

void copyStreaming(std::byte* to, const std::byte* from, std::size_t bytes) noexcept
{
    std::memcpy(to, from, bytes);
}

void finishStreaming() noexcept {}

std::uint64_t streamingThreshold() noexcept
{
    return std::numeric_limits<std::uint64_t>::max();
}

#endif

}  // namespace zrecord
