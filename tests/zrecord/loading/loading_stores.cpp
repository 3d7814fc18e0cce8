#include "loading_stores.h"

#include <QTest>

#include <cstring>
#include <fstream>
#include <utility>

namespace zrecord::test {
namespace {

constexpr std::uint64_t kRecordsPerAppend = 4096;

// Compressible, and different in every record: the number, then a short pattern over and over.
void fillRecord(std::span<std::byte> out, std::uint64_t number)
{
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<std::byte>(i < 8 ? number >> (8 * i) : (number * 7 + i % 16) & 0xFF);
}

void require(const Status& status)
{
    if (!status.ok())
        qFatal("%s", qPrintable(messageOf(status)));
}

StoreDescription described(StoreKind kind, Codec codec)
{
    StoreDescription description;
    description.kind = kind;
    description.codec = codec;
    if (codec == Codec::ZstdDict) {
        description.dictionary.resize(2048);
        for (std::size_t i = 0; i < description.dictionary.size(); ++i)
            description.dictionary[i] = static_cast<std::byte>(i * i % 251);
    }
    return description;
}

template <typename T>
T taken(Result<T> result)
{
    require(result.status());
    return std::move(result).value();
}

}  // namespace

std::vector<std::byte> denseRecord(std::uint64_t number, std::uint64_t width)
{
    std::vector<std::byte> record(width);
    fillRecord(record, number);
    return record;
}

Shape raggedShape(std::uint64_t number)
{
    switch (number % 3) {
    case 0:
        return {4 + number % 90};
    case 1:
        return {2 + number % 5, 4};
    default:
        return number % 2 == 0 ? Shape{} : Shape{1, 5 + number % 7, 2};
    }
}

std::vector<std::byte> raggedRecord(std::uint64_t number)
{
    std::uint64_t elements = 1;
    for (const std::uint64_t dimension : raggedShape(number))
        elements *= dimension;
    return denseRecord(number, elements * 2);
}

Store& LoadingStores::add(const std::string& name, std::uint64_t width, StoreDescription description)
{
    Store store = taken(Store::create(path() / name, description));
    m_stores.push_back(std::make_unique<Named>(Named{name, width, std::move(store)}));
    return m_stores.back()->store;
}

Store& LoadingStores::addDense(const std::string& name, std::uint64_t records, std::uint64_t width, Codec codec)
{
    StoreDescription description = described(StoreKind::Dense, codec);
    description.itemShape = {width};
    Store& store = add(name, width, std::move(description));
    std::vector<std::byte> bytes;
    for (std::uint64_t number = 0; number < records; ++number) {
        const std::vector<std::byte> record = denseRecord(number, width);
        bytes.insert(bytes.end(), record.begin(), record.end());
        if (number + 1 == records || (number + 1) % kRecordsPerAppend == 0) {
            require(store.append(bytes).status());
            bytes.clear();
        }
    }
    return store;
}

Store& LoadingStores::addRagged(const std::string& name, std::uint64_t records, Codec codec)
{
    StoreDescription description = described(StoreKind::Ragged, codec);
    description.dtype = taken(DType::parse("<u2"));
    Store& store = add(name, 0, std::move(description));
    std::vector<std::vector<std::byte>> bytes;
    std::vector<Shape> shapes;
    for (std::uint64_t number = 0; number < records; ++number) {
        bytes.push_back(raggedRecord(number));
        shapes.push_back(raggedShape(number));
    }
    std::vector<RaggedRecord> ragged;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        ragged.push_back({bytes[i], shapes[i]});
    require(store.append(ragged).status());
    return store;
}

void LoadingStores::damage(std::size_t number, std::uint64_t record)
{
    Named& named = *m_stores[number];
    const RecordLocation location = taken(named.store.locate(record));
    const std::filesystem::path folder = path() / named.name;
    const bool isRaw = named.store.summary().codec == Codec::Raw;
    // Raw bytes cannot be wrong; an entry that points outside its chunk can.
    const std::uint64_t entry = record * (named.width == 0 ? 2 : 1) * 16;
    std::fstream file(folder / (isRaw ? "0.loc" : std::to_string(location.chunk) + ".chunk"),
                      std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(isRaw ? entry : location.offset));
    const char bad[4] = {'\xF0', '\xFF', '\xFF', '\xF0'};
    file.write(bad, sizeof bad);
    if (!file.flush())
        qFatal("a test store could not be damaged");
}

std::vector<LoaderStream> LoadingStores::streams() const
{
    std::vector<LoaderStream> streams;
    for (const auto& named : m_stores)
        streams.push_back(LoaderStream::borrowed(named->name, named->store));
    return streams;
}

void LoadingStores::closeAll()
{
    for (const auto& named : m_stores)
        require(named->store.close());
}

QString LoadingStores::difference(const Batch& batch, std::span<const std::uint64_t> indices) const
{
    if (!batch)
        return QStringLiteral("the batch is empty");
    if (indicesOf(batch) != std::vector(indices.begin(), indices.end()))
        return QStringLiteral("other indices at step %1").arg(batch.step());
    if (batch.streams().size() != m_stores.size())
        return QStringLiteral("another number of streams");
    for (const auto& named : m_stores) {
        const BatchStream* stream = batch.find(named->name);
        if (!stream || (stream->layout == nullptr) != (named->width != 0))
            return QStringLiteral("stream %1 is missing or of the wrong kind").arg(QString::fromStdString(named->name));
        std::uint64_t at = 0;
        for (std::size_t i = 0; i < indices.size(); ++i) {
            const std::vector<std::byte> expected =
                named->width != 0 ? denseRecord(indices[i], named->width) : raggedRecord(indices[i]);
            if (stream->layout) {
                const std::span<const std::uint64_t> shape = stream->layout->shape(i);
                if (stream->layout->offsets[i] != at || Shape(shape.begin(), shape.end()) != raggedShape(indices[i]))
                    return QStringLiteral("another place or shape for record %1 in step %2").arg(indices[i]).arg(batch.step());
            }
            if (at + expected.size() > stream->bytes.size() ||
                std::memcmp(stream->bytes.data() + at, expected.data(), expected.size()) != 0)
                return QStringLiteral("other bytes for record %1 in step %2").arg(indices[i]).arg(batch.step());
            at += expected.size();
        }
        if (at != stream->bytes.size())
            return QStringLiteral("too many bytes in step %1").arg(batch.step());
    }
    return {};
}

std::vector<std::vector<std::uint64_t>> samplerSteps(const SamplerOptions& options, std::uint64_t first, std::uint64_t count)
{
    Sampler sampler = taken(Sampler::create(options));
    require(sampler.seek(first));
    std::vector<std::vector<std::uint64_t>> steps(count, std::vector<std::uint64_t>(sampler.batchLength()));
    for (std::vector<std::uint64_t>& step : steps)
        require(sampler.next(step));
    return steps;
}

DataLoader makeLoader(std::vector<LoaderStream> streams, LoaderOptions options)
{
    return taken(DataLoader::create(std::move(streams), std::move(options)));
}

std::vector<std::uint64_t> indicesOf(const Batch& batch)
{
    return {batch.indices().begin(), batch.indices().end()};
}

QString messageOf(const Status& status)
{
    return QString::fromStdString(std::string(status.info().name) + ": " + status.message());
}

}  // namespace zrecord::test
