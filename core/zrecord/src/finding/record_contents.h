#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "zrecord/operation_context.h"
#include "zrecord/result.h"
#include "zrecord/store.h"

namespace zrecord {

/// Shape and bytes of some records.
struct RecordContents {
    RaggedLayout layout;  ///< of a dense store: offsets only, all have the item shape
    std::vector<std::byte> bytes;

    [[nodiscard]] std::span<const std::byte> record(std::size_t i) const {
        return std::span(bytes).subspan(layout.offsets[i], layout.offsets[i + 1] - layout.offsets[i]);
    }
    [[nodiscard]] bool equal(std::size_t i, const RecordContents& other, std::size_t j) const;
};

Result<RecordContents> readContents(const Store& store, std::span<const std::uint64_t> indices, const OperationContext& context);

/// Damage concerns one record; everything else stops the whole.
[[nodiscard]] bool isDamage(const Status& status);

}  // namespace zrecord
