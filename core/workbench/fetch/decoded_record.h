#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <zrecord/dtype.h>
#include <zrecord/shape.h>

namespace zrecord::workbench {

/// Memory that the records of one read share.
struct RecordStorage {
    DType dtype;
    std::vector<std::uint64_t> dimensions;
    std::unique_ptr<std::byte[]> bytes;
    std::uint64_t byteCount = 0;
};

/// One record in memory: immutable, cheap to copy, any thread. Keeps its storage alive.
class DecodedRecord {
public:
    DecodedRecord() = default;
    /// `shape` and `bytes` point into the storage. `plainBytes` is the full size, also when the bytes were left out.
    DecodedRecord(std::shared_ptr<const RecordStorage> storage, std::span<const std::uint64_t> shape,
                  std::span<const std::byte> bytes, std::uint64_t plainBytes)
        : m_storage(std::move(storage)), m_shape(shape), m_bytes(bytes), m_plainBytes(plainBytes) {}
    /// A record of its own, copied; for tests and samples.
    static DecodedRecord copyOf(const DType& dtype, const Shape& shape, std::span<const std::byte> bytes);

    [[nodiscard]] bool isNull() const noexcept { return m_storage == nullptr; }
    [[nodiscard]] const DType& dtype() const { return m_storage->dtype; }
    [[nodiscard]] std::span<const std::uint64_t> shape() const noexcept { return m_shape; }
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return m_bytes; }  ///< C order
    [[nodiscard]] std::uint64_t plainBytes() const noexcept { return m_plainBytes; }
    /// False when the record is above the limit of its reader: the shape is known, the bytes were not read.
    [[nodiscard]] bool hasBytes() const noexcept { return m_bytes.size() == m_plainBytes; }
    [[nodiscard]] std::uint64_t elementCount() const { return m_plainBytes / dtype().itemSize(); }
    [[nodiscard]] const RecordStorage* storage() const noexcept { return m_storage.get(); }  ///< shared with its neighbours

private:
    std::shared_ptr<const RecordStorage> m_storage;
    std::span<const std::uint64_t> m_shape;
    std::span<const std::byte> m_bytes;
    std::uint64_t m_plainBytes = 0;
};

}  // namespace zrecord::workbench
