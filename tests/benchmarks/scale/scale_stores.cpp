#include "scale_stores.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "base/little_endian.h"
#include "format/file_names.h"
#include "format/location_entry.h"
#include "format/meta_header.h"
#include "platform/file_system.h"
#include "platform/posix_file.h"
#include "store/store_access.h"

namespace zrecord::scale {
namespace {

constexpr std::uint64_t kChunks = 4096;
constexpr std::uint64_t kRecordsAtOnce = 1 << 20;
constexpr std::uint64_t kSparseRecords = 4096;
constexpr std::uint64_t kRecordsOfASparseChunk = std::uint64_t{1} << 28;

StoreDescription description()
{
    StoreDescription description;
    description.dtype = require(DType::parse("<u8"));
    return description;
}

void appendAll(Store& store, std::uint64_t records)
{
    std::vector<std::byte> bytes;
    for (std::uint64_t first = 0; first < records; first += kRecordsAtOnce) {
        const std::uint64_t count = std::min(kRecordsAtOnce, records - first);
        bytes.resize(count * kWidth);
        for (std::uint64_t i = 0; i < count; ++i)
            storeLittleEndian(bytes.data() + i * kWidth, first + i);
        require(store.append(bytes));
    }
}

/// Files of holes, written here and there.
class SparseFiles {
public:
    explicit SparseFiles(std::filesystem::path folder) : m_folder(std::move(folder)) {}
    void write(const std::string& name, std::uint64_t offset, std::span<const std::byte> bytes)
    {
        auto& file = m_files[name];
        if (!file.is_open())
            file.open(m_folder / name, std::ios::binary | std::ios::in | std::ios::out);
        if (!file.is_open())
            file.open(m_folder / name, std::ios::binary | std::ios::out);
        file.seekp(static_cast<std::streamoff>(offset));
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        if (!file)
            require(Status(ErrorCode::IoError, "cannot write " + (m_folder / name).string()));
    }

private:
    std::filesystem::path m_folder;
    std::map<std::string, std::fstream> m_files;
};

void makeSparse(const std::filesystem::path& path, const StorePlan& shape, const std::vector<std::uint64_t>& plan)
{
    require(require(Store::create(path, description())).close());
    SparseFiles files(path);
    std::vector<std::uint64_t> there = plan;
    there.push_back(0);
    there.push_back(shape.records - 1);
    for (std::uint64_t chunk = 1; chunk < shape.records / kRecordsOfASparseChunk; ++chunk)
        there.push_back(chunk * kRecordsOfASparseChunk - 1);  // every file reaches its end
    for (const std::uint64_t record : there) {
        LocationEntry entry;
        entry.chunk = static_cast<std::uint32_t>(record / kRecordsOfASparseChunk);
        entry.offset = static_cast<std::uint32_t>(record % kRecordsOfASparseChunk * kWidth);
        entry.physLength = entry.logicLength = kWidth;
        std::byte row[kLocationEntryBytes];
        storeLocationEntry(row, entry);
        std::byte number[kWidth];
        storeLittleEndian(number, record);
        files.write(locationFileName(record / shape.limits.entriesPerSegment), record % shape.limits.entriesPerSegment * kLocationEntryBytes, row);
        files.write(chunkFileName(entry.chunk), entry.offset, number);
    }
    MetaHeader header;
    header.length = shape.records;
    header.tailChunk = static_cast<std::uint32_t>((shape.records - 1) / kRecordsOfASparseChunk);
    header.tailOffset = static_cast<std::uint32_t>(((shape.records - 1) % kRecordsOfASparseChunk + 1) * kWidth);
    files.write(kMetaFileName, 0, encodeMetaHeader(header));
}

}  // namespace

void require(const Status& status)
{
    if (status.ok())
        return;
    std::fprintf(stderr, "zr_scale: %s\n", status.message().c_str());
    std::exit(1);
}

StorePlan shapeOf(std::string_view records, std::string_view kind)
{
    StorePlan shape;
    shape.records = std::strtoull(std::string(records).c_str(), nullptr, 10);
    shape.sparse = kind == "sparse";
    if (kind == "chunks") {
        shape.limits.chunkCapacity = (shape.records + kChunks - 1) / kChunks * kWidth + 1;
        shape.limits.entriesPerSegment = (shape.records + kChunks - 1) / kChunks / 2 * 2;
    } else if (kind != "plain" && kind != "sparse") {
        require(Status(ErrorCode::InvalidArgument, "there is no kind of store \"" + std::string(kind) + "\""));
    }
    return shape;
}

std::vector<std::uint64_t> planOf(const StorePlan& shape, std::uint64_t count)
{
    std::vector<std::uint64_t> plan(count);
    std::uint64_t state = 88172645463325252ULL;
    const auto next = [&state] {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state;
    };
    const std::uint64_t distinct = shape.sparse ? std::min(kSparseRecords, count) : count;
    for (std::uint64_t i = 0; i < count; ++i)
        plan[i] = i < distinct ? next() % shape.records : plan[next() % distinct];
    return plan;
}

void makeStore(const std::filesystem::path& path, const StorePlan& shape, const std::vector<std::uint64_t>& plan)
{
    std::filesystem::remove_all(path);
    if (shape.sparse) {
        makeSparse(path, shape, plan);
        return;
    }
    Store store = require(StoreAccess::create(path, description(), {}, posixFileSystem(), shape.limits));
    appendAll(store, shape.records);
    require(store.close());
}

Store openStore(const std::filesystem::path& path, const StorePlan& shape)
{
    return require(StoreAccess::open(path, {}, posixFileSystem(), shape.limits));
}

}  // namespace zrecord::scale
