#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "zrecord/data_loader.h"

namespace zrecord::cli {

class JsonWriter;

/// What a run of a loader was like: counts, rates, waiting.
class LoadReport {
public:
    using Clock = std::chrono::steady_clock;

    /// The clock runs from here.
    LoadReport() : m_start(Clock::now()) {}

    /// Before each next().
    void noteQueue(std::uint64_t ready) { m_readySum += ready; ++m_looks; }
    /// After each next() that gave a batch.
    void noteBatch();
    void finish(const DataLoader& loader);

    [[nodiscard]] std::string text(const DataLoader& loader) const;
    /// The keys batches … memory_bytes of an open object.
    void write(JsonWriter& json, const DataLoader& loader) const;

private:
    [[nodiscard]] double seconds() const { return m_elapsed.count(); }
    [[nodiscard]] double meanReady() const;

    Clock::time_point m_start;
    std::chrono::duration<double> m_elapsed{};
    std::chrono::duration<double> m_firstBatch{};
    std::uint64_t m_batches = 0;
    std::uint64_t m_readySum = 0;
    std::uint64_t m_looks = 0;
    LoaderStats m_stats;
    std::uint64_t m_nextStep = 0;
};

}  // namespace zrecord::cli
