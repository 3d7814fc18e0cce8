#include "workbench/fetch/record_fetcher.h"

#include <memory>

#include <QSignalSpy>
#include <QTest>

#include "workbench/document/index_remap.h"
#include "workbench/support/fake_source.h"
#include "workbench/support/manual_task_runner.h"

using namespace zrecord;
using namespace zrecord::workbench;
using zrecord::workbench::test::FakeSource;
using zrecord::workbench::test::ManualTaskRunner;

class RecordFetcherTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void bringsWhatIsMissing();
    void middleFirst();
    void newestReplacesTheWaitingOne();
    void lateAnswerOfAnOldGenerationIsDropped();
    void answerAfterReplacedSourceIsDropped();
    void supersededDataAreKeptWhenRight();
    void badRecordFailsAloneAndRetryHeals();
    void cancelClearsLoading();
    void beyondTheEndNothingIsRead();
    void farRecordsOfAHugeStore();
    void goneFetcherIsHarmless();

private:
    std::shared_ptr<FakeSource> m_source;
    std::unique_ptr<ManualTaskRunner> m_runner;
    std::unique_ptr<RecordCache> m_cache;
    std::unique_ptr<RecordFetcher> m_fetcher;
};

void RecordFetcherTest::init() {
    m_fetcher.reset();
    m_source = std::make_shared<FakeSource>(100'000, Shape{4}, 2);
    m_runner = std::make_unique<ManualTaskRunner>();
    m_cache = std::make_unique<RecordCache>();
    m_cache->setSource(m_source);
    m_fetcher = std::make_unique<RecordFetcher>(*m_runner, *m_cache);
}

void RecordFetcherTest::bringsWhatIsMissing() {
    QSignalSpy busy(m_fetcher.get(), &RecordFetcher::busyChanged);
    m_fetcher->request({0, 1}, 1000, 100);
    QCOMPARE(m_cache->state(0, 1000), RecordState::Loading);
    QCOMPARE(m_cache->state(1, 1099), RecordState::Loading);
    QVERIFY(m_source->m_reads.empty());
    m_runner->settle();
    QCOMPARE(m_source->m_reads.size(), std::size_t{4});
    QCOMPARE(m_cache->state(0, 1000), RecordState::Ready);
    QCOMPARE(std::to_integer<int>(m_cache->record(1, 1030).bytes()[0]), (1030 + 100) % 256);
    QCOMPARE(busy.count(), 2);
    // Everything is there: no task, no read.
    m_fetcher->request({0, 1}, 1010, 50);
    QCOMPARE(m_runner->waiting(), std::size_t{0});
    QVERIFY(!m_fetcher->isBusy());
}

void RecordFetcherTest::middleFirst() {
    m_fetcher->request({0}, 10 * 1024, 5 * 1024);
    m_runner->settle();
    QCOMPARE(m_source->m_reads.front().first, std::uint64_t{12 * 1024});
    QCOMPARE(m_source->m_reads.back().first % 1024, std::uint64_t{0});
    QVERIFY(m_source->m_reads.back().first == 10 * 1024 || m_source->m_reads.back().first == 14 * 1024);
}

void RecordFetcherTest::newestReplacesTheWaitingOne() {
    m_fetcher->request({0}, 0, 10);
    m_fetcher->request({0}, 20'000, 10);
    m_fetcher->request({0}, 50'000, 10);
    QCOMPARE(m_cache->state(0, 0), RecordState::NotRequested);
    QCOMPARE(m_cache->state(0, 20'000), RecordState::NotRequested);
    QCOMPARE(m_cache->state(0, 50'000), RecordState::Loading);
    m_runner->settle();
    QCOMPARE(m_source->m_reads.size(), std::size_t{1});
    QCOMPARE(m_source->m_reads[0].first, std::uint64_t{50'000 / 1024 * 1024});
}

void RecordFetcherTest::lateAnswerOfAnOldGenerationIsDropped() {
    m_fetcher->request({0}, 0, 10);
    m_runner->runNext();  // read, but not delivered yet
    m_cache->applyRemap(IndexRemap::plan(RecordRanges(3, 1), 100'000), 2);
    m_runner->deliver();
    QCOMPARE(m_cache->state(0, 3), RecordState::NotRequested);
    QCOMPARE(m_cache->blockCount(), std::size_t{0});
}

void RecordFetcherTest::answerAfterReplacedSourceIsDropped() {
    m_fetcher->request({0}, 0, 10);
    m_runner->runNext();
    auto next = std::make_shared<FakeSource>(10, Shape{4}, 2);
    next->m_generation = 2;
    m_cache->setSource(next);
    m_runner->deliver();
    QCOMPARE(m_cache->blockCount(), std::size_t{0});
}

void RecordFetcherTest::supersededDataAreKeptWhenRight() {
    m_source->m_hook = [this](const ReadRequest& request) {
        if (request.first == 0)
            m_fetcher->request({0}, 50'000, 10);  // scrolled on while the first block is read
    };
    m_fetcher->request({0}, 0, 5 * 1024);
    m_runner->settle();
    // The rest of the old request was given up.
    QVERIFY(m_source->m_reads.size() < 6);
    QCOMPARE(m_cache->state(0, 50'000), RecordState::Ready);
}

void RecordFetcherTest::badRecordFailsAloneAndRetryHeals() {
    m_source->m_bad = {5};
    m_fetcher->request({0}, 0, 10);
    m_runner->settle();
    QCOMPARE(m_cache->state(0, 4), RecordState::Ready);
    QCOMPARE(m_cache->state(0, 5), RecordState::Failed);
    QCOMPARE(*m_cache->status(0, 5).record(), std::uint64_t{5});
    // A failed record is not asked for again by itself.
    m_fetcher->request({0}, 0, 10);
    QCOMPARE(m_runner->waiting(), std::size_t{0});
    m_source->m_bad.clear();
    m_fetcher->retry();
    m_runner->settle();
    QCOMPARE(m_cache->state(0, 5), RecordState::Ready);
}

void RecordFetcherTest::cancelClearsLoading() {
    m_fetcher->request({0}, 0, 10);
    m_fetcher->cancel();
    QCOMPARE(m_cache->state(0, 0), RecordState::NotRequested);
    m_runner->settle();
    QVERIFY(m_source->m_reads.empty());
}

void RecordFetcherTest::beyondTheEndNothingIsRead() {
    m_fetcher->request({0}, 100'000, 10);
    m_fetcher->request({0}, 5, 0);
    m_fetcher->request({7}, 5, 10);
    QCOMPARE(m_runner->waiting(), std::size_t{0});
    m_fetcher->request({0}, 99'999, UINT64_MAX);
    m_runner->settle();
    QCOMPARE(m_source->m_reads.size(), std::size_t{1});
    QCOMPARE(m_source->m_reads[0].first + m_source->m_reads[0].count, std::uint64_t{100'000});
}

void RecordFetcherTest::farRecordsOfAHugeStore() {
    constexpr std::uint64_t kRecords = (std::uint64_t{1} << 31) + 5;
    auto huge = std::make_shared<FakeSource>(kRecords, Shape{});
    m_cache->setSource(huge);
    m_fetcher->request({0}, kRecords - 3, 3);
    m_runner->settle();
    QCOMPARE(m_cache->state(0, kRecords - 1), RecordState::Ready);
    QCOMPARE(std::to_integer<int>(m_cache->record(0, kRecords - 1).bytes()[0]), static_cast<int>((kRecords - 1) % 256));
    QCOMPARE(huge->m_reads.size(), std::size_t{1});
    QVERIFY(huge->m_reads[0].count <= 1024);
}

void RecordFetcherTest::goneFetcherIsHarmless() {
    m_fetcher->request({0}, 0, 10);
    m_fetcher.reset();
    m_runner->settle();
    QCOMPARE(m_cache->blockCount(), std::size_t{0});
}

QTEST_GUILESS_MAIN(RecordFetcherTest)
#include "tst_record_fetcher.moc"
