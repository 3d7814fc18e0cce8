#include <QTest>

#include <cmath>
#include <set>

#include "support/status_checks.h"
#include "support/store_builder.h"
#include "support/temporary_store.h"
#include "zrecord/sampler_report.h"

using namespace zrecord;

namespace {

RecordLocator locatorOf(const Store& store)
{
    return [&store](std::uint64_t index) { return store.locate(index); };
}

}  // namespace

class TestStoreLocality : public QObject {
    Q_OBJECT

private:
    test::TemporaryFolder m_folder;

    Store rawStore(const std::string& name, std::size_t records, std::size_t width)
    {
        Store store = std::move(Store::create(m_folder / name, test::denseBytes(width))).value();
        const bool written = store.append(test::patternRecords(0, records, width)).ok();
        Q_ASSERT(written);
        return store;
    }

private Q_SLOTS:
    void orderAsStored()
    {
        // Records of 1,024 bytes lie one after the other: four to a page, sixteen pages to a batch.
        const Store store = rawStore("stored", 640, 1'024);
        SamplerView view;
        view.sampler = {640, 64, SamplerMode::Sequential, 0};
        view.steps = 10;
        const auto figures = measureLocality(locatorOf(store), view);
        ZR_VERIFY_OK(figures);
        QCOMPARE(figures->steps, std::uint64_t{10});
        QCOMPARE(figures->records, std::uint64_t{640});
        QCOMPARE(figures->meanJumpBytes, 1'024.0);
        QCOMPARE(figures->payloadBytes, 65'536.0);
        QCOMPARE(figures->pageBytes, 65'536.0);
        QCOMPARE(figures->runs, 1.0);
    }

    void shuffledOrder()
    {
        const Store store = rawStore("shuffled", 1'000, 3'000);
        SamplerView view;
        view.sampler = {1'000, 16, SamplerMode::Cyclic, 42};
        view.steps = 5;
        Sampler sampler = std::move(Sampler::create(view.sampler)).value();
        std::vector<std::uint64_t> batch(16);
        double jumps = 0;
        double pages = 0;
        double runs = 0;
        std::optional<std::uint64_t> previous;
        for (int step = 0; step < 5; ++step) {
            ZR_VERIFY_OK(sampler.next(batch));
            std::set<std::uint64_t> touched;
            for (const std::uint64_t index : batch) {
                const std::uint64_t at = index * 3'000;
                if (previous)
                    jumps += std::abs(static_cast<double>(at) - static_cast<double>(*previous));
                previous = at;
                for (std::uint64_t page = at / 4'096; page <= (at + 2'999) / 4'096; ++page)
                    touched.insert(page);
            }
            pages += static_cast<double>(touched.size());
            for (const std::uint64_t page : touched)
                runs += page == 0 || !touched.count(page - 1) ? 1 : 0;
        }
        const auto figures = measureLocality(locatorOf(store), view);
        ZR_VERIFY_OK(figures);
        QVERIFY(std::abs(figures->meanJumpBytes - jumps / 79) < 1e-6);
        QCOMPARE(figures->payloadBytes, 48'000.0);
        QVERIFY(std::abs(figures->pageBytes - pages / 5 * 4'096) < 1e-6);
        QVERIFY(std::abs(figures->runs - runs / 5) < 1e-9);
    }

    void onlyTheFirstStepsAreLookedAt()
    {
        const Store store = rawStore("many", 100, 8);
        SamplerView view;
        view.sampler = {100, 2, SamplerMode::Iid, 1};
        view.steps = 1'000'000;
        QCOMPARE(measureLocality(locatorOf(store), view)->steps, std::uint64_t{64});
        view.sampler.batch = 100'000;
        QCOMPARE(measureLocality(locatorOf(store), view)->records, std::uint64_t{65'536});
        view.sampler.length = 1'000'000;
        view.sampler.batch = 10;
        ZR_COMPARE_CODE(measureLocality(locatorOf(store), view), ErrorCode::OutOfRange);
    }
};

QTEST_APPLESS_MAIN(TestStoreLocality)
#include "tst_store_locality.moc"
