#include "workbench/support/sample_stores.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include <QtGlobal>

#include "format/location_entry.h"
#include "format/meta_header.h"
#include "store/store_access.h"
#include "support/faulty_file_system.h"

namespace zrecord::workbench::test {
namespace {

namespace fs = std::filesystem;

template <typename T>
T orDie(Result<T> result) {
    if (!result.ok())
        qFatal("%s", result.status().message().c_str());
    return std::move(result).value();
}

void orDie(const Status& status) {
    if (!status.ok())
        qFatal("%s", status.message().c_str());
}

Store createDense(const fs::path& path, const DType& dtype, const Shape& shape) {
    StoreDescription description;
    description.dtype = dtype;
    description.itemShape = shape;
    description.codec = Codec::Raw;
    return orDie(Store::create(path, description));
}

void writeAt(const fs::path& file, std::uint64_t offset, std::span<const std::byte> bytes) {
    if (!fs::exists(file))
        std::ofstream(file, std::ios::binary).put('\0');
    std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp(static_cast<std::streamoff>(offset));
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

QString toQString(const fs::path& path) {
    return QString::fromStdString(path.string());
}

void makeByteStore(const fs::path& path, const std::vector<int>& values) {
    Store store = createDense(path, DType(), {1});
    std::vector<std::byte> bytes;
    for (const int value : values)
        bytes.push_back(static_cast<std::byte>(value));
    if (!bytes.empty())
        orDie(store.append(std::span<const std::byte>(bytes)));
    orDie(store.close());
}

void makeImageStore(const fs::path& path, const Shape& shape, std::uint64_t records) {
    Store store = createDense(path, DType(), shape);
    const std::uint64_t width = orDie(elementCount(shape));
    std::vector<std::byte> bytes(width * records);
    for (std::uint64_t i = 0; i < records; ++i)
        std::memset(bytes.data() + i * width, static_cast<int>(i % 256), width);
    orDie(store.append(std::span<const std::byte>(bytes)));
    orDie(store.close());
}

void makeRaggedStore(const fs::path& path, const std::vector<std::uint64_t>& lengths) {
    StoreDescription description;
    description.kind = StoreKind::Ragged;
    description.dtype = orDie(DType::parse("<i4"));
    description.codec = Codec::Zstd;
    Store store = orDie(Store::create(path, description));
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        std::vector<std::int32_t> values(lengths[i]);
        std::iota(values.begin(), values.end(), static_cast<std::int32_t>(100 * i));
        const RaggedRecord record{std::as_bytes(std::span(values)), std::span(&lengths[i], 1)};
        orDie(store.append(std::span(&record, 1)));
    }
    orDie(store.close());
}

void makeTextStore(const fs::path& path, const std::vector<std::string>& texts) {
    StoreDescription description;
    description.kind = StoreKind::Ragged;
    description.dtype = orDie(DType::parse("|u1"));
    Store store = orDie(Store::create(path, description));
    for (const std::string& text : texts) {
        const std::uint64_t size = text.size();
        const RaggedRecord record{std::as_bytes(std::span(text)), std::span(&size, 1)};
        orDie(store.append(std::span(&record, 1)));
    }
    orDie(store.close());
}

void makeSparseStore(const fs::path& path, std::uint64_t records, int first, int last) {
    makeByteStore(path, {first, last});
    constexpr std::uint64_t kSegment = std::uint64_t{1} << 28;
    for (std::uint64_t segment = 0; segment * kSegment < records; ++segment) {
        const fs::path file = path / (std::to_string(segment) + ".loc");
        if (!fs::exists(file))
            std::ofstream(file, std::ios::binary).put('\0');
        fs::resize_file(file, kLocationEntryBytes * std::min(kSegment, records - segment * kSegment));
    }
    std::array<std::byte, kLocationEntryBytes> entry{};
    storeLocationEntry(entry.data(), {1, 1, 1, 0});
    const std::uint64_t index = records - 1;
    writeAt(path / (std::to_string(index / kSegment) + ".loc"), index % kSegment * kLocationEntryBytes, entry);
    MetaHeader header;
    header.tailOffset = 2;
    header.length = records;
    writeAt(path / kMetaFileName, 0, encodeMetaHeader(header));
}

void interruptRemoval(const fs::path& path, const std::vector<std::uint64_t>& records) {
    zrecord::test::FaultyFileSystem system;
    OpenOptions options;
    options.access = Access::ReadWrite;
    Store store = orDie(StoreAccess::open(path, options, system));
    using Event = zrecord::test::FaultyFileSystem::Event;
    system.failWhere([](const Event& event) { return event.call == zrecord::test::FaultyFileSystem::Call::Write && event.path == "0.loc"; });
    if (store.remove(records).ok())
        qFatal("nothing interrupted the delete");
    static_cast<void>(store.close());
}

std::vector<int> byteValues(const fs::path& path) {
    const Store store = orDie(Store::open(path));
    std::vector<std::uint64_t> indices(store.size());
    std::iota(indices.begin(), indices.end(), 0);
    std::vector<std::byte> bytes(indices.size());
    orDie(store.gather(indices, bytes));
    std::vector<int> values;
    for (const std::byte byte : bytes)
        values.push_back(std::to_integer<int>(byte));
    return values;
}

}  // namespace zrecord::workbench::test
