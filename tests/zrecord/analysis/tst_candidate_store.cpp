#include <QTest>

#include <cmath>
#include <memory>

#include "analysis/candidate_store.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;

namespace {

/// Each look at the clock is a millisecond later than the one before.
CandidateStore::Clock tickingClock()
{
    return [time = std::make_shared<std::int64_t>(0)] { return *time += 1'000'000; };
}

}  // namespace

class TestCandidateStore : public QObject {
    Q_OBJECT

private:
    test::TemporaryFolder m_folder;

private Q_SLOTS:
    void medianOfRounds()
    {
        const TuneSpread odd = CandidateStore::spreadOf({5, 1, 3});
        QCOMPARE(odd.median, 3.0);
        QCOMPARE(odd.least, 1.0);
        QCOMPARE(odd.most, 5.0);
        QCOMPARE(CandidateStore::spreadOf({4, 1, 2, 10}).median, 3.0);
        QCOMPARE(CandidateStore::spreadOf({}).median, 0.0);
    }

    void ratesFollowFromTheClock()
    {
        Store source = std::move(Store::create(m_folder / "source", test::denseBytes(1'024))).value();
        ZR_VERIFY_OK(source.append(test::patternRecords(0, 600, 1'024)));
        const auto sample = RecordSample::read(source, test::allIndices(600), {});
        ZR_VERIFY_OK(sample);
        auto made = CandidateStore::create(m_folder / "candidate", source.summary(), {"raw", Codec::Raw, 0, 0}, {}, tickingClock());
        ZR_VERIFY_OK(made);
        CandidateStore store = std::move(made).value();
        ZR_VERIFY_OK(store.write(*sample, 0, 512, {}));
        ZR_VERIFY_OK(store.write(*sample, 512, 88, {}));
        // Half a mebibyte within a tick of a millisecond, then 88 KiB.
        QCOMPARE(store.writeRates().most, 500.0);
        QVERIFY(std::abs(store.writeRates().least - 88.0 / 1'024 * 1'000) < 1e-9);
        ZR_VERIFY_OK(store.read(1, {}));
        // 600 records take three batches: three ticks.
        QVERIFY(std::abs(store.gatherRates().median - 600.0 / 1'024 / 0.003) < 1e-9);
        QCOMPARE(store.singleQuantile(0.5), 1'000.0);
        QCOMPARE(store.singleQuantile(1.0), 1'000.0);
        const auto sizes = store.storedSizes();
        QCOMPARE(*sizes, std::vector<std::uint64_t>(600, 1'024));
    }

    void nothingIsLeftBehind()
    {
        StoreSummary like;
        like.kind = StoreKind::Ragged;
        like.dtype = test::raggedBytes().dtype;
        {
            auto store = CandidateStore::create(m_folder / "gone", like, {"zstd 3", Codec::Zstd, 3, 0}, {}, tickingClock());
            ZR_VERIFY_OK(store);
            const CandidateStore moved = std::move(store).value();
            QVERIFY(std::filesystem::exists(m_folder / "gone"));
        }
        QVERIFY(!std::filesystem::exists(m_folder / "gone"));
    }
};

QTEST_APPLESS_MAIN(TestCandidateStore)
#include "tst_candidate_store.moc"
