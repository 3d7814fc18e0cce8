#include "scratch_store.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace zrecord {

namespace {

constexpr std::uint64_t kWalk = 2'654'435'761;
constexpr std::uint64_t kBatch = 4096;

std::filesystem::path newFolder()
{
    static int number = 0;
    return std::filesystem::temp_directory_path() / ("zr-benchmarks-" + std::to_string(getpid()) + "-" + std::to_string(number++));
}

StoreDescription describe(StoreKind kind, Codec codec, std::uint64_t width)
{
    StoreDescription description;
    description.kind = kind;
    description.dtype = require(DType::parse("|u1"));
    description.codec = codec;
    if (kind == StoreKind::Dense)
        description.itemShape = {width};
    return description;
}

std::uint64_t raggedBytes(std::uint64_t number)
{
    return 64 + number * 13 % 900;
}

void compare(const Store& store, std::uint64_t width)
{
    for (std::uint64_t first = 0; first < store.size(); first += kBatch) {
        std::vector<std::uint64_t> indices(std::min(kBatch, store.size() - first));
        for (std::uint64_t i = 0; i < indices.size(); ++i)
            indices[i] = first + i;
        std::vector<std::byte> read(indices.size() * width);
        require(store.gather(indices, read));
        for (std::uint64_t i = 0; i < indices.size(); ++i)
            if (!std::ranges::equal(std::span(read).subspan(i * width, width), recordOf(first + i, width)))
                require(Status(ErrorCode::CorruptRecord, "a record was not read back as it was written"));
    }
}

}  // namespace

void require(const Status& status)
{
    if (status.ok())
        return;
    std::fprintf(stderr, "zr_benchmarks: %s\n", status.message().c_str());
    std::exit(1);
}

std::vector<std::byte> recordOf(std::uint64_t number, std::uint64_t bytes)
{
    std::vector<std::byte> record(bytes);
    for (std::uint64_t i = 0; i < bytes; ++i)
        record[i] = static_cast<std::byte>((number * 37 + i * i / 7) % 61);
    return record;
}

ScratchStore::ScratchStore(Codec codec, std::uint64_t records, std::uint64_t width)
    : m_folder(newFolder()), m_store(require(Store::create(m_folder, describe(StoreKind::Dense, codec, width))))
{
    for (std::uint64_t first = 0; first < records; first += kBatch) {
        std::vector<std::byte> bytes;
        for (std::uint64_t i = first; i < std::min(records, first + kBatch); ++i) {
            const auto record = recordOf(i, width);
            bytes.insert(bytes.end(), record.begin(), record.end());
        }
        require(m_store.append(bytes));
    }
    compare(m_store, width);
}

ScratchStore::ScratchStore(Codec codec, std::uint64_t records)
    : m_folder(newFolder()), m_store(require(Store::create(m_folder, describe(StoreKind::Ragged, codec, 0))))
{
    std::vector<std::vector<std::byte>> bytes;
    std::vector<std::uint64_t> lengths(records);
    for (std::uint64_t i = 0; i < records; ++i) {
        lengths[i] = raggedBytes(i);
        bytes.push_back(recordOf(i, lengths[i]));
    }
    std::vector<RaggedRecord> all;
    for (std::uint64_t i = 0; i < records; ++i)
        all.push_back({bytes[i], std::span(lengths).subspan(i, 1)});
    require(m_store.append(all));
}

ScratchStore::~ScratchStore()
{
    if (const Status status = m_store.close(); !status.ok())
        std::fprintf(stderr, "zr_benchmarks: %s\n", status.message().c_str());
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

std::vector<std::uint64_t> walkStep(std::uint64_t step, std::uint64_t batch, std::uint64_t records)
{
    std::vector<std::uint64_t> indices(batch);
    for (std::uint64_t i = 0; i < batch; ++i)
        indices[i] = (step * batch + i) % records * kWalk % records;
    return indices;
}

}  // namespace zrecord
