#include "benchmark/gather_limit.h"

#include <atomic>
#include <cstring>
#include <utility>

#include <zstd.h>

#include "concurrency/progress_reporter.h"
#include "format/file_names.h"

namespace zrecord {
namespace {

constexpr std::size_t kPlacesBetweenLooks = 256;
constexpr std::uint64_t kBytesBetweenLooks = UINT64_C(1) << 20;
constexpr std::uint64_t kBytesOfARecord = 4'096;  // at least: what a page that is not in memory costs

struct ContextDeleter {
    void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
};

/// Reads all of it in words; the sum keeps the reading from being left out.
std::uint64_t touch(const std::byte* from, std::size_t bytes)
{
    std::uint64_t sum = 0;
    for (; bytes >= sizeof(std::uint64_t); from += sizeof(std::uint64_t), bytes -= sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, from, sizeof(word));
        sum += word;
    }
    for (; bytes > 0; ++from, --bytes)
        sum += std::to_integer<std::uint64_t>(*from);
    return sum;
}

ZSTD_DCtx* threadContext()
{
    thread_local const std::unique_ptr<ZSTD_DCtx, ContextDeleter> context(ZSTD_createDCtx());
    return context.get();
}

std::size_t decode(ZSTD_DCtx* context, const ZSTD_DDict* dictionary, std::byte* to, std::size_t size, const std::byte* from, std::size_t stored)
{
    return dictionary ? ZSTD_decompress_usingDDict(context, to, size, from, stored, dictionary) : ZSTD_decompressDCtx(context, to, size, from, stored);
}

}  // namespace

void GatherLimit::DictionaryDeleter::operator()(ZSTD_DDict_s* dictionary) const noexcept
{
    ZSTD_freeDDict(dictionary);
}

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

Result<GatherLimit> GatherLimit::make(const Store& store, std::span<const std::uint64_t> plan, const OperationContext& context)
{
    GatherLimit limit;
    if (const std::span<const std::byte> dictionary = store.dictionary(); !dictionary.empty()) {
        limit.m_dictionary.reset(ZSTD_createDDict(dictionary.data(), dictionary.size()));
        if (!limit.m_dictionary)
            return Status(ErrorCode::OutOfMemory, "there is no memory for the dictionary");
    }
    limit.m_places.reserve(plan.size());
    limit.m_plainBefore.assign(1, 0);
    for (const std::uint64_t index : plan) {
        // Each may have to come from the device.
        if (limit.m_places.size() % kPlacesBetweenLooks == 0)
            ZR_RETURN_IF_ERROR(checkStop(context));
        ZR_ASSIGN_OR_RETURN(const RecordLocation location, store.locate(index));
        ZR_ASSIGN_OR_RETURN(const Chunk* const chunk, limit.chunk(store, location.chunk));
        if (std::uint64_t{location.offset} + location.storedBytes > chunk->map.size())
            return Status(ErrorCode::CorruptRecord, "the record reaches past the end of the chunk file").withRecord(index);
        limit.m_places.push_back({chunk->map.data() + location.offset, chunk->file.get(), location.offset, location.storedBytes, location.plainBytes});
        limit.m_plainBefore.push_back(limit.m_plainBefore.back() + location.plainBytes);
    }
    return limit;
}

bool GatherLimit::fetch(Kind kind, std::uint64_t begin, std::uint64_t end, std::byte* out, std::uint64_t base, const std::stop_token& stop) const
{
    ZSTD_DCtx* const context = kind == Kind::Decode ? threadContext() : nullptr;
    std::uint64_t sum = 0;
    std::uint64_t unlooked = 0;
    for (std::uint64_t i = begin; i < end; ++i) {
        const Place& place = m_places[i];
        // Rare enough that no bare loop is slower for it.
        if ((unlooked += kBytesOfARecord + place.plainBytes) > kBytesBetweenLooks) {
            if (stop.stop_requested())
                return true;
            unlooked = 0;
        }
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
            if (!context || decode(context, m_dictionary.get(), to, place.plainBytes, place.mapped, place.storedBytes) != place.plainBytes)
                return false;
            break;
        case Kind::Touch:
            sum += touch(place.mapped, place.storedBytes);
            break;
        }
    }
    static std::atomic<std::uint64_t> touched;  // somebody could look at it
    touched.fetch_add(sum, std::memory_order_relaxed);
    return true;
}

Status GatherLimit::run(Kind kind, std::uint64_t first, std::uint64_t count, std::byte* out, const OperationContext& context) const
{
    std::atomic<bool> sound{true};
    const std::uint64_t base = m_plainBefore[first];
    const std::uint64_t part = (count - 1) / context.pool().concurrency() + 1;
    const auto body = [&](std::uint64_t begin, std::uint64_t end) {
        if (!fetch(kind, first + begin, first + end, out, base, context.stop))
            sound.store(false, std::memory_order_relaxed);
    };
    context.pool().parallelFor(count, part, std::cref(body));
    ZR_RETURN_IF_ERROR(checkStop(context));
    return sound.load() ? Status() : Status(ErrorCode::Internal, "the bare loop could not read a record that the store could");
}

}  // namespace zrecord
