#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/record_order.h"
#include "zrecord/result.h"

namespace zrecord {

/// What happens to the records at the end of a cycle that do not fill a batch.
enum class CycleEnd : std::uint8_t {
    Drop,     ///< they are left out, as loaderx does; with a cycle shorter than the batch, each batch is a cycle
    Keep,     ///< the last batch of the cycle is shorter
    Continue  ///< the batch is filled up from the next cycle; only the very last batch of an ending run is shorter
};

ZRECORD_EXPORT std::string_view cycleEndName(CycleEnd end);  ///< "drop", "keep", "continue"
ZRECORD_EXPORT Result<CycleEnd> parseCycleEnd(std::string_view name);

/// Writes the length of each of `records`, in any unit. Called from several threads.
using LengthReader = std::function<Status(std::span<const std::uint64_t> records, std::span<std::uint64_t> lengths, const OperationContext& context)>;

/// Batches of records of similar length, so that little is padded: the records of `window` batches at a time are sorted by
/// length, cut again, and the batches put in random order. Every record stays within its window, so it is still a function of
/// the step, and needs memory for one window only (16 bytes for each record of it).
struct LengthBuckets {
    LengthReader lengths;       ///< unset: no buckets
    std::string name;           ///< of the stream that is measured: part of the identity
    std::uint64_t window = 32;  ///< batches, ≥ 1
};

struct BatchOrderOptions {
    std::uint64_t batch = 256;  ///< records in a batch, ≥ 1
    std::uint64_t seed = 42;
    CycleEnd cycleEnd = CycleEnd::Drop;
    /// Cycles after which the batches are over, ≥ 1; unset = never.
    std::optional<std::uint64_t> epochs;
    LengthBuckets buckets = {};
};

/// Batches cut out of a RecordOrder: which records step s holds is a pure function of (order, options, s). Thread-safe.
class ZRECORD_EXPORT BatchOrder {
public:
    /// InvalidArgument: no order, batch or epochs 0, more steps than 64 bits count.
    static Result<BatchOrder> create(SharedOrder order, const BatchOrderOptions& options = {});

    [[nodiscard]] const RecordOrder& order() const noexcept;
    [[nodiscard]] const BatchOrderOptions& options() const noexcept;
    /// Records of the longest batch.
    [[nodiscard]] std::uint64_t batchLength() const noexcept;
    /// Steps of a cycle; with CycleEnd::Continue those that a cycle fills.
    [[nodiscard]] std::uint64_t stepsPerCycle() const noexcept;
    /// The first step that is not there any more; unset without epochs.
    [[nodiscard]] std::optional<std::uint64_t> endStep() const noexcept;
    /// Order and cut, for a state: equal identities with equal seed and batch give equal batches.
    [[nodiscard]] std::string identity() const;
    /// Replaces what `out` holds with the indices of that step, allocating only where its capacity is too small.
    /// OutOfRange: the step lies behind the end, or beyond 2^64 positions.
    /// With buckets also what reading lengths gives; `context` is for that.
    Status fill(std::uint64_t step, std::vector<std::uint64_t>& out, const OperationContext& context = {}) const;

private:
    class Impl;
    explicit BatchOrder(std::shared_ptr<const Impl> impl);
    std::shared_ptr<const Impl> m_impl;
};

}  // namespace zrecord
