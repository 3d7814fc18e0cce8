#include "store/compact_copy.h"

#include <algorithm>
#include <string>

#include "base/checksum.h"
#include "concurrency/progress_reporter.h"
#include "format/file_names.h"
#include "store/writing/chunk_writer.h"
#include "store/entry_check.h"
#include "store/location_reader.h"
#include "store/record_fetcher.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kWindowBytes = 4 << 20;
constexpr std::uint64_t kNear = 64 << 10;  // dead bytes worth reading to save a call
constexpr std::uint64_t kTableEntries = 1 << 16;

std::uint64_t totalBytes(std::span<const Placement> placements)
{
    std::uint64_t total = 0;
    for (const Placement& placement : placements)
        total += placement.bytes;
    return total;
}

/// Records that are read in one call: same chunk, close together. At least one, however large.
std::size_t windowLength(std::span<const Placement> placements)
{
    const std::uint64_t begin = placements.front().place;
    std::size_t count = 1;
    while (count < placements.size() && placements[count].chunk() == placements.front().chunk() &&
           placements[count].end() - begin <= kWindowBytes && placements[count].place - placements[count - 1].end() <= kNear)
        ++count;
    return count;
}

/// Records of a window that lie one right after the other.
std::size_t touchingRun(std::span<const Placement> placements)
{
    std::size_t count = 1;
    while (count < placements.size() && placements[count].place == placements[count - 1].end())
        ++count;
    return count;
}

/// Copies live records into the new chunks and notes where each went.
class ChunkCopy {
public:
    ChunkCopy(const StoreCore& core, ChunkWriter& writer, StreamChecksum& checksum, std::size_t records)
        : m_writer(writer), m_checksum(checksum), m_cursor(core.files()), m_places(records)
    {
    }

    Status copyWindow(std::span<const Placement> placements)
    {
        const Placement& first = placements.front();
        ZR_ASSIGN_OR_RETURN(const SharedFile* const file, m_cursor.file(first.chunk()));
        const std::uint64_t bytes = placements.back().end() - first.place;
        // Asked before memory is taken: a damaged entry may claim almost 4 GiB.
        ZR_ASSIGN_OR_RETURN(const bool whole, file->reaches(first.offset() + bytes));
        const std::span<std::byte> window = m_buffer.take(whole ? bytes : 0);
        ZR_ASSIGN_OR_RETURN(const std::size_t got, file->readAt(first.offset(), window));
        if (got != bytes)
            return Status(ErrorCode::CorruptRecord, "a record reaches past the end of the chunk file")
                .withFile(file->name(), placements.back().offset());
        while (!placements.empty()) {
            const std::size_t run = touchingRun(placements);
            ZR_RETURN_IF_ERROR(copyRun(placements.first(run), window.subspan(placements.front().place - first.place)));
            placements = placements.subspan(run);
        }
        return {};
    }

    std::vector<std::uint64_t> takePlaces() { return std::move(m_places); }

private:
    /// Touching records go out in one piece unless a chunk ends among them.
    Status copyRun(std::span<const Placement> run, std::span<const std::byte> bytes)
    {
        const std::uint64_t total = run.back().end() - run.front().place;
        m_checksum.add(bytes.first(total));
        const std::size_t step = m_writer.fits(total) ? run.size() : 1;
        for (std::size_t begin = 0; begin < run.size(); begin += step) {
            const auto piece = run.subspan(begin, step);
            ChunkWriter::Place place;
            ZR_RETURN_IF_ERROR(m_writer.add(bytes.subspan(piece.front().place - run.front().place, piece.back().end() - piece.front().place), place));
            const std::uint64_t target = (std::uint64_t{place.chunk} << 32) | place.offset;
            for (const Placement& placement : piece)
                m_places[placement.index] = target + (placement.place - piece.front().place);
        }
        return {};
    }

    ChunkWriter& m_writer;
    StreamChecksum& m_checksum;
    ChunkCursor m_cursor;
    ScratchBuffer m_buffer;
    std::vector<std::uint64_t> m_places;
};

/// Returns where every physical record went, and the checksum of all bytes in that order.
Result<std::vector<std::uint64_t>> copyChunks(const StoreCore& core, std::span<const Placement> placements, ChunkWriter& writer,
                                              StreamChecksum& checksum, const OperationContext& context)
{
    ChunkCopy copy(core, writer, checksum, placements.size());
    ProgressReporter progress(context, "copying live records", totalBytes(placements), ProgressUnit::Bytes);
    while (!placements.empty()) {
        const std::size_t count = windowLength(placements);
        ZR_RETURN_IF_ERROR(copy.copyWindow(placements.first(count)));
        ZR_RETURN_IF_ERROR(progress.advance(totalBytes(placements.first(count))));
        placements = placements.subspan(count);
    }
    ZR_RETURN_IF_ERROR(writer.flush());
    progress.finish();
    return copy.takePlaces();
}

Status copyTable(const StoreCore& core, std::span<const std::uint64_t> places, OutputFiles& output, StreamChecksum& checksum,
                 const OperationContext& context)
{
    ProgressReporter progress(context, "writing the record table", places.size());
    LocationReader reader(core.files());
    std::vector<LocationEntry> entries;
    std::vector<std::byte> bytes;
    for (std::uint64_t begin = 0; begin < places.size(); begin += kTableEntries) {
        entries.resize(std::min<std::uint64_t>(kTableEntries, places.size() - begin));
        ZR_RETURN_IF_ERROR(reader.read(begin, entries));
        bytes.resize(entries.size() * kLocationEntryBytes);
        for (std::size_t i = 0; i < entries.size(); ++i) {
            entries[i].chunk = static_cast<std::uint32_t>(places[begin + i] >> 32);
            entries[i].offset = static_cast<std::uint32_t>(places[begin + i]);
            storeLocationEntry(bytes.data() + i * kLocationEntryBytes, entries[i]);
        }
        checksum.add(bytes);
        ZR_RETURN_IF_ERROR(output.writeEntries(begin, bytes));
        ZR_RETURN_IF_ERROR(progress.advance(entries.size()));
    }
    progress.finish();
    return {};
}

/// Adds the bytes to `checksum` and describes the file.
Result<JournalFile> addFile(JournalFileId id, Result<std::shared_ptr<const SharedFile>> opened, StreamChecksum& checksum,
                            ProgressReporter& progress)
{
    if (!opened.ok())
        return std::move(opened).status();
    StreamChecksum own;
    ScratchBuffer buffer;
    const std::span<std::byte> window = buffer.take(kWindowBytes);
    for (std::uint64_t at = 0;;) {
        ZR_ASSIGN_OR_RETURN(const std::size_t got, (*opened)->readAt(at, window));
        if (got == 0)
            return JournalFile{id, at, own.value()};
        checksum.add(window.first(got));
        own.add(window.first(got));
        at += got;
        ZR_RETURN_IF_ERROR(progress.advance(got));
    }
}

/// The new chunks hold the records without gaps, so their bytes in order are exactly what was copied.
Result<std::vector<JournalFile>> compare(const StoreCore& core, const MetaHeader& header,
                                         std::span<const Placement> placements, const OutputFiles& output,
                                         std::uint64_t chunks, std::uint64_t table, const OperationContext& context)
{
    std::vector<JournalFile> found;
    StoreFiles files(core.fileSystem(), output.folder(), core.limits());
    ProgressReporter progress(context, "checking the new files", totalBytes(placements) + header.length * kLocationEntryBytes,
                              ProgressUnit::Bytes);
    StreamChecksum chunkSum;
    for (std::uint32_t number = 0; number <= header.tailChunk; ++number) {
        ZR_ASSIGN_OR_RETURN(const JournalFile file, addFile({JournalFileType::Chunk, number}, files.chunk(number), chunkSum, progress));
        found.push_back(file);
    }
    StreamChecksum tableSum;
    for (std::uint64_t first = 0; first < header.length; first += core.limits().entriesPerSegment) {
        const auto number = static_cast<std::uint32_t>(first / core.limits().entriesPerSegment);
        ZR_ASSIGN_OR_RETURN(const JournalFile file, addFile({JournalFileType::Location, number}, files.segment(number), tableSum, progress));
        found.push_back(file);
    }
    progress.finish();
    if (chunkSum.value() != chunks || tableSum.value() != table)
        return Status(ErrorCode::IoError, "the new files do not hold what was written to them; the store is as it was");
    return found;
}

}  // namespace

Result<NewFiles> copyLiveRecords(const StoreCore& core, const MetaHeader& header, std::span<const Placement> placements,
                                   OutputFiles& output, const OperationContext& context)
{
    StreamChecksum chunkSum;
    StreamChecksum tableSum;
    ChunkWriter writer(output, {});
    ZR_RETURN_IF_ERROR(output.writeChunk(0, 0, {}));
    ZR_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> places, copyChunks(core, placements, writer, chunkSum, context));
    ZR_RETURN_IF_ERROR(copyTable(core, places, output, tableSum, context));
    NewFiles result;
    result.header = header;
    result.header.tailChunk = writer.end().chunk;
    result.header.tailOffset = writer.end().offset;
    if (core.durability() == Durability::Power)
        ZR_RETURN_IF_ERROR(output.sync(result.header));
    ZR_ASSIGN_OR_RETURN(result.files, compare(core, result.header, placements, output, chunkSum.value(), tableSum.value(), context));
    return result;
}

}  // namespace zrecord
