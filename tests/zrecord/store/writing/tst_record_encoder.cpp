#include <QTest>

#include <fstream>

#include <zstd.h>

#include "store/writing/record_encoder.h"
#include "store/store_access.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

constexpr std::size_t kWidth = 300;

Result<Store> openForWriting(const std::filesystem::path& path)
{
    OpenOptions options;
    options.access = Access::ReadWrite;
    return Store::open(path, options);
}

}  // namespace

/// The level of a store: asked for or chosen, kept in the side folder, used by later handles, and never needed to read.
class TestRecordEncoder : public QObject {
    Q_OBJECT

private slots:
    void largeBatchDecides()
    {
        TemporaryFolder folder;
        auto store = Store::create(folder / "s", denseBytes(kWidth, Codec::ZstdDict));
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(patternRecords(0, 31, kWidth)));
        QVERIFY(!store->encoder().value());
        QVERIFY(!std::filesystem::exists(folder / "s/.zrx"));
        ZR_VERIFY_OK(store->append(patternRecords(31, 200, kWidth)));
        const auto chosen = store->encoder().value();
        QVERIFY(chosen);
        QVERIFY(!chosen->asked);
        QCOMPARE(chosen->samples, 200U);
        QVERIFY(chosen->choice.level < kLoaderxDictionaryLevel || chosen->choice.lighterSearch);
        ZR_VERIFY_OK(store->close());
        // A later handle writes the same way: the stored size of the same record does not change.
        auto again = openForWriting(folder / "s");
        ZR_VERIFY_OK(again);
        ZR_VERIFY_OK(again->append(patternRecords(31, 1, kWidth)));
        const std::uint64_t twins[] = {31, 231};
        QCOMPARE(again->locate(twins[0])->storedBytes, again->locate(twins[1])->storedBytes);
        Bytes all = patternRecords(0, 231, kWidth);
        const Bytes last = patternRecord(31, kWidth);
        all.insert(all.end(), last.begin(), last.end());
        QVERIFY(readDense(*again).value() == all);
    }

    void askedLevelIsKept()
    {
        TemporaryFolder folder;
        CreateOptions options;
        options.zstdLevel = 19;
        ZR_VERIFY_OK(Store::create(folder / "s", denseBytes(kWidth, Codec::Zstd), options));
        auto store = openForWriting(folder / "s");
        ZR_VERIFY_OK(store);
        QVERIFY(store->encoder().value() == (StoreEncoder{{19, false}, true, 0}));
        const Bytes plain = patternRecord(5, kWidth);
        ZR_VERIFY_OK(store->append(plain));
        const auto expected = [&](int level) {
            Bytes room(ZSTD_compressBound(plain.size()));
            room.resize(ZSTD_compress(room.data(), room.size(), plain.data(), plain.size(), level));
            return room;
        };
        QVERIFY(store->storedBytes(0).value() == expected(19));
    }

    void ratioIsLevel19()
    {
        TemporaryFolder folder;
        CreateOptions options;
        options.tuning = EncoderTuning::Ratio;
        auto store = Store::create(folder / "s", denseBytes(kWidth, Codec::ZstdDict), options);
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(patternRecords(0, 100, kWidth)));
        QVERIFY(store->encoder().value()->choice == EncoderChoice{});
    }

    void damagedNoteIsChosenAgain()
    {
        TemporaryFolder folder;
        {
            auto store = Store::create(folder / "s", denseBytes(kWidth, Codec::ZstdDict));
            ZR_VERIFY_OK(store);
            ZR_VERIFY_OK(store->append(patternRecords(0, 100, kWidth)));
        }
        std::ofstream(folder / "s/.zrx/encoder", std::ios::binary | std::ios::trunc) << "nonsense";
        auto store = openForWriting(folder / "s");
        ZR_VERIFY_OK(store);
        QVERIFY(!store->encoder().value());
        QVERIFY(readDense(*store).value() == patternRecords(0, 100, kWidth));
        ZR_VERIFY_OK(store->append(patternRecords(100, 100, kWidth)));
        QVERIFY(store->encoder().value());
        QVERIFY(readDense(*store).value() == patternRecords(0, 200, kWidth));
    }

    void linkInPlaceOfTheSideFolderIsLeftAlone()
    {
        TemporaryFolder folder;
        auto store = Store::create(folder / "s", denseBytes(kWidth, Codec::ZstdDict));
        ZR_VERIFY_OK(store);
        std::filesystem::create_directory(folder / "elsewhere");
        std::filesystem::create_directory_symlink(folder / "elsewhere", folder / "s/.zrx");
        ZR_VERIFY_OK(store->append(patternRecords(0, 100, kWidth)));
        QVERIFY(std::filesystem::is_empty(folder / "elsewhere"));
        QVERIFY(readDense(*store).value() == patternRecords(0, 100, kWidth));
    }

    void raggedRecordsDecideByTheirPayloads()
    {
        TemporaryFolder folder;
        auto store = Store::create(folder / "s", raggedBytes(Codec::ZstdDict));
        ZR_VERIFY_OK(store);
        std::vector<OwnedRagged> records;
        for (std::uint64_t i = 0; i < 80; ++i)
            records.push_back(patternRagged(i));
        ZR_VERIFY_OK(appendRagged(*store, records));
        QCOMPARE(store->encoder().value()->samples, 80U);
        QVERIFY(readRagged(*store).value() == records);
    }
};

QTEST_APPLESS_MAIN(TestRecordEncoder)
#include "tst_record_encoder.moc"
