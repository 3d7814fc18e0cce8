#include "opened_target.h"

#include "json_writer.h"
#include "text_layout.h"

namespace zrecord::cli {

Result<OpenedTarget> OpenedTarget::open(const std::filesystem::path& path, Access access)
{
    OpenedTarget target;
    target.m_path = path;
    OpenOptions options;
    options.access = access;
    if (!Store::looksLikeStore(path) && !AlignedSet::streamNames(path).empty()) {
        ZR_ASSIGN_OR_RETURN(target.m_set, AlignedSet::open(path, options));
        return target;
    }
    ZR_ASSIGN_OR_RETURN(target.m_store, Store::open(path, options));
    return target;
}

Result<Store> OpenedTarget::openStore(const std::filesystem::path& path, Access access)
{
    if (!Store::looksLikeStore(path)) {
        const std::vector<std::string> streams = AlignedSet::streamNames(path);
        if (!streams.empty())
            return Status(ErrorCode::WrongKind, "'" + path.string() + "' is an aligned set, and this command takes one store")
                .withRemedy("Name one of its streams: '" + (path / streams.front()).string() + "'.");
    }
    OpenOptions options;
    options.access = access;
    return Store::open(path, options);
}

std::vector<OpenedTarget::Part> OpenedTarget::parts()
{
    if (!m_set)
        return {{{}, &*m_store, m_path.string()}};
    std::vector<Part> parts;
    for (AlignedSet::Stream& stream : m_set->streams())
        parts.push_back({stream.name, &stream.store, (m_path / stream.name).string()});
    return parts;
}

std::uint64_t OpenedTarget::size() const
{
    return m_set ? m_set->size() : m_store->size();
}

Status OpenedTarget::close()
{
    return m_set ? m_set->close() : m_store->close();
}

std::string itemShapeText(const StoreSummary& summary)
{
    return summary.kind == StoreKind::Dense ? shapeText(summary.itemShape) : "any";
}

std::string storeDescription(const StoreSummary& summary)
{
    std::string text(storeKindName(summary.kind));
    text.append(" ").append(summary.dtype.displayName());
    if (summary.kind == StoreKind::Dense)
        text.append(" ").append(shapeText(summary.itemShape));
    return text.append(", ").append(codecName(summary.codec));
}

void writeSummaryFields(JsonWriter& json, const StoreSummary& summary)
{
    json.field("path", summary.path.string());
    json.field("kind", storeKindName(summary.kind));
    json.field("dtype", summary.dtype.descr());
    if (summary.kind == StoreKind::Dense)
        json.key("item_shape").numbers(summary.itemShape);
    json.field("codec", codecName(summary.codec));
    json.field("records", summary.records);
    if (summary.kind == StoreKind::Dense)
        json.field("record_bytes", summary.recordBytes);
    json.field("chunk_bytes", summary.chunkBytes);
    json.field("chunks", std::uint64_t{summary.chunks});
    json.field("dictionary_bytes", summary.dictionaryBytes);
}

}  // namespace zrecord::cli
