#include <QTest>

#include <numeric>

#include "loading/joined_stream.h"
#include "loading_stores.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

using Indices = std::vector<std::uint64_t>;

/// The records of three folders of stores, one after the other: 40, 1 and 25.
class ThreeSets {
public:
    ThreeSets()
    {
        for (std::size_t i = 0; i < 3; ++i) {
            m_sets[i].addDense("image", kSizes[i], 30, Codec::Zstd);
            m_sets[i].addRagged("text", kSizes[i]);
        }
    }
    LoadingStores& set(std::size_t i) { return m_sets[i]; }
    std::vector<LoaderStream> streams() const
    {
        return *LoaderStream::joined({m_sets[0].streams(), m_sets[1].streams(), m_sets[2].streams()});
    }
    /// The record's number in its own set.
    static std::uint64_t own(std::uint64_t index) { return index < 40 ? index : index < 41 ? index - 40 : index - 41; }
    static constexpr std::array<std::uint64_t, 3> kSizes{40, 1, 25};
    static constexpr std::uint64_t kRecords = 66;

private:
    std::array<LoadingStores, 3> m_sets;
};

QString difference(const ThreeSets&, const Batch& batch)
{
    const BatchStream& image = *batch.find("image");
    const BatchStream& text = *batch.find("text");
    for (std::size_t i = 0; i < batch.records(); ++i) {
        const std::uint64_t own = ThreeSets::own(batch.indices()[i]);
        if (!std::ranges::equal(image.bytes.subspan(i * 30, 30), denseRecord(own, 30)))
            return QStringLiteral("image %1").arg(i);
        const std::uint64_t begin = text.layout->offsets[i];
        if (!std::ranges::equal(text.bytes.subspan(begin, text.layout->offsets[i + 1] - begin), raggedRecord(own)))
            return QStringLiteral("text %1").arg(i);
        if (!std::ranges::equal(text.layout->shape(i), raggedShape(own)))
            return QStringLiteral("shape %1").arg(i);
    }
    return {};
}

}  // namespace

class TestJoinedStream : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Through the loader, in every order, dense and ragged: what comes is what the stores hold.
    void readsAcrossStores()
    {
        const ThreeSets sets;
        for (const std::uint64_t prefetch : {0U, 3U})
            for (const std::uint64_t batch : {1U, 7U, 66U, 100U}) {
                LoaderOptions options;
                options.batch = batch;
                options.prefetch = prefetch;
                options.order = *makeMixtureOrder({{*makeShuffledOrder(40), 2}, {*makeShuffledOrder(1), 1}, {*makeLocalOrder(25, {4, 2}), 3}});
                options.cycleEnd = CycleEnd::Continue;
                DataLoader loader = makeLoader(sets.streams(), options);
                QCOMPARE(loader.length(), ThreeSets::kRecords);
                Indices parts(3);
                for (int step = 0; step < 40; ++step) {
                    const auto got = loader.next();
                    QVERIFY2(got.ok(), qPrintable(messageOf(got.status())));
                    QCOMPARE(difference(sets, *got), QString());
                    for (const std::uint64_t index : got->indices())
                        ++parts[index < 40 ? 0 : index < 41 ? 1 : 2];
                }
                const double total = static_cast<double>(40 * batch);
                QVERIFY(std::abs(static_cast<double>(parts[0]) - total * 2 / 6) <= 3);
                QVERIFY(std::abs(static_cast<double>(parts[1]) - total * 1 / 6) <= 3);
            }
    }

    // Modes of loaderx and batches within one store work on joined streams, too.
    void readsInStoredOrder()
    {
        const ThreeSets sets;
        LoaderOptions options;
        options.batch = 10;
        options.mode = SamplerMode::Sequential;
        DataLoader loader = makeLoader(sets.streams(), options);
        for (std::uint64_t step = 0; step < 20; ++step) {
            const auto got = loader.next();
            QVERIFY(got.ok());
            QCOMPARE(got->indices().front(), step * 10 % ThreeSets::kRecords);
            QCOMPARE(difference(sets, *got), QString());
        }
    }

    // A damaged record of the last store is replaced by its neighbour, counted over all stores.
    void damageIsFound()
    {
        ThreeSets sets;
        sets.set(2).damage(0, 3);
        LoaderOptions options;
        options.batch = 66;
        options.mode = SamplerMode::Sequential;
        DataLoader raising = makeLoader(sets.streams(), options);
        const auto failed = raising.next();
        QCOMPARE(failed.code(), ErrorCode::CorruptRecord);
        QVERIFY(failed.status().message().find(sets.set(2).path().string()) != std::string::npos);
        options.onCorrupt = OnCorrupt::Replace;
        const auto batch = makeLoader(sets.streams(), options).next();
        QVERIFY(batch.ok());
        QCOMPARE(batch->issues().size(), std::size_t{1});
        QCOMPARE(batch->issues()[0].record, std::uint64_t{44});
        QCOMPARE(batch->issues()[0].replacement, std::optional<std::uint64_t>(45));
        QCOMPARE(difference(sets, *batch), QString());
    }

    void lengthsAreWatched()
    {
        ThreeSets sets;
        const std::vector<LoaderStream> streams = sets.streams();
        const JoinedStream stream(streams[0]);
        QVERIFY(stream.checkLengths().ok());
        QVERIFY(sets.set(1).store(0).append(denseRecord(1, 30)).ok());
        const Status changed = stream.checkLengths();
        QCOMPARE(changed.code(), ErrorCode::WrongKind);
        QVERIFY(changed.message().find("stream 'image' had 1 record when the loader was made and has 2 now") != std::string::npos);
        QVERIFY(sets.set(2).store(0).close().ok());
    }

    void refused()
    {
        ThreeSets sets;
        LoadingStores other;
        other.addDense("image", 4, 31);
        const auto missing = LoaderStream::joined({sets.set(0).streams(), other.streams()});
        QCOMPARE(std::string(missing.status().what()), std::string("set 1 has 1 of the 2 streams of set 0"));
        const auto unknown = LoaderStream::joined({other.streams(), sets.set(0).streams()});
        QCOMPARE(std::string(unknown.status().what()), std::string("set 1 has a stream 'text' that set 0 does not have"));
        LoadingStores same;
        same.addDense("image", 4, 30);
        const auto mixed = DataLoader::create(*LoaderStream::joined({other.streams(), same.streams()}));
        QCOMPARE(mixed.code(), ErrorCode::WrongKind);
        QVERIFY(mixed.status().message().find("stream 'image' joins stores with records of different kinds") != std::string::npos);
        QVERIFY((*LoaderStream::joined({})).empty());
    }

    // Batches of similar length over joined streams; the statistics see what padding costs.
    void paddingIsReported()
    {
        LoadingStores stores;
        stores.addRagged("text", 500);
        const auto padding = [&stores](std::uint64_t window) {
            LoaderOptions options;
            options.batch = 20;
            options.order = *makeShuffledOrder(500);
            options.epochs = 1;
            if (window != 0)
                options.buckets = {readLengthsFrom(stores.streams()[0].store), "text", window};
            DataLoader loader = makeLoader(stores.streams(), options);
            std::uint64_t bytes = 0;
            for (auto batch = loader.next(); batch.ok() && *batch; batch = loader.next())
                bytes += batch->streams()[0].bytes.size();
            const LoaderStats stats = loader.stats();
            return std::pair(stats.raggedBytes == bytes, stats.paddedBytes);
        };
        const auto [exact, plain] = padding(0);
        const auto [exactToo, bucketed] = padding(25);
        QVERIFY(exact && exactToo);
        QVERIFY2(bucketed * 2 < plain, qPrintable(QString::number(bucketed) + " " + QString::number(plain)));
    }
};

QTEST_APPLESS_MAIN(TestJoinedStream)
#include "tst_joined_stream.moc"
