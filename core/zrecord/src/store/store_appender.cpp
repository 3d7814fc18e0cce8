#include "store/store_appender.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "concurrency/progress_reporter.h"
#include "store/block_runner.h"
#include "store/entry_check.h"
#include "store/record_fetcher.h"
#include "store/writing/record_writer.h"
#include "zrecord/result_memory.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kWindowBytes = 64 << 20;    // room for encoded records that wait to be written
constexpr std::uint64_t kEncodeBlockBytes = 1 << 14;   // small enough that all threads end together
constexpr std::uint64_t kPooledBytes = 64 << 10;    // from this size on memory comes from the pool of results
constexpr std::uint64_t kRawSliceBytes = 16 << 20;  // between two looks at the stop token
constexpr char kAppending[] = "appending records";

using ShapeBytes = std::array<std::byte, 8 + 8 * kLargestRank>;

/// The physical records of one batch in order: dense ones, or payload and shape in turn.
class PhysicalRecords {
public:
    PhysicalRecords(std::span<const std::byte> dense, std::uint64_t width) : m_dense(dense), m_width(width) {}
    explicit PhysicalRecords(std::span<const RaggedRecord> ragged) : m_ragged(ragged) {}

    [[nodiscard]] std::uint64_t count() const noexcept { return m_width != 0 ? m_dense.size() / m_width : 2 * m_ragged.size(); }
    [[nodiscard]] std::uint64_t sizeOf(std::uint64_t i) const noexcept
    {
        if (m_width != 0)
            return m_width;
        const RaggedRecord& record = m_ragged[i / 2];
        return i % 2 == 0 ? record.bytes.size() : 8 + 8 * record.shape.size();
    }
    /// Records without their shapes.
    [[nodiscard]] std::uint64_t payloads() const noexcept { return m_width != 0 ? count() : m_ragged.size(); }
    [[nodiscard]] std::span<const std::byte> payload(std::uint64_t i) const noexcept
    {
        return m_width != 0 ? m_dense.subspan(i * m_width, m_width) : m_ragged[i].bytes;
    }
    /// The bytes; those of a shape are put together in `shape`.
    [[nodiscard]] std::span<const std::byte> bytes(std::uint64_t i, ShapeBytes& shape) const noexcept
    {
        if (m_width != 0)
            return m_dense.subspan(i * m_width, m_width);
        const RaggedRecord& record = m_ragged[i / 2];
        if (i % 2 == 0)
            return record.bytes;
        storeLittleEndian<std::uint64_t>(shape.data(), record.shape.size());
        for (std::size_t d = 0; d < record.shape.size(); ++d)
            storeLittleEndian(shape.data() + 8 + 8 * d, record.shape[d]);
        return std::span(shape).first(sizeOf(i));
    }

private:
    std::span<const std::byte> m_dense;
    std::uint64_t m_width = 0;
    std::span<const RaggedRecord> m_ragged;
};

/// Has blocks that all threads finish in any order written in the order of the records, while others are still at work:
/// whoever finishes the next one writes it and what waits behind it. Nothing is written after a failure.
template <typename Write>
class InOrder {
public:
    InOrder(std::size_t blocks, const Write& write) : m_write(write), m_finished(blocks, 0) {}
    Status finished(std::size_t block)
    {
        std::unique_lock lock(m_mutex);
        m_finished[block] = 1;
        if (m_writing)
            return {};
        m_writing = true;
        while (m_next < m_finished.size() && m_finished[m_next] != 0) {
            lock.unlock();
            ZR_RETURN_IF_ERROR(m_write(m_next));
            lock.lock();
            ++m_next;
        }
        m_writing = false;
        return {};
    }

private:
    const Write& m_write;
    std::mutex m_mutex;
    std::vector<std::uint8_t> m_finished;
    std::size_t m_next = 0;
    bool m_writing = false;
};

/// Encodes a window of records on all threads.
class EncodeWindow {
public:
    EncodeWindow(const RecordCodec& codec, const PhysicalRecords& records) : m_codec(codec), m_records(records) {}

    /// Chooses records from `begin` on, encodes them and adds them to `writer`; end() says how far it came.
    Status write(std::uint64_t begin, RecordWriter& writer, const OperationContext& context, ProgressReporter& progress)
    {
        plan(begin);
        ZR_ASSIGN_OR_RETURN(const std::span<std::byte> room, roomFor(m_blocks.back().at));
        m_frames.resize(m_end - begin);
        const auto add = [&](std::size_t b) -> Status {
            for (std::uint64_t i = m_blocks[b].record; i < m_blocks[b + 1].record; ++i)
                ZR_RETURN_IF_ERROR(writer.add(m_frames[i - begin], static_cast<std::uint32_t>(m_records.sizeOf(i))));
            return {};
        };
        InOrder blocks(m_blocks.size() - 1, add);
        return runBlocks(context, progress, m_blocks.size() - 1, 1, [&](std::uint64_t first, std::uint64_t last) -> Status {
            for (std::uint64_t b = first; b < last; ++b) {
                ZR_RETURN_IF_ERROR(encodeBlock(begin, m_blocks[b], m_blocks[b + 1], room));
                ZR_RETURN_IF_ERROR(blocks.finished(b));
            }
            return {};
        });
    }
    [[nodiscard]] std::uint64_t end() const noexcept { return m_end; }

private:
    struct Block {
        std::uint64_t record;  ///< the first one
        std::uint64_t at;      ///< where its room begins in the buffer
    };

    void plan(std::uint64_t begin)
    {
        m_blocks.assign(1, {begin, 0});
        std::uint64_t room = 0;
        std::uint64_t plain = 0;
        for (m_end = begin; m_end < m_records.count(); ++m_end) {
            const std::uint64_t size = m_records.sizeOf(m_end);
            const std::uint64_t bound = m_codec.encodeBound(size);
            if (m_end > begin && room + bound > kWindowBytes)
                break;
            if (plain >= kEncodeBlockBytes) {
                m_blocks.push_back({m_end, room});
                plain = 0;
            }
            room += bound;
            plain += size;
        }
        m_blocks.push_back({m_end, room});
    }

    /// Large windows use memory that was touched before: fresh pages cost more than copying into them.
    Result<std::span<std::byte>> roomFor(std::uint64_t bytes)
    {
        if (bytes < kPooledBytes)
            return m_few.take(bytes);
        if (m_many.capacity() < bytes) {
            ZR_ASSIGN_OR_RETURN(m_many, ResultMemory::take(bytes));
        }
        return std::span(m_many.data(), bytes);
    }

    Status encodeBlock(std::uint64_t begin, const Block& block, const Block& next, std::span<std::byte> room)
    {
        ShapeBytes shape;
        std::uint64_t at = block.at;
        for (std::uint64_t i = block.record; i < next.record; ++i) {
            ZR_ASSIGN_OR_RETURN(const std::size_t size, m_codec.encode(m_records.bytes(i, shape), room.subspan(at, next.at - at)));
            m_frames[i - begin] = room.subspan(at, size);
            at += size;
        }
        return {};
    }

    const RecordCodec& m_codec;
    const PhysicalRecords& m_records;
    std::vector<Block> m_blocks;
    std::vector<std::span<const std::byte>> m_frames;
    std::uint64_t m_end = 0;
    ScratchBuffer m_few;
    ResultMemory m_many;
};

Status writeEncoded(StoreCore& core, const PhysicalRecords& records, RecordWriter& writer, const OperationContext& context)
{
    // Progress counts blocks inside a window but records of the batch, so the inner count goes nowhere.
    OperationContext inner = context;
    inner.progress = nullptr;
    ProgressReporter progress(context, kAppending, records.count());
    ZR_ASSIGN_OR_RETURN(const RecordCodec* const codec,
                        core.encoder().forBatch(records.payloads(), [&records](std::size_t i) { return records.payload(i); }));
    EncodeWindow window(*codec, records);
    for (std::uint64_t begin = 0; begin < records.count(); begin = window.end()) {
        ProgressReporter blocks(inner, kAppending, 0);
        ZR_RETURN_IF_ERROR(window.write(begin, writer, inner, blocks));
        ZR_RETURN_IF_ERROR(progress.advance(window.end() - begin));
    }
    progress.finish();
    return {};
}

Status writeRawDense(std::span<const std::byte> records, std::uint64_t width, RecordWriter& writer, const OperationContext& context)
{
    ProgressReporter progress(context, kAppending, records.size() / width);
    const std::uint64_t slice = std::max<std::uint64_t>(kRawSliceBytes / width, 1) * width;
    while (!records.empty()) {
        const std::uint64_t bytes = std::min<std::uint64_t>(slice, records.size());
        ZR_RETURN_IF_ERROR(progress.checkStop());
        ZR_RETURN_IF_ERROR(writer.addRun(records.first(bytes), static_cast<std::uint32_t>(width)));
        ZR_RETURN_IF_ERROR(progress.advance(bytes / width));
        records = records.subspan(bytes);
    }
    progress.finish();
    return {};
}

Status writeRawRagged(const PhysicalRecords& records, RecordWriter& writer, const OperationContext& context)
{
    ProgressReporter progress(context, kAppending, records.count() / 2);
    ShapeBytes shape;
    for (std::uint64_t i = 0; i < records.count(); ++i) {
        const auto bytes = records.bytes(i, shape);
        ZR_RETURN_IF_ERROR(writer.add(bytes, static_cast<std::uint32_t>(bytes.size())));
        if (i % 2 == 1)
            ZR_RETURN_IF_ERROR(progress.advance(1));
    }
    progress.finish();
    return {};
}

Status checkRagged(const StoreCore& core, std::span<const RaggedRecord> records)
{
    const std::uint64_t itemSize = core.description().dtype.itemSize();
    for (std::size_t i = 0; i < records.size(); ++i) {
        const std::string place = " (record " + std::to_string(i) + " of the batch)";
        if (records[i].shape.size() > kLargestRank)
            return Status(ErrorCode::InvalidArgument, "a record may have at most 64 dimensions, not " +
                                                          std::to_string(records[i].shape.size()) + place);
        ZR_ASSIGN_OR_RETURN(const std::uint64_t elements, elementCount(records[i].shape));
        const std::uint64_t bytes = records[i].bytes.size();
        if (bytes == 0 || bytes > kLargestRecord)
            return Status(ErrorCode::RecordTooLarge, "a record has " + std::to_string(bytes) + " bytes; 1 to 2147483648 are possible" + place);
        if (bytes % itemSize != 0 || elements != bytes / itemSize)
            return Status(ErrorCode::InvalidArgument, "shape " + shapeText(records[i].shape) + " with " + std::to_string(itemSize) +
                                                          " bytes an item does not make " + std::to_string(bytes) + " bytes" + place);
    }
    return {};
}

/// Writes all records and, with OpenOptions::durableAppend, makes them durable.
template <typename Write>
Status writeBatch(StoreCore& core, RecordWriter& writer, const Write& write)
{
    ZR_RETURN_IF_ERROR(write(writer));
    ZR_RETURN_IF_ERROR(writer.finish());
    if (!core.appendsDurably())
        return {};
    Status status = core.output().sync(writer.frontier());
    if (!status.ok() && core.output().syncFailed())
        core.poison(status);
    return status;
}

/// Returns the first new record.
template <typename Write>
Result<std::uint64_t> appendBatch(StoreCore& core, const Write& write)
{
    const MetaHeader before = core.header();
    RecordWriter writer(core.output(), before);
    if (Status status = writeBatch(core, writer, write); !status.ok()) {
        core.output().giveBack(before);
        return status;
    }
    ZR_RETURN_IF_ERROR(core.publish(writer.frontier()));
    if (core.appendsDurably())
        ZR_RETURN_IF_ERROR(core.syncHeader());
    return before.length / core.perRecord();
}

}  // namespace

Result<std::uint64_t> appendDense(StoreCore& core, std::span<const std::byte> records, const OperationContext& context)
{
    const std::uint64_t width = core.recordBytes();
    if (records.empty() || records.size() % width != 0)
        return Status(ErrorCode::InvalidArgument, std::to_string(records.size()) + " bytes are not one or more whole records of " +
                                                      std::to_string(width) + " bytes");
    return appendBatch(core, [&](RecordWriter& writer) {
        return core.codec().isIdentity() ? writeRawDense(records, width, writer, context)
                                         : writeEncoded(core, PhysicalRecords(records, width), writer, context);
    });
}

Result<std::uint64_t> appendRagged(StoreCore& core, std::span<const RaggedRecord> records, const OperationContext& context)
{
    if (records.empty())
        return Status(ErrorCode::InvalidArgument, "a batch must hold at least one record");
    ZR_RETURN_IF_ERROR(checkRagged(core, records));
    const PhysicalRecords physical(records);
    return appendBatch(core, [&](RecordWriter& writer) {
        return core.codec().isIdentity() ? writeRawRagged(physical, writer, context) : writeEncoded(core, physical, writer, context);
    });
}

}  // namespace zrecord
