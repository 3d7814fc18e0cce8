#include <cmath>

#include "fact_stores.h"
#include "zrecord/finding/record_likeness.h"

namespace zrecord {

class TestOutliers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFarthestComesFirst()
    {
        // Means 0 … 99, but 1000 at 40 and 400 at 70: median 50.5, median distance 26.
        std::vector<double> values;
        for (int i = 0; i < 100; ++i)
            for (const double part : {-1.0, 1.0})
                values.push_back((i == 40 ? 1000 : i == 70 ? 400 : i) + part);
        test::FactStores stores;
        const Store store = stores.dense("o", "<f8", {2}, values);
        const FindTarget target{{&store}, 100, nullptr};
        const auto found = findOutliers(target, 0);
        QVERIFY2(found.ok(), found.status().message().c_str());
        QCOMPARE(found->records.size(), std::size_t{2});
        QCOMPARE(found->records[0].record, std::uint64_t{40});
        QCOMPARE(found->records[1].record, std::uint64_t{70});
        QVERIFY(found->records[0].score > found->records[1].score);
        QVERIFY(found->records[0].fact == "max" || found->records[0].fact == "mean" || found->records[0].fact == "min");
        QVERIFY(std::abs(found->records[0].score - (1000 - 50.5) / (1.4826 * 26)) < 1e-9);
        QCOMPARE(findOutliers(target, 0, {.score = 20})->records.size(), std::size_t{1});
    }

    /// Noise among blank records is found by how badly it packs.
    void byCompressibility()
    {
        std::vector<std::uint8_t> bytes;
        std::uint32_t state = 1;
        for (int record = 0; record < 200; ++record)
            for (int i = 0; i < 512; ++i) {
                state = state * 1664525 + 1013904223;
                // Same values and same statistics, only in another order: noise in record 120, runs in the others.
                bytes.push_back(static_cast<std::uint8_t>(record == 120 ? (i * 37) % 256 : (i + record % 7) / 2 % 256));
            }
        test::FactStores stores;
        const Store store = stores.dense("z", "|u1", {512}, bytes, Codec::Zstd);
        const auto found = findOutliers({{&store}, 200, nullptr}, 0);
        QVERIFY2(found.ok(), found.status().message().c_str());
        QVERIFY(!found->records.empty());
        QCOMPARE(found->records[0].record, std::uint64_t{120});
        QCOMPARE(QString::fromStdString(found->records[0].fact), QStringLiteral("ratio"));
    }

    void lengthsOfRaggedRecords()
    {
        std::vector<std::vector<std::int32_t>> records;
        for (int i = 0; i < 50; ++i)
            records.emplace_back(static_cast<std::size_t>(8 + i % 3), 5);
        records[17].resize(900, 5);
        test::FactStores stores;
        const Store store = stores.ragged("r", records);
        const auto found = findOutliers({{&store}, 50, nullptr}, 0);
        QVERIFY(!found->records.empty());
        QCOMPARE(found->records[0].record, std::uint64_t{17});
        QCOMPARE(QString::fromStdString(found->records[0].fact), QStringLiteral("elements"));
        QCOMPARE(found->records[0].value, 900.0);
    }

    void equalRecordsHaveNone()
    {
        test::FactStores stores;
        const Store store = stores.dense("e", "|u1", {4}, std::vector<std::uint8_t>(400, 3));
        const FindTarget target{{&store}, 100, nullptr};
        QVERIFY(findOutliers(target, 0)->records.empty());
        QVERIFY(findOutliers({{&store}, 0, nullptr}, 0)->records.empty());
        QCOMPARE(findOutliers(target, 0, {.score = 0}).code(), ErrorCode::InvalidArgument);
    }
};

}  // namespace zrecord

QTEST_GUILESS_MAIN(zrecord::TestOutliers)
#include "tst_outliers.moc"
