#include "finding/record_contents.h"

#include <array>

#include <QTest>

#include "fact_stores.h"

namespace zrecord {

class TestRecordContents : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void denseRecordsLieOneBehindTheOther()
    {
        test::FactStores stores;
        const Store store = stores.dense<std::uint8_t>("d", "|u1", {2}, {1, 2, 3, 4, 1, 2});
        const RecordContents contents = *readContents(store, std::array<std::uint64_t, 3>{2, 1, 0}, {});
        QCOMPARE(contents.record(1)[0], std::byte{3});
        QVERIFY(contents.equal(0, contents, 2));
        QVERIFY(!contents.equal(0, contents, 1));
    }

    void shapeBelongsToARaggedRecord()
    {
        test::FactStores stores;
        const Store store = stores.ragged("r", {{7, 7}, {7}, {7, 7}});
        const RecordContents contents = *readContents(store, std::array<std::uint64_t, 3>{0, 1, 2}, {});
        QCOMPARE(contents.record(1).size(), std::size_t{4});
        QVERIFY(contents.equal(0, contents, 2));
        QVERIFY(!contents.equal(0, contents, 1));
    }

    void onlyDamageConcernsOneRecord()
    {
        QVERIFY(isDamage(Status(ErrorCode::CorruptRecord, "x")));
        QVERIFY(!isDamage(Status(ErrorCode::IoError, "x")) && !isDamage(Status(ErrorCode::Cancelled, "x")) && !isDamage({}));
        test::FactStores stores;
        const Store store = stores.dense<std::uint8_t>("o", "|u1", {}, {1});
        QCOMPARE(readContents(store, std::array<std::uint64_t, 1>{5}, {}).code(), ErrorCode::OutOfRange);
    }
};

}  // namespace zrecord

QTEST_GUILESS_MAIN(zrecord::TestRecordContents)
#include "tst_record_contents.moc"
