#include <QTest>

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "zrecord/dictionary.h"
#include "zrecord/store.h"

using namespace zrecord;

namespace {

using Bytes = std::vector<std::byte>;

constexpr DictionaryTier kSmall{"small", 2'048, 40'000};

Bytes recordBytes(std::size_t size, unsigned seed)
{
    static const std::string kText = "In the beginning was the record, and the record was with the store, and the record was dense. ";
    Bytes bytes(size);
    std::uint32_t state = seed * 2'654'435'761U + 1;
    for (std::size_t i = 0; i < size; ++i) {
        if (i % 13 == 0)
            state = state * 1'664'525U + 1'013'904'223U;
        bytes[i] = static_cast<std::byte>(kText[((state >> 16) + i) % kText.size()]);
    }
    return bytes;
}

std::vector<Bytes> denseRecords(std::size_t count, std::size_t size)
{
    std::vector<Bytes> records;
    for (unsigned i = 0; i < count; ++i)
        records.push_back(recordBytes(size, i));
    return records;
}

Bytes joined(const std::vector<Bytes>& records)
{
    Bytes all;
    for (const Bytes& record : records)
        all.insert(all.end(), record.begin(), record.end());
    return all;
}

std::vector<std::span<const std::byte>> spans(const std::vector<Bytes>& records, const std::vector<std::size_t>& indices)
{
    std::vector<std::span<const std::byte>> result;
    for (const std::size_t i : indices)
        result.emplace_back(records[i]);
    return result;
}

}  // namespace

class TestDictionary : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path path(const char* name) const { return std::filesystem::path(m_folder.path().toStdString()) / name; }

    Store denseStore(const char* name, const std::vector<Bytes>& records) const
    {
        StoreDescription description;
        description.itemShape = {records.front().size()};
        auto store = Store::create(path(name), description);
        if (!store.ok() || !store->append(joined(records)).ok())
            qFatal("no store: %s", store.status().message().c_str());
        return std::move(store).value();
    }

private Q_SLOTS:
    void tiersHaveNames()
    {
        QCOMPARE(parseDictionaryTier("fast").value().dictionaryBytes, 32'768ULL);
        QCOMPARE(parseDictionaryTier("balanced").value().sampleBytes, 16'777'216ULL);
        QCOMPARE(parseDictionaryTier("max").value().dictionaryBytes, 1'048'576ULL);
        QCOMPARE(std::string(kDictionaryTiers[kDefaultDictionaryTier].name), std::string("balanced"));
        for (const char* name : {"", "Fast", "huge"})
            QVERIFY(parseDictionaryTier(name).code() == ErrorCode::InvalidArgument);
    }

    // 40,000 B of 160 B records are 250 of the 1,000: those that lie at linspace(0, 999, 250).
    void storeSamplesAreSpreadEvenly()
    {
        const auto records = denseRecords(1'000, 160);
        const Store store = denseStore("dense", records);
        std::vector<std::size_t> indices;
        for (std::size_t i = 0; i < 250; ++i)
            indices.push_back(static_cast<std::size_t>(static_cast<double>(i) * (999.0 / 249)));
        const auto expected = trainDictionary(spans(records, indices), kSmall);
        QVERIFY2(expected.ok(), expected.status().message().c_str());
        const auto trained = trainDictionary(store, kSmall);
        QVERIFY2(trained.ok(), trained.status().message().c_str());
        QCOMPARE(trained.value(), expected.value());

        std::ofstream(path("records.bin"), std::ios::binary)
            .write(reinterpret_cast<const char*>(joined(records).data()), 160'000)
            .write("tail", 4);  // a shorter last record does not count
        const auto fromFile = trainDictionary(path("records.bin"), 160, kSmall);
        QVERIFY2(fromFile.ok(), fromFile.status().message().c_str());
        QCOMPARE(fromFile.value(), expected.value());
    }

    void samplesAreTakenUntilTheBudgetIsFull()
    {
        const auto records = denseRecords(1'000, 160);
        std::vector<std::size_t> all(1'000);
        std::vector<std::size_t> first(250);
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = i;
        for (std::size_t i = 0; i < first.size(); ++i)
            first[i] = i;
        QCOMPARE(trainDictionary(spans(records, all), kSmall).value(), trainDictionary(spans(records, first), kSmall).value());
    }

    void raggedStore()
    {
        StoreDescription description;
        description.kind = StoreKind::Ragged;
        auto store = Store::create(path("ragged"), description);
        QVERIFY(store.ok());
        std::vector<Bytes> records;
        std::vector<RaggedRecord> views;
        std::vector<std::uint64_t> shapes;
        for (unsigned i = 0; i < 600; ++i) {
            records.push_back(recordBytes(60 + i % 41, i));
            shapes.push_back(records.back().size());
        }
        for (std::size_t i = 0; i < records.size(); ++i)
            views.push_back({records[i], std::span(shapes).subspan(i, 1)});
        QVERIFY(store->append(views).ok());
        std::uint64_t firstBytes = 0;
        for (std::size_t i = 0; i < 32; ++i)
            firstBytes += records[i].size();
        const std::uint64_t count = std::min<std::uint64_t>(600, 40'000 / (firstBytes / 32));
        QVERIFY(count < 600);
        std::vector<std::size_t> indices;
        for (std::uint64_t i = 0; i + 1 < count; ++i)
            indices.push_back(static_cast<std::size_t>(static_cast<double>(i) * (599.0 / static_cast<double>(count - 1))));
        indices.push_back(599);
        // Chosen by count, not by bytes: the tier's budget must not cut the list a second time.
        constexpr DictionaryTier kUncut{"small", 2'048, 1'000'000};
        QCOMPARE(trainDictionary(*store, kSmall).value(), trainDictionary(spans(records, indices), kUncut).value());
    }

    void errorsNameTheSource()
    {
        const Store store = denseStore("six", denseRecords(6, 256));
        const auto trained = trainDictionary(store, kDictionaryTiers[0]);
        QVERIFY(trained.code() == ErrorCode::TrainingFailed);
        const std::string message = trained.status().message();
        QVERIFY2(message.find("6 records of 256 B are too few to train a 32 KiB dictionary") != std::string::npos, message.c_str());
        QVERIFY2(message.find("six") != std::string::npos, message.c_str());

        auto empty = Store::create(path("empty"), StoreDescription{});
        QVERIFY(trainDictionary(*empty, kSmall).code() == ErrorCode::TrainingFailed);

        std::ofstream(path("short.bin"), std::ios::binary) << "abc";
        const auto file = trainDictionary(path("short.bin"), 1'000, kSmall);
        QVERIFY(file.code() == ErrorCode::TrainingFailed);
        QVERIFY(file.status().message().find("short.bin") != std::string::npos);
        QVERIFY(trainDictionary(path("none.bin"), 10, kSmall).code() == ErrorCode::NotFound);
        QVERIFY(trainDictionary(path("short.bin"), 0, kSmall).code() == ErrorCode::RecordTooLarge);
        QVERIFY(trainDictionary(path("short.bin"), (1ULL << 31) + 1, kSmall).code() == ErrorCode::RecordTooLarge);
    }

    void aTrainedDictionaryMakesAStore()
    {
        const auto records = denseRecords(1'000, 160);
        const auto dictionary = trainDictionary(denseStore("source", records), kSmall);
        QVERIFY(dictionary.ok());
        StoreDescription description;
        description.itemShape = {160};
        description.codec = Codec::ZstdDict;
        description.dictionary = dictionary.value();
        auto store = Store::create(path("with-dictionary"), description);
        QVERIFY2(store.ok(), store.status().message().c_str());
        QVERIFY(store->append(joined(records)).ok());
        Bytes back(160'000);
        std::vector<std::uint64_t> indices(1'000);
        for (std::size_t i = 0; i < indices.size(); ++i)
            indices[i] = i;
        QVERIFY(store->gather(indices, back).ok());
        QCOMPARE(back, joined(records));
        QVERIFY(store->stats().value().liveBytes < 160'000 / 2);
    }

    void progressEndsEachStage()
    {
        std::vector<std::string> ended;
        OperationContext context;
        context.progress = [&ended](const Progress& progress) {
            // The end may be told twice, when it falls together with a report that was due.
            if (progress.done == progress.total && (ended.empty() || ended.back() != progress.stage))
                ended.emplace_back(progress.stage);
        };
        const Store store = denseStore("progress", denseRecords(400, 160));
        QVERIFY(trainDictionary(store, kSmall, context).ok());
        QCOMPARE(ended, (std::vector<std::string>{"reading samples", "training the dictionary"}));
    }

    void stopped()
    {
        std::stop_source source;
        source.request_stop();
        OperationContext context;
        context.stop = source.get_token();
        const Store store = denseStore("stopped", denseRecords(400, 160));
        QVERIFY(trainDictionary(store, kSmall, context).code() == ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestDictionary)
#include "tst_dictionary.moc"
