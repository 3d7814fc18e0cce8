#include "benchmark/gather_limit.h"

#include <atomic>
#include <cstring>
#include <utility>

#include <zstd.h>

#include "format/file_names.h"

namespace zrecord {
namespace {

struct ContextDeleter {
    void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
};

ZSTD_DCtx* threadContext()
{
    thread_local const std::unique_ptr<ZSTD_DCtx, ContextDeleter> context(ZSTD_createDCtx());
    return context.get();
}

}  // namespace

Result<const GatherLimit::Chunk*> GatherLimit::chunk(const Store& store, std::uint32_t number)
{
    Chunk& chunk = m_chunks[number];
    if (!chunk.file) {
        ZR_ASSIGN_OR_RETURN(chunk.file, posixFileSystem().open(store.summary().path / chunkFileName(number), OpenMode::Read));
        ZR_ASSIGN_OR_RETURN(const std::uint64_t size, chunk.file->size());
        chunk.map = chunk.file->map(size);
        if (!chunk.map)
            return Status(ErrorCode::Unsupported, "the store's files cannot be mapped").withFile(chunkFileName(number));
    }
    return &chunk;
}

Result<GatherLimit> GatherLimit::make(const Store& store, std::span<const std::uint64_t> plan)
{
    GatherLimit limit;
    limit.m_places.reserve(plan.size());
    limit.m_plainBefore.assign(1, 0);
    for (const std::uint64_t index : plan) {
        ZR_ASSIGN_OR_RETURN(const RecordLocation location, store.locate(index));
        ZR_ASSIGN_OR_RETURN(const Chunk* const chunk, limit.chunk(store, location.chunk));
        if (std::uint64_t{location.offset} + location.storedBytes > chunk->map.size())
            return Status(ErrorCode::CorruptRecord, "the record reaches past the end of the chunk file").withRecord(index);
        limit.m_places.push_back({chunk->map.data() + location.offset, chunk->file.get(), location.offset, location.storedBytes, location.plainBytes});
        limit.m_plainBefore.push_back(limit.m_plainBefore.back() + location.plainBytes);
    }
    return limit;
}

bool GatherLimit::fetch(Kind kind, std::uint64_t begin, std::uint64_t end, std::byte* out, std::uint64_t base) const
{
    ZSTD_DCtx* const context = kind == Kind::Decode ? threadContext() : nullptr;
    for (std::uint64_t i = begin; i < end; ++i) {
        const Place& place = m_places[i];
        std::byte* const to = out + (m_plainBefore[i] - base);
        switch (kind) {
        case Kind::Copy:
            std::memcpy(to, place.mapped, place.plainBytes);
            break;
        case Kind::Pread: {
            const auto got = place.file->readAt(place.offset, {to, place.plainBytes});
            if (!got.ok() || *got != place.plainBytes)
                return false;
            break;
        }
        case Kind::Decode:
            if (!context || ZSTD_decompressDCtx(context, to, place.plainBytes, place.mapped, place.storedBytes) != place.plainBytes)
                return false;
            break;
        }
    }
    return true;
}

Status GatherLimit::run(Kind kind, std::uint64_t first, std::uint64_t count, std::byte* out, const OperationContext& context) const
{
    std::atomic<bool> sound{true};
    const std::uint64_t base = m_plainBefore[first];
    const std::uint64_t part = (count - 1) / context.pool().concurrency() + 1;
    const auto body = [&](std::uint64_t begin, std::uint64_t end) {
        if (!fetch(kind, first + begin, first + end, out, base))
            sound.store(false, std::memory_order_relaxed);
    };
    context.pool().parallelFor(count, part, std::cref(body));
    return sound.load() ? Status() : Status(ErrorCode::Internal, "the bare loop could not read a record that the store could");
}

}  // namespace zrecord
