#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "zrecord/export.h"
#include "zrecord/result.h"
#include "zrecord/store.h"

namespace zrecord {

class BatchSlot;

/// The records of one stream in a batch, one after the other in the order of Batch::indices().
struct BatchStream {
    std::string_view name;
    /// Of the store when the loader was made: kind, dtype, item shape.
    const StoreSummary* summary = nullptr;
    /// Dense: records() · recordBytes. Ragged: layout->offsets says where each record lies. Begins on a page.
    std::span<const std::byte> bytes;
    /// Ragged only, else null.
    const RaggedLayout* layout = nullptr;
};

/// A damaged record that a loader went round (OnCorrupt::Skip and Replace).
struct BatchIssue {
    std::uint64_t record = 0;                  ///< index of the damaged record
    std::string stream;                        ///< the first stream that cannot give it
    Status fault;                              ///< what that stream said
    std::optional<std::uint64_t> replacement;  ///< Replace: index of the record in its place
};

/// What a batch took on its way, each on one thread; waiting is not among it.
struct BatchTimes {
    std::chrono::nanoseconds sampling{};      ///< the indices
    std::chrono::nanoseconds reading{};       ///< all streams, decoding included
    std::chrono::nanoseconds transforming{};
};

/// One batch of a DataLoader: a counted reference to memory that the library owns. The memory does not change and is not
/// used again until the last copy is gone; it then goes back to the loader's pool without being freed. A batch may outlive
/// its loader and its stores. Copies may be used and dropped in several threads; one Batch object in one at a time.
class ZRECORD_EXPORT Batch {
public:
    /// Holds nothing: what a loader gives when its steps are over.
    Batch() noexcept = default;
    Batch(const Batch& other) noexcept;
    Batch(Batch&& other) noexcept : m_slot(std::exchange(other.m_slot, nullptr)) {}
    Batch& operator=(const Batch& other) noexcept;
    Batch& operator=(Batch&& other) noexcept;
    ~Batch();

    explicit operator bool() const noexcept { return m_slot != nullptr; }

    // All of these need a batch that holds something.
    [[nodiscard]] std::uint64_t step() const noexcept;
    /// Records in every stream: indices().size().
    [[nodiscard]] std::size_t records() const noexcept;
    /// Record indices of this rank's part, in delivered order (replacements included).
    [[nodiscard]] std::span<const std::uint64_t> indices() const noexcept;
    [[nodiscard]] std::span<const BatchStream> streams() const noexcept;
    /// Null when there is no stream of that name.
    [[nodiscard]] const BatchStream* find(std::string_view name) const noexcept;
    [[nodiscard]] std::span<const BatchIssue> issues() const noexcept;
    [[nodiscard]] const BatchTimes& times() const noexcept;
    /// XXH3-64 over step, indices, shapes and bytes: equal for equal batches of equal streams.
    [[nodiscard]] std::uint64_t checksum() const;

    /// For transforms only, before the batch is delivered: the same bytes, writable.
    [[nodiscard]] std::span<std::byte> writableBytes(std::size_t stream) noexcept;
    /// Anything that shall live as long as the batch: what a transform made of it, for example.
    void setAttachment(std::shared_ptr<void> attachment) noexcept;
    [[nodiscard]] const std::shared_ptr<void>& attachment() const noexcept;

private:
    friend class BatchSlot;
    explicit Batch(BatchSlot* slot) noexcept : m_slot(slot) {}
    BatchSlot* m_slot = nullptr;
};

}  // namespace zrecord
