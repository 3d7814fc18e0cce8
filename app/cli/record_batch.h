#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "zrecord/operation_context.h"
#include "zrecord/store.h"

namespace zrecord::cli {

/// Some records of a dense or ragged store, decoded, behind one face.
class RecordBatch {
public:
    /// Reads all of `indices`, which it keeps. After a failure it holds the records ahead of the first that cannot be read,
    /// and the failure is that record's.
    Status read(const Store& store, std::vector<std::uint64_t> indices, const OperationContext& context);

    [[nodiscard]] std::size_t size() const { return m_indices.size(); }
    [[nodiscard]] std::uint64_t index(std::size_t i) const { return m_indices[i]; }
    [[nodiscard]] std::span<const std::byte> bytes(std::size_t i) const;
    [[nodiscard]] std::span<const std::uint64_t> shape(std::size_t i) const;
    [[nodiscard]] std::span<const std::byte> allBytes() const { return m_bytes; }

    /// How many records to read at once so that a batch stays near 16 MiB.
    static std::uint64_t recordsAtOnce(const Store& store);

private:
    Status readWhole(const Store& store, std::vector<std::uint64_t> indices, const OperationContext& context);

    std::vector<std::uint64_t> m_indices;
    std::vector<std::byte> m_bytes;
    std::uint64_t m_width = 0;  ///< 0 = ragged
    Shape m_itemShape;
    RaggedLayout m_layout;
};

}  // namespace zrecord::cli
