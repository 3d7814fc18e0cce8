#include "workbench/fetch/record_loader.h"

#include <memory>

#include <QSignalSpy>
#include <QTest>

#include "workbench/support/fake_source.h"
#include "workbench/support/manual_task_runner.h"

using namespace zrecord;
using namespace zrecord::workbench;
using zrecord::workbench::test::FakeSource;
using zrecord::workbench::test::ManualTaskRunner;

class RecordLoaderTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void readsExactlyTheRecordShown();
    void newestWinsAndLateAnswersAreDropped();
    void cachedRecordsComeAtOnce();
    void failureNamesTheRecord();
    void recordsThatMovedStaySilent();
    void outOfRangeIsNotAsked();

private:
    std::shared_ptr<FakeSource> m_source;
    std::unique_ptr<ManualTaskRunner> m_runner;
    std::unique_ptr<RecordCache> m_cache;
    std::unique_ptr<RecordLoader> m_loader;
};

void RecordLoaderTest::init() {
    m_loader.reset();
    m_source = std::make_shared<FakeSource>(10'001);
    m_runner = std::make_unique<ManualTaskRunner>();
    m_cache = std::make_unique<RecordCache>();
    m_cache->setSource(m_source);
    m_loader = std::make_unique<RecordLoader>(*m_runner, *m_cache);
}

void RecordLoaderTest::readsExactlyTheRecordShown() {
    QSignalSpy loaded(m_loader.get(), &RecordLoader::loaded);
    QSignalSpy loading(m_loader.get(), &RecordLoader::loadingChanged);
    m_loader->request(0, 7000);
    QVERIFY(m_loader->isLoading());
    m_runner->settle();
    QCOMPARE(m_source->m_reads.size(), std::size_t{1});
    QCOMPARE(m_source->m_reads[0].first, std::uint64_t{7000});
    QCOMPARE(m_source->m_reads[0].count, std::uint64_t{1});
    QCOMPARE(loaded.count(), 1);
    QCOMPARE(loading.count(), 2);
    const auto record = loaded.at(0).at(2).value<DecodedRecord>();
    QCOMPARE(std::to_integer<int>(record.bytes()[0]), 7000 % 256);
}

void RecordLoaderTest::newestWinsAndLateAnswersAreDropped() {
    QSignalSpy loaded(m_loader.get(), &RecordLoader::loaded);
    m_loader->request(0, 1);
    m_runner->runNext();  // read, its answer is late
    m_loader->request(0, 2);
    m_loader->request(0, 3);
    m_runner->settle();
    QCOMPARE(loaded.count(), 1);
    QCOMPARE(loaded.at(0).at(1).value<std::uint64_t>(), std::uint64_t{3});
    QCOMPARE(m_source->m_reads.size(), std::size_t{2});
}

void RecordLoaderTest::cachedRecordsComeAtOnce() {
    m_cache->insert(0, 0, 1, m_source->block(0, 0, 1024));
    QSignalSpy loaded(m_loader.get(), &RecordLoader::loaded);
    m_loader->request(0, 9000);
    m_loader->request(0, 12);
    QCOMPARE(loaded.count(), 1);
    QVERIFY(!m_loader->isLoading());
    m_runner->settle();
    // The record asked for before is not shown after it.
    QCOMPARE(loaded.count(), 1);
}

void RecordLoaderTest::failureNamesTheRecord() {
    m_source->m_bad = {5};
    QSignalSpy failed(m_loader.get(), &RecordLoader::failed);
    m_loader->request(0, 5);
    m_runner->settle();
    QCOMPARE(failed.count(), 1);
    QCOMPARE(*failed.at(0).at(2).value<Status>().record(), std::uint64_t{5});
    // The next one starts clean.
    QSignalSpy loaded(m_loader.get(), &RecordLoader::loaded);
    m_loader->request(0, 6);
    m_runner->settle();
    QCOMPARE(loaded.count(), 1);
}

void RecordLoaderTest::recordsThatMovedStaySilent() {
    QSignalSpy failed(m_loader.get(), &RecordLoader::failed);
    QSignalSpy loaded(m_loader.get(), &RecordLoader::loaded);
    m_loader->request(0, 5);
    m_source->m_generation = 2;
    m_runner->settle();
    QCOMPARE(failed.count(), 0);
    QCOMPARE(loaded.count(), 0);
    QVERIFY(!m_loader->isLoading());
}

void RecordLoaderTest::outOfRangeIsNotAsked() {
    m_loader->request(0, 10'001);
    m_loader->request(1, 0);
    m_cache->setSource(nullptr);
    m_loader->request(0, 0);
    QCOMPARE(m_runner->waiting(), std::size_t{0});
}

QTEST_GUILESS_MAIN(RecordLoaderTest)
#include "tst_record_loader.moc"
