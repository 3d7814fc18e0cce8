#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "loading/joined_stream.h"
#include "zrecord/batch.h"
#include "zrecord/result_memory.h"

namespace zrecord {

class SlotPool;

/// The memory of one batch, used over and over. Whoever reads into it holds the only Batch; once that is shared, nothing
/// changes until the last copy is gone and the slot is back in its pool.
class BatchSlot {
public:
    explicit BatchSlot(const SlotPool& pool);
    BatchSlot(const BatchSlot&) = delete;
    BatchSlot& operator=(const BatchSlot&) = delete;
    ~BatchSlot();

    /// Makes the first Batch of a slot that has just been taken from `home`.
    static Batch lend(BatchSlot& slot, std::shared_ptr<SlotPool> home) noexcept;
    /// The slot of a batch that holds something.
    static BatchSlot& of(const Batch& batch) noexcept { return *batch.m_slot; }

    void addReference() noexcept { m_references.fetch_add(1, std::memory_order_relaxed); }
    void dropReference() noexcept;

    /// Memory for `bytes` bytes of a stream, whatever was there before.
    Status reserve(std::size_t stream, std::size_t bytes);
    [[nodiscard]] std::byte* memory(std::size_t stream) const noexcept { return m_parts[stream].memory.data(); }
    [[nodiscard]] JoinScratch& scratch(std::size_t stream) noexcept { return m_parts[stream].scratch; }
    [[nodiscard]] RaggedLayout& layout(std::size_t stream) noexcept { return m_parts[stream].layout; }
    /// What Batch::streams() shows from now on: the first `bytes` bytes.
    void show(std::size_t stream, std::size_t bytes) noexcept;
    [[nodiscard]] const std::vector<BatchStream>& streams() const noexcept { return m_streams; }
    [[nodiscard]] std::size_t capacity() const noexcept;

    std::uint64_t step = 0;
    std::vector<std::uint64_t> indices;
    std::vector<std::uint64_t> globalIndices;  ///< scratch: of all ranks
    std::vector<BatchIssue> issues;
    BatchTimes times;
    std::shared_ptr<void> attachment;
    std::uint64_t raggedBytes = 0;  ///< in ragged streams
    std::uint64_t paddedBytes = 0;  ///< if each record were as long as the longest of its stream here

private:
    struct Part {
        ResultMemory memory;
        RaggedLayout layout;
        JoinScratch scratch;  ///< of streams of several stores
    };
    std::atomic<std::uint64_t> m_references{0};
    std::vector<Part> m_parts;
    std::vector<BatchStream> m_streams;
    std::shared_ptr<SlotPool> m_home;  ///< set while the slot is lent
};

}  // namespace zrecord
