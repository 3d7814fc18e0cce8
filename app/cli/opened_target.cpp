#include "opened_target.h"

#include <system_error>

#include "json_writer.h"
#include "text_layout.h"
#include "zrecord/maintenance/untrusted_store.h"

namespace zrecord::cli {
namespace {

bool holdsStores(const std::filesystem::path& folder, int levels)
{
    std::error_code error;
    if (!AlignedSet::streamNames(folder).empty())
        return true;
    if (levels == 0)
        return false;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (it->is_directory(ignored) && holdsStores(it->path(), levels - 1))
            return true;
    }
    return false;
}

/// "There is no store" is true of many things; says which one this is.
Status withWhatIsThere(const Status& status, const std::filesystem::path& path)
{
    if (status.code() != ErrorCode::NotFound)
        return status;
    const std::string name = "'" + path.string() + "'";
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error))
        return Status(status.code(), name + " is a file, not the folder of a store").withRemedy("'zr import NEW " + path.string() + "' makes a store from a file.");
    if (!std::filesystem::is_directory(path, error))
        return status;
    if (holdsStores(path, 2))
        return Status(status.code(), name + " is a folder of stores, not a store").withRemedy("'zr ls --recursive " + path.string() + "' lists them; name one of them.");
    return Status(status.code(), std::filesystem::is_empty(path, error) ? "the folder " + name + " is empty" : name + " is a folder, but it holds no store")
        .withRemedy("Name the folder of a store; 'zr create' makes one.");
}

Result<Store> openExplained(const std::filesystem::path& path, const OpenOptions& options)
{
    Result<Store> store = Store::open(path, options);
    if (!store)
        return withWhatIsThere(store.status(), path);
    return store;
}

}  // namespace

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
    ZR_ASSIGN_OR_RETURN(target.m_store, openExplained(path, options));
    return target;
}

Result<OpenedTarget> OpenedTarget::openUntrusted(const std::filesystem::path& path)
{
    OpenedTarget target;
    target.m_path = path;
    const std::vector<std::string> streams = Store::looksLikeStore(path) ? std::vector<std::string>() : AlignedSet::streamNames(path);
    if (streams.empty()) {
        Result<Store> store = zrecord::openUntrusted(path);
        if (!store)
            return withWhatIsThere(store.status(), path);
        target.m_store = std::move(store).value();
        return target;
    }
    for (const std::string& stream : streams)
        ZR_RETURN_IF_ERROR(checkUntrusted(path / stream));
    OpenOptions options;
    options.readMode = ReadMode::Pread;
    ZR_ASSIGN_OR_RETURN(target.m_set, AlignedSet::open(path, options));
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
    return openExplained(path, options);
}

std::optional<std::string> OpenedTarget::misalignment() const
{
    if (!m_set || !m_set->alignment())
        return std::nullopt;
    return m_path.string() + ": " + m_set->alignment()->message() + " Only the first " + counted(m_set->size(), "record") + " of each can belong together.";
}

std::optional<std::filesystem::path> OpenedTarget::alignedParent() const
{
    if (!m_store)
        return std::nullopt;
    std::error_code unknown;
    const std::filesystem::path parent = std::filesystem::absolute(m_path, unknown).lexically_normal().parent_path();
    const std::vector<std::string> names = AlignedSet::streamNames(parent);
    if (names.size() < 2)
        return std::nullopt;
    for (const std::string& name : names) {
        std::error_code ignored;
        if (std::filesystem::equivalent(parent / name, m_path, ignored))
            continue;
        const Result<Store> other = Store::open(parent / name);
        if (!other || other->size() != m_store->size())
            return std::nullopt;
    }
    return m_path.has_parent_path() && m_path.has_filename() ? m_path.parent_path() : parent;
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
