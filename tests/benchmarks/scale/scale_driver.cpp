// Random gathers from stores of any size: zr_scale PATH RECORDS plain|sparse|chunks make
//                                         zr_scale PATH RECORDS plain|sparse|chunks time BATCH THREADS
//                                         zr_scale PATH RECORDS plain|sparse|chunks repeat BATCH TIMES
//
// "time" prints one JSON object: nanoseconds a record (the best of several walks over 65,536 records, after one that warms
// up), what a walk costs in page faults and allocations, and the memory of the process that is neither shared nor mapped.
// "repeat" does nothing but walk one batch over and over, to be counted from outside. Every record is compared.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <new>
#include <string>

#include <sys/resource.h>

#include "base/little_endian.h"
#include "scale_stores.h"
#include "zrecord/executor.h"

namespace {

std::atomic<std::uint64_t> allocations{0};

void* counted(std::size_t size)
{
    allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* const memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size)
{
    return counted(size);
}

void* operator new[](std::size_t size)
{
    return counted(size);
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete[](void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

void operator delete[](void* memory, std::size_t) noexcept
{
    std::free(memory);
}

using namespace zrecord;
using namespace zrecord::scale;

namespace {

constexpr std::uint64_t kPlan = 1 << 16;
constexpr int kWalks = 15;

OperationContext contextFor(unsigned threads)
{
    OperationContext context;
    if (threads == 1)
        context.executor = &inlineExecutor();
    return context;
}

std::uint64_t minorFaults()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_minflt);
}

std::uint64_t anonymousKilobytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("RssAnon:"))
            return std::strtoull(line.c_str() + std::strlen("RssAnon:"), nullptr, 10);
    return 0;
}

class Walk {
public:
    Walk(const Store& store, std::span<const std::uint64_t> plan, std::uint64_t batch, unsigned threads)
        : m_store(store), m_plan(plan), m_batch(batch), m_context(contextFor(threads)), m_out(plan.size() * kWidth)
    {
    }
    void run()
    {
        for (std::uint64_t first = 0; first < m_plan.size(); first += m_batch) {
            const std::uint64_t count = std::min<std::uint64_t>(m_batch, m_plan.size() - first);
            require(m_store.gather(m_plan.subspan(first, count), std::span(m_out).subspan(first * kWidth, count * kWidth), m_context));
        }
    }
    void compare() const
    {
        for (std::size_t i = 0; i < m_plan.size(); ++i)
            if (loadLittleEndian<std::uint64_t>(m_out.data() + i * kWidth) != m_plan[i])
                require(Status(ErrorCode::CorruptRecord, "record " + std::to_string(m_plan[i]) + " was not read as it was written"));
    }

private:
    const Store& m_store;
    std::span<const std::uint64_t> m_plan;
    std::uint64_t m_batch;
    OperationContext m_context;
    std::vector<std::byte> m_out;
};

void timeWalks(const Store& store, std::span<const std::uint64_t> plan, std::uint64_t batch, unsigned threads)
{
    Walk walk(store, plan, batch, threads);
    walk.run();
    walk.compare();
    const std::uint64_t faults = minorFaults();
    const std::uint64_t allocated = allocations.load();
    double best = std::numeric_limits<double>::max();
    for (int i = 0; i < kWalks; ++i) {
        const auto start = std::chrono::steady_clock::now();
        walk.run();
        best = std::min(best, std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
    }
    // Reading the process's memory allocates.
    const std::uint64_t faultsAfter = minorFaults();
    const std::uint64_t allocatedAfter = allocations.load();
    std::printf("{\"nanoseconds\": %.3f, \"page_faults\": %llu, \"allocations\": %llu, \"walks\": %d, \"anonymous_kilobytes\": %llu}\n",
                best / static_cast<double>(plan.size()), static_cast<unsigned long long>(faultsAfter - faults),
                static_cast<unsigned long long>(allocatedAfter - allocated), kWalks,
                static_cast<unsigned long long>(anonymousKilobytes()));
    walk.compare();
}

void repeat(const Store& store, std::span<const std::uint64_t> plan, std::uint64_t batch, std::uint64_t times)
{
    Walk walk(store, plan.first(batch), batch, 1);
    for (std::uint64_t i = 0; i < times; ++i)
        walk.run();
    walk.compare();
}

}  // namespace

int main(int count, char** arguments)
{
    const std::string action = count > 4 ? arguments[4] : "";
    if (count != (action == "make" ? 5 : 7) || (action != "make" && action != "time" && action != "repeat")) {
        std::fputs("usage: zr_scale PATH RECORDS plain|sparse|chunks make | time BATCH THREADS | repeat BATCH TIMES\n", stderr);
        return 2;
    }
    const StorePlan shape = shapeOf(arguments[2], arguments[3]);
    const auto plan = planOf(shape, kPlan);
    if (action == "make") {
        makeStore(arguments[1], shape, plan);
        return 0;
    }
    const Store store = openStore(arguments[1], shape);
    const std::uint64_t batch = std::clamp<std::uint64_t>(std::strtoull(arguments[5], nullptr, 10), 1, kPlan);
    const std::uint64_t number = std::strtoull(arguments[6], nullptr, 10);
    if (action == "time")
        timeWalks(store, plan, batch, number == 1 ? 1 : 2);
    else
        repeat(store, plan, batch, number);
    return 0;
}
