#include <QTest>

#include <algorithm>
#include <set>

#include "analysis/tuning_sample.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;

class TestTuningSample : public QObject {
    Q_OBJECT

private:
    test::TemporaryFolder m_folder;

    Store dense(const std::string& name, std::size_t records, std::size_t width)
    {
        Store store = std::move(Store::create(m_folder / name, test::denseBytes(width))).value();
        const bool written = store.append(test::patternRecords(0, records, width)).ok();
        Q_ASSERT(written);
        return store;
    }

private Q_SLOTS:
    void testRecordsAreHeldOut_data()
    {
        QTest::addColumn<bool>("spread");
        QTest::newRow("drawn") << false;
        QTest::newRow("spread") << true;
    }
    void testRecordsAreHeldOut()
    {
        QFETCH(bool, spread);
        const Store store = dense(spread ? "spread" : "drawn", 1'000, 50);
        TuneOptions options;
        options.spread = spread;
        options.sampleBytes = 50 * 600;
        options.testBytes = 50 * 100;
        const auto plan = planSample(store, options, {});
        ZR_VERIFY_OK(plan);
        QCOMPARE(plan->test.size(), std::size_t{100});
        QVERIFY(spread ? plan->training.size() > 500 && plan->training.size() <= 600 : plan->training.size() == 600);
        std::set<std::uint64_t> all(plan->test.begin(), plan->test.end());
        all.insert(plan->training.begin(), plan->training.end());
        QCOMPARE(all.size(), plan->test.size() + plan->training.size());  // none twice, none in both
        QVERIFY(*all.rbegin() < 1'000);
        QCOMPARE(std::is_sorted(plan->training.begin(), plan->training.end()), spread);
        // The seed alone decides.
        QCOMPARE(planSample(store, options, {})->training, plan->training);
        QCOMPARE(planSample(store, options, {})->test, plan->test);
        options.seed = 43;
        QVERIFY(planSample(store, options, {})->test != plan->test);
    }

    void smallStores()
    {
        const Store store = dense("small", 12, 9);
        const auto plan = planSample(store, {}, {});
        ZR_VERIFY_OK(plan);
        QCOMPARE(plan->test.size(), std::size_t{4});
        QCOMPARE(plan->training.size(), std::size_t{8});
        const Store tiny = dense("tiny", 11, 9);
        const auto refused = planSample(tiny, {}, {});
        ZR_COMPARE_CODE(refused, ErrorCode::TrainingFailed);
        QVERIFY2(refused.status().message().find("11 records are too few to compare dictionaries; at least 12 are needed") != std::string::npos,
                 refused.status().message().c_str());
    }

    void raggedRecordsKeepBytesAndShapes()
    {
        Store store = std::move(Store::create(m_folder / "ragged", test::raggedBytes())).value();
        std::vector<test::OwnedRagged> records;
        for (std::uint64_t i = 0; i < 60; ++i)
            records.push_back(test::patternRagged(i));
        ZR_VERIFY_OK(test::appendRagged(store, records));
        const auto sample = RecordSample::read(store, {7, 3, 59}, {});
        ZR_VERIFY_OK(sample);
        QCOMPARE(sample->size(), std::size_t{3});
        QVERIFY(std::equal(sample->record(1).begin(), sample->record(1).end(), records[3].bytes.begin(), records[3].bytes.end()));
        Store copy = std::move(Store::create(m_folder / "copy", test::raggedBytes())).value();
        ZR_VERIFY_OK(sample->appendTo(copy, 1, 2, {}));
        QVERIFY(*test::readRagged(copy) == (std::vector<test::OwnedRagged>{records[3], records[59]}));
    }
};

QTEST_APPLESS_MAIN(TestTuningSample)
#include "tst_tuning_sample.moc"
