#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "analysis/tuning_sample.h"
#include "zrecord/dictionary_tuning.h"
#include "zrecord/store.h"

namespace zrecord {

/// A store with the test records in one candidate's form, and the times that writing and reading it took. Removed at the end.
class CandidateStore {
public:
    using Clock = std::function<std::int64_t()>;

    /// `like` gives kind, element type and shape.
    static Result<CandidateStore> create(const std::filesystem::path& path, const StoreSummary& like, const TuneCandidate& candidate,
                                         const std::vector<std::byte>& dictionary, Clock clock);
    CandidateStore(CandidateStore&& other) noexcept;
    CandidateStore& operator=(CandidateStore&&) = delete;
    ~CandidateStore();

    /// Appends records [first, first + count) and takes the time.
    Status write(const RecordSample& sample, std::size_t first, std::size_t count, const OperationContext& context);
    /// Gathers all records once in batches, then some of them alone, in an order that the seed and the round give.
    Status read(std::uint64_t seed, const OperationContext& context);
    /// Stored bytes of each record's payload.
    [[nodiscard]] Result<std::vector<std::uint64_t>> storedSizes() const;

    [[nodiscard]] TuneSpread writeRates() const { return spreadOf(m_writes); }
    [[nodiscard]] TuneSpread gatherRates() const { return spreadOf(m_gathers); }
    /// The q-quantile (0 … 1) of the times of single records, microseconds, by the nearest rank.
    [[nodiscard]] double singleQuantile(double q) const;
    static TuneSpread spreadOf(std::vector<double> values);

private:
    CandidateStore(std::filesystem::path path, Store store, Clock clock) : m_path(std::move(path)), m_store(std::move(store)), m_clock(std::move(clock)) {}
    Status gather(std::span<const std::uint64_t> indices, const OperationContext& context);
    [[nodiscard]] double rate(std::uint64_t bytes, std::int64_t nanoseconds) const;

    std::filesystem::path m_path;
    std::optional<Store> m_store;
    Clock m_clock;
    std::vector<std::byte> m_buffer;
    std::uint64_t m_gathered = 0;      ///< bytes of the last gather()
    std::vector<double> m_writes;      ///< MiB/s
    std::vector<double> m_gathers;     ///< MiB/s
    std::vector<double> m_singles;     ///< microseconds
};

}  // namespace zrecord
