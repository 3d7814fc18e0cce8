#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "sampling/batch_cut.h"

namespace zrecord {

/// The batches of one window of length buckets after another; the last two are kept. Thread-safe.
class BucketWindows {
public:
    BucketWindows(SharedOrder order, const BatchCut& cut, const BatchOrderOptions& options) : m_order(std::move(order)), m_cut(cut), m_options(options) {}
    /// Replaces what `out` holds with the indices of that step.
    Status fill(std::uint64_t step, std::vector<std::uint64_t>& out, const OperationContext& context) const;

private:
    struct Window {
        std::uint64_t first = 0;
        std::vector<std::uint64_t> starts;   ///< of each step, in `records`; one more than there are steps
        std::vector<std::uint64_t> records;
    };
    Result<std::shared_ptr<const Window>> windowOf(std::uint64_t step, const OperationContext& context) const;
    Result<std::shared_ptr<const Window>> make(const BatchCut::Window& window, const OperationContext& context) const;

    SharedOrder m_order;
    const BatchCut& m_cut;
    const BatchOrderOptions& m_options;
    mutable std::mutex m_mutex;
    mutable std::shared_ptr<const Window> m_recent[2];  ///< guarded by m_mutex
};

}  // namespace zrecord
