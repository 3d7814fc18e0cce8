#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "zrecord/import_source.h"
#include "zrecord/store.h"

namespace zrecord::testing {

using Bytes = std::vector<std::byte>;

inline Bytes bytesOf(const QByteArray& data)
{
    const auto span = std::as_bytes(std::span(data.constData(), static_cast<std::size_t>(data.size())));
    return {span.begin(), span.end()};
}

inline QByteArray arrayOf(std::span<const std::byte> bytes)
{
    return QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
}

inline QByteArray readFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline bool writeFile(const QString& path, const QByteArray& data)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(data) == data.size();
}

/// All that a source gives, batch after batch.
struct Collected {
    Status status;
    Bytes bytes;
    std::vector<Bytes> records;  ///< ragged only
    std::vector<Shape> shapes;   ///< ragged only
    std::uint64_t count = 0;
    std::uint64_t largestBatch = 0;
};

inline Collected collect(ImportSource& source, std::uint64_t maxBytes)
{
    Collected all;
    ImportBatch batch;
    while (true) {
        all.status = source.next(batch, maxBytes);
        if (!all.status.ok() || batch.records == 0)
            return all;
        all.count += batch.records;
        all.largestBatch = std::max<std::uint64_t>(all.largestBatch, batch.bytes.size());
        all.bytes.insert(all.bytes.end(), batch.bytes.begin(), batch.bytes.end());
        if (source.description().kind == StoreKind::Dense)
            continue;
        for (std::size_t i = 0; i < batch.layout.size(); ++i) {
            const auto begin = batch.bytes.begin() + static_cast<std::ptrdiff_t>(batch.layout.offsets[i]);
            const auto end = batch.bytes.begin() + static_cast<std::ptrdiff_t>(batch.layout.offsets[i + 1]);
            all.records.emplace_back(begin, end);
            all.shapes.emplace_back(batch.layout.shape(i).begin(), batch.layout.shape(i).end());
        }
    }
}

inline std::vector<std::uint64_t> allIndices(const Store& store)
{
    std::vector<std::uint64_t> indices(static_cast<std::size_t>(store.size()));
    std::iota(indices.begin(), indices.end(), std::uint64_t{0});
    return indices;
}

/// Every record of a dense store.
inline Bytes denseContents(const Store& store)
{
    Bytes bytes(static_cast<std::size_t>(store.size() * store.summary().recordBytes));
    return store.gather(allIndices(store), bytes).ok() ? bytes : Bytes();
}

struct RaggedContents {
    std::vector<QByteArray> records;
    std::vector<Shape> shapes;
    friend bool operator==(const RaggedContents&, const RaggedContents&) = default;
};

inline RaggedContents raggedContents(const Store& store)
{
    RaggedContents contents;
    const auto indices = allIndices(store);
    const auto layout = store.layout(indices);
    if (!layout.ok())
        return contents;
    Bytes bytes(static_cast<std::size_t>(layout->offsets.back()));
    if (!store.gather(indices, *layout, bytes).ok())
        return contents;
    for (std::size_t i = 0; i < layout->size(); ++i) {
        contents.records.push_back(arrayOf(std::span(bytes).subspan(static_cast<std::size_t>(layout->offsets[i]),
                                                                    static_cast<std::size_t>(layout->offsets[i + 1] - layout->offsets[i]))));
        contents.shapes.emplace_back(layout->shape(i).begin(), layout->shape(i).end());
    }
    return contents;
}

/// A dense store with `records` records whose bytes count upwards.
inline Store makeDense(const std::filesystem::path& path, std::string_view dtype, Shape itemShape, std::uint64_t records,
                       Codec codec = Codec::Zstd)
{
    StoreDescription description{StoreKind::Dense, *DType::parse(dtype), std::move(itemShape), codec, {}};
    Bytes bytes(static_cast<std::size_t>(records * *description.recordBytes()));
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>((i * 7 + i / 256) & 0xFF);
    Store store = *Store::create(path, description);
    if (records > 0 && !store.append(std::span<const std::byte>(bytes)).ok())
        qFatal("the store of the test cannot be filled");
    return store;
}

/// A ragged <u2 store; record i has the shape (i % 5 + 1, i % 3 + 1), every seventh is a scalar.
inline Store makeRagged(const std::filesystem::path& path, std::uint64_t records)
{
    Store store = *Store::create(path, {StoreKind::Ragged, *DType::parse("<u2"), {}, Codec::Zstd, {}});
    for (std::uint64_t i = 0; i < records; ++i) {
        const Shape shape = i % 7 == 6 ? Shape{} : Shape{i % 5 + 1, i % 3 + 1};
        Bytes bytes(static_cast<std::size_t>(2 * *elementCount(shape)), static_cast<std::byte>(i & 0xFF));
        const RaggedRecord record{bytes, shape};
        if (!store.append(std::span(&record, 1)).ok())
            qFatal("the store of the test cannot be filled");
    }
    return store;
}

inline bool mentions(const Status& status, std::string_view text)
{
    return status.message().find(text) != std::string::npos;
}

}  // namespace zrecord::testing
