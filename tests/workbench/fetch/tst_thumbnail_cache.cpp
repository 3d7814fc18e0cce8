#include "workbench/fetch/thumbnail_cache.h"

#include <memory>
#include <utility>

#include <QSignalSpy>
#include <QTest>

#include "workbench/document/index_remap.h"
#include "workbench/support/fake_source.h"
#include "workbench/support/manual_task_runner.h"

using namespace zrecord;
using namespace zrecord::workbench;
using zrecord::workbench::test::FakeSource;
using zrecord::workbench::test::ManualTaskRunner;

class ThumbnailCacheTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void drawsWhatIsWanted();
    void usesRecordsThatAreThere();
    void newMappingRedrawsAndKeepsTheOldMeanwhile();
    void lateDrawingsOfAnotherMappingAreDropped();
    void failedRecordIsSaidSo();
    void noPictureIsReadyWithoutImage();
    void picturesMoveWithTheirRecords();
    void staysWithinItsBytes();

private:
    void makeCaches(Shape shape, std::uint64_t records = 5000);
    static int grey(const QImage& image) { return qGray(image.pixel(0, 0)); }

    std::shared_ptr<FakeSource> m_source;
    std::unique_ptr<ManualTaskRunner> m_runner;
    std::unique_ptr<RecordCache> m_cache;
    std::unique_ptr<ThumbnailCache> m_thumbnails;
};

void ThumbnailCacheTest::makeCaches(Shape shape, std::uint64_t records) {
    m_thumbnails.reset();
    m_source = std::make_shared<FakeSource>(records, std::move(shape));
    m_runner = std::make_unique<ManualTaskRunner>();
    m_cache = std::make_unique<RecordCache>();
    m_cache->setSource(m_source);
    m_thumbnails = std::make_unique<ThumbnailCache>(*m_runner, *m_cache);
    m_thumbnails->configure(0, 16, {});
}

void ThumbnailCacheTest::init() {
    makeCaches({28, 28});
}

void ThumbnailCacheTest::drawsWhatIsWanted() {
    QSignalSpy changed(m_thumbnails.get(), &ThumbnailCache::thumbnailsChanged);
    m_thumbnails->request(100, 20);
    QCOMPARE(m_thumbnails->state(100), RecordState::Loading);
    QCOMPARE(m_thumbnails->state(99), RecordState::NotRequested);
    m_runner->settle();
    QVERIFY(changed.count() >= 2);
    QCOMPARE(m_thumbnails->state(119), RecordState::Ready);
    QCOMPARE(m_thumbnails->state(120), RecordState::NotRequested);
    QCOMPARE(m_thumbnails->image(119).size(), QSize(16, 16));
    QCOMPARE(grey(m_thumbnails->image(119)), 119);
    // The block that was read serves table and viewer as well.
    QCOMPARE(m_cache->state(0, 50), RecordState::Ready);
}

void ThumbnailCacheTest::usesRecordsThatAreThere() {
    m_cache->insert(0, 0, 1, m_source->block(0, 0, 1024));
    m_thumbnails->request(1000, 48);  // the end of block 0 and the start of block 1
    m_runner->settle();
    QCOMPARE(m_source->m_reads.size(), std::size_t{1});
    QCOMPARE(m_source->m_reads[0].first, std::uint64_t{1024});
    QCOMPARE(grey(m_thumbnails->image(1000)), 1000 % 256);
    QCOMPARE(grey(m_thumbnails->image(1047)), 1047 % 256);
    m_thumbnails->request(1000, 48);
    QCOMPARE(m_runner->waiting(), std::size_t{0});
}

void ThumbnailCacheTest::newMappingRedrawsAndKeepsTheOldMeanwhile() {
    m_thumbnails->request(200, 1);
    m_runner->settle();
    ImageMappingOptions options;
    options.map = ColorMap::GrayInverted;
    m_thumbnails->configure(0, 16, options);
    QCOMPARE(m_thumbnails->state(200), RecordState::Stale);
    QCOMPARE(grey(m_thumbnails->image(200)), 200);
    m_thumbnails->request(200, 1);
    m_runner->settle();
    QCOMPARE(m_thumbnails->state(200), RecordState::Ready);
    QCOMPARE(grey(m_thumbnails->image(200)), 55);
}

void ThumbnailCacheTest::lateDrawingsOfAnotherMappingAreDropped() {
    m_thumbnails->request(200, 1);
    m_runner->runNext();
    m_thumbnails->configure(0, 24, {});
    ManualTaskRunner::deliver();
    QVERIFY(m_thumbnails->image(200).isNull());
}

void ThumbnailCacheTest::failedRecordIsSaidSo() {
    m_source->m_bad = {3};
    m_thumbnails->request(0, 10);
    m_runner->settle();
    QCOMPARE(m_thumbnails->state(3), RecordState::Failed);
    QCOMPARE(m_thumbnails->status(3).code(), ErrorCode::CorruptRecord);
    QCOMPARE(m_thumbnails->state(4), RecordState::Ready);
}

void ThumbnailCacheTest::noPictureIsReadyWithoutImage() {
    makeCaches({});
    m_thumbnails->request(0, 10);
    m_runner->settle();
    QCOMPARE(m_thumbnails->state(4), RecordState::Ready);
    QVERIFY(m_thumbnails->image(4).isNull());
}

void ThumbnailCacheTest::picturesMoveWithTheirRecords() {
    makeCaches({28, 28}, 10);
    m_thumbnails->request(0, 10);
    m_runner->settle();
    // 3 goes, 9 takes its place.
    const IndexRemap remap = IndexRemap::plan(RecordRanges(3, 1), 10);
    const std::uint64_t before = m_cache->generation();
    m_source->m_generation = 2;
    m_cache->applyRemap(remap, 2);
    m_thumbnails->applyRemap(remap, before);
    QCOMPARE(m_thumbnails->state(3), RecordState::Ready);
    QCOMPARE(grey(m_thumbnails->image(3)), 9);
    QCOMPARE(grey(m_thumbnails->image(8)), 8);
    QVERIFY(m_thumbnails->image(9).isNull());
}

void ThumbnailCacheTest::staysWithinItsBytes() {
    constexpr std::uint64_t kLimit = 100'000;
    ThumbnailCache small(*m_runner, *m_cache, kLimit);
    small.configure(0, 16, {});
    for (std::uint64_t first = 0; first < 5000; first += 50) {
        small.request(first, 50);
        m_runner->settle();
        QVERIFY(small.bytes() <= kLimit);
    }
    QCOMPARE(small.state(4999), RecordState::Ready);
    QCOMPARE(small.state(0), RecordState::NotRequested);
}

QTEST_GUILESS_MAIN(ThumbnailCacheTest)
#include "tst_thumbnail_cache.moc"
