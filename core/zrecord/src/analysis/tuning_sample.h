#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "zrecord/dictionary_tuning.h"
#include "zrecord/store.h"

namespace zrecord {

/// Records of a store in memory, one after the other.
class RecordSample {
public:
    /// Reads the records at `indices`, in that order.
    static Result<RecordSample> read(const Store& store, const std::vector<std::uint64_t>& indices, const OperationContext& context);

    [[nodiscard]] std::size_t size() const noexcept { return m_records.size(); }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return m_bytes.size(); }
    [[nodiscard]] std::span<const std::byte> record(std::size_t i) const { return m_records[i]; }
    [[nodiscard]] const std::vector<std::span<const std::byte>>& records() const noexcept { return m_records; }
    /// Appends records [first, first + count) to a store of the same description.
    Status appendTo(Store& target, std::size_t first, std::size_t count, const OperationContext& context) const;

private:
    bool m_dense = true;
    std::vector<std::byte> m_bytes;
    std::vector<std::span<const std::byte>> m_records;
    RaggedLayout m_layout;  ///< ragged only
};

/// Which records to train on and which to measure on: never the same one.
struct SamplePlan {
    std::vector<std::uint64_t> training;
    std::vector<std::uint64_t> test;
};

/// Draws both by the seed: the test records, at most a quarter of the store, then the training records, both in drawn order
/// (training ascending with options.spread). TrainingFailed when the store is too small for that.
Result<SamplePlan> planSample(const Store& store, const TuneOptions& options, const OperationContext& context);

/// The least that a comparison needs: zstd's seven to train on, and a few to measure.
inline constexpr std::uint64_t kLeastTuningRecords = 12;

}  // namespace zrecord
