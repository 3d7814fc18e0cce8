#include <QTest>

#include <stop_token>

#include "loading/batch_reader.h"
#include "loading/slot_pool.h"
#include "loading_stores.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

using Indices = std::vector<std::uint64_t>;
constexpr std::uint64_t kRecords = 40;

/// A raw, a zstd and a ragged stream, a reader over them, and one slot.
struct Reading {
    explicit Reading(OnCorrupt policy)
    {
        stores.addDense("raw", kRecords, 24);
        stores.addDense("zstd", kRecords, 100, Codec::Zstd);
        stores.addRagged("ragged", kRecords, Codec::Zstd);
        streams = stores.streams();
        std::vector<SlotPool::Stream> described;
        for (const LoaderStream& stream : streams)
            described.push_back({stream.name, stream.store->summary()});
        pool = std::make_shared<SlotPool>(described, 1);
        batch = pool->take();
        reader = std::make_unique<BatchReader>(streams, kRecords, policy);
    }

    Status read(const Indices& indices, std::stop_token stop = {})
    {
        BatchSlot::of(batch).indices = indices;
        OperationContext context;
        context.stop = std::move(stop);
        return reader->read(BatchSlot::of(batch), context);
    }

    LoadingStores stores;
    std::vector<LoaderStream> streams;
    std::shared_ptr<SlotPool> pool;
    Batch batch;
    std::unique_ptr<BatchReader> reader;
};

}  // namespace

class TestBatchReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAllStreams()
    {
        Reading reading(OnCorrupt::Raise);
        for (const Indices& indices : {Indices{3, 0, 39, 3}, Indices{7}, Indices{39, 38, 37}}) {
            QVERIFY(reading.read(indices).ok());
            QCOMPARE(reading.stores.difference(reading.batch, indices), QString());
        }
    }

    void raises()
    {
        Reading reading(OnCorrupt::Raise);
        reading.stores.damage(1, 7);
        const Status status = reading.read({5, 6, 7, 8});
        QCOMPARE(status.code(), ErrorCode::CorruptRecord);
        QVERIFY2(status.what().starts_with("stream 'zstd': "), qPrintable(messageOf(status)));
        QCOMPARE(status.record(), std::optional<std::uint64_t>(7));
        QVERIFY(status.store().ends_with("/zstd"));
        QCOMPARE(status.file(), std::string_view("0.chunk"));
        QVERIFY(status.offset().has_value());
    }

    // A record that is bad in any stream is left out of all of them.
    void skips()
    {
        Reading reading(OnCorrupt::Skip);
        reading.stores.damage(0, 3);
        reading.stores.damage(1, 20);
        reading.stores.damage(2, 5);
        QVERIFY(reading.read({20, 1, 5, 2, 3, 20}).ok());
        QCOMPARE(reading.stores.difference(reading.batch, Indices{1, 2}), QString());
        const auto issues = reading.batch.issues();
        QCOMPARE(issues.size(), std::size_t{4});
        const Indices records{20, 5, 3, 20};
        const std::vector<std::string> streams{"zstd", "ragged", "raw", "zstd"};
        for (std::size_t i = 0; i < issues.size(); ++i) {
            QCOMPARE(issues[i].record, records[i]);
            QCOMPARE(issues[i].stream, streams[i]);
            QCOMPARE(issues[i].fault.code(), ErrorCode::CorruptRecord);
            QCOMPARE(issues[i].fault.record(), std::optional(records[i]));
            QVERIFY(!issues[i].replacement);
        }
        QVERIFY(reading.read({20, 3}).ok());
        QCOMPARE(reading.batch.records(), std::size_t{0});
        QVERIFY(reading.batch.streams()[0].bytes.empty());
        QVERIFY(reading.batch.streams()[2].bytes.empty());
    }

    void replaces()
    {
        Reading reading(OnCorrupt::Replace);
        reading.stores.damage(0, 39);
        reading.stores.damage(1, 0);
        reading.stores.damage(2, 10);
        QVERIFY(reading.read({39, 10, 7}).ok());
        QCOMPARE(reading.stores.difference(reading.batch, Indices{1, 11, 7}), QString());
        QCOMPARE(reading.batch.issues().size(), std::size_t{2});
        QCOMPARE(reading.batch.issues()[0].record, std::uint64_t{39});
        QCOMPARE(reading.batch.issues()[0].replacement, std::optional<std::uint64_t>(1));
        QCOMPARE(reading.batch.issues()[1].replacement, std::optional<std::uint64_t>(11));
    }

    void nothingToReplaceWith()
    {
        Reading reading(OnCorrupt::Replace);
        for (std::uint64_t record = 0; record < kRecords; ++record)
            reading.stores.damage(1, record);
        const Status status = reading.read({4});
        QCOMPARE(status.code(), ErrorCode::CorruptRecord);
        QCOMPARE(status.record(), std::optional<std::uint64_t>(4));
        QVERIFY2(status.what().find("none of the 39 records") != std::string_view::npos, qPrintable(messageOf(status)));
    }

    void changedLengthsAreNamed()
    {
        Reading reading(OnCorrupt::Skip);
        QVERIFY(reading.read({1}).ok());
        QVERIFY(reading.stores.store(1).append(denseRecord(40, 100)).ok());
        const Status grown = reading.read({1});
        QCOMPARE(grown.code(), ErrorCode::WrongKind);
        QCOMPARE(QString::fromStdString(std::string(grown.what())),
                 QStringLiteral("stream 'zstd' had 40 records when the loader was made and has 41 now"));
        QVERIFY(reading.stores.store(1).remove(Indices{40}).ok());
        QVERIFY(reading.read({1}).ok());
        QVERIFY(reading.stores.store(2).remove(Indices{0}).ok());
        const Status shrunk = reading.read({1});
        QVERIFY(shrunk.what().find("stream 'ragged' had 40 records") != std::string_view::npos);
        QVERIFY(reading.stores.store(0).close().ok());
        QCOMPARE(reading.read({1}).code(), ErrorCode::Closed);
    }

    void stops()
    {
        Reading reading(OnCorrupt::Skip);
        std::stop_source source;
        source.request_stop();
        QCOMPARE(reading.read({1, 2}, source.get_token()).code(), ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestBatchReader)
#include "tst_batch_reader.moc"
