#include "finding/record_contents.h"

#include <algorithm>
#include <utility>

namespace zrecord {

bool RecordContents::equal(std::size_t i, const RecordContents& other, std::size_t j) const
{
    const auto leftShape = layout.shape(i);
    const auto rightShape = other.layout.shape(j);
    const auto left = record(i);
    const auto right = other.record(j);
    return std::equal(leftShape.begin(), leftShape.end(), rightShape.begin(), rightShape.end()) && std::equal(left.begin(), left.end(), right.begin(), right.end());
}

Result<RecordContents> readContents(const Store& store, std::span<const std::uint64_t> indices, const OperationContext& context)
{
    RecordContents contents;
    const StoreSummary& summary = store.summary();
    if (summary.kind == StoreKind::Ragged) {
        ZR_ASSIGN_OR_RETURN(contents.layout, store.layout(indices, context));
        contents.bytes.resize(contents.layout.offsets.back());
        ZR_RETURN_IF_ERROR(store.gather(indices, contents.layout, contents.bytes, context));
        return contents;
    }
    for (std::size_t i = 0; i <= indices.size(); ++i) {
        contents.layout.offsets.push_back(i * summary.recordBytes);
        contents.layout.shapeOffsets.push_back(0);
    }
    contents.bytes.resize(contents.layout.offsets.back());
    ZR_RETURN_IF_ERROR(store.gather(indices, contents.bytes, context));
    return contents;
}

bool isDamage(const Status& status)
{
    return status.code() == ErrorCode::CorruptRecord || status.code() == ErrorCode::RecordTooLarge || status.code() == ErrorCode::BadFormat;
}

}  // namespace zrecord
