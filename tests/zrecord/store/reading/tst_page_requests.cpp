#include <QTest>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/read_ahead.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

/// Lets go of what the system keeps of a store's chunk in memory.
void makeCold(const std::filesystem::path& store)
{
    const int file = ::open((store / "0.chunk").c_str(), O_RDONLY | O_CLOEXEC);
    QVERIFY(file >= 0);
    QCOMPARE(::fdatasync(file), 0);
    QCOMPARE(::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED), 0);
    ::close(file);
}

}  // namespace

/// Records that are asked for before they are read.
class TestPageRequests : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void askForNeighboursAtAStroke()
    {
        const TemporaryFolder folder;
        constexpr std::uint64_t kWidth = 4096;
        auto store = Store::create(folder / "s", denseBytes(kWidth, Codec::Raw));
        ZR_VERIFY_OK(store.status());
        ZR_VERIFY_OK(store->append(Bytes(kWidth * 512, std::byte{3})).status());
        ZR_VERIFY_OK(store->sync());
        const std::vector<std::uint64_t> neighbours{9, 7, 8, 8};
        QCOMPARE(readAhead(*store, neighbours, ReadAheadCheck::None), 3 * kWidth);
        const std::vector<std::uint64_t> near{100, 104};
        QCOMPARE(readAhead(*store, near, ReadAheadCheck::None), 5 * kWidth);
        const std::vector<std::uint64_t> far{0, 200, 500};
        QCOMPARE(readAhead(*store, far, ReadAheadCheck::None), 3 * kWidth);
        QCOMPARE(readAhead(*store, {}, ReadAheadCheck::None), std::uint64_t{0});
        const std::vector<std::uint64_t> outside{1, 512};
        QCOMPARE(readAhead(*store, outside, ReadAheadCheck::None), std::uint64_t{0});
        ZR_VERIFY_OK(store->close());
        QCOMPARE(readAhead(*store, far, ReadAheadCheck::None), std::uint64_t{0});
    }

    void askForNothingThatIsThere_data()
    {
        QTest::addColumn<int>("codec");
        QTest::addRow("raw") << static_cast<int>(Codec::Raw);
        QTest::addRow("zstd") << static_cast<int>(Codec::Zstd);
    }

    void askForNothingThatIsThere()
    {
        QFETCH(int, codec);
        const TemporaryFolder folder;
        auto store = Store::create(folder / "s", raggedBytes(static_cast<Codec>(codec)));
        ZR_VERIFY_OK(store.status());
        Bytes payload(60'000);
        std::vector<std::uint64_t> shape{payload.size()};
        for (int i = 0; i < 200; ++i) {
            for (std::size_t at = 0; at < payload.size(); ++at)
                payload[at] = static_cast<std::byte>((at * at * 31 + static_cast<std::size_t>(i) * 977) >> 7);
            const RaggedRecord record{payload, shape};
            ZR_VERIFY_OK(store->append({&record, 1}).status());
        }
        ZR_VERIFY_OK(store->sync());
        std::vector<std::uint64_t> indices(200);
        for (std::size_t i = 0; i < indices.size(); ++i)
            indices[i] = 199 - i;
        makeCold(folder / "s");
        // File systems that live in memory stay warm.
        const std::uint64_t asked = readAhead(*store, indices);
        QVERIFY2(asked == 0 || asked >= store->stats()->liveBytes * 9 / 10, qPrintable(QString::number(asked)));
        const auto layout = store->layout(indices);
        ZR_VERIFY_OK(layout.status());
        Bytes all(layout->offsets.back());
        ZR_VERIFY_OK(store->gather(indices, *layout, all));
        QVERIFY(std::equal(payload.begin(), payload.end(), all.begin()));
        QCOMPARE(readAhead(*store, indices), std::uint64_t{0});
    }

    void damagedEntriesAreLeftToTheGather()
    {
        const TemporaryFolder folder;
        {
            auto store = Store::create(folder / "s", denseBytes(100, Codec::Zstd));
            ZR_VERIFY_OK(store.status());
            ZR_VERIFY_OK(store->append(Bytes(1000, std::byte{1})).status());
            ZR_VERIFY_OK(store->close());
        }
        std::fstream table(folder / "s" / "0.loc", std::ios::in | std::ios::out | std::ios::binary);
        table.seekp(3 * 16);
        table.write("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 16);
        table.close();
        auto store = Store::open(folder / "s");
        ZR_VERIFY_OK(store.status());
        const std::vector<std::uint64_t> indices{2, 3};
        QCOMPARE(readAhead(*store, indices, ReadAheadCheck::None), std::uint64_t{0});
        QVERIFY(readAhead(*store, std::span(indices).first(1), ReadAheadCheck::None) > 0);
    }

    void filesThatAreNotMapped()
    {
        const TemporaryFolder folder;
        {
            auto store = Store::create(folder / "s", denseBytes(100, Codec::Raw));
            ZR_VERIFY_OK(store.status());
            ZR_VERIFY_OK(store->append(Bytes(1000, std::byte{1})).status());
            ZR_VERIFY_OK(store->close());
        }
        OpenOptions options;
        options.readMode = ReadMode::Pread;
        auto store = Store::open(folder / "s", options);
        ZR_VERIFY_OK(store.status());
        const std::vector<std::uint64_t> indices{2, 3};
        QCOMPARE(readAhead(*store, indices, ReadAheadCheck::None), std::uint64_t{0});
    }
};

QTEST_APPLESS_MAIN(TestPageRequests)
#include "tst_page_requests.moc"
