#include "workbench/document/store_document.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <zrecord/export_target.h>

#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;
using namespace zrecord::workbench::test;

class StoreDocumentTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void opensOnAWorkerReadOnly();
    void failureCarriesTheStatus();
    void statisticsFollowByThemselves();
    void hugeTablesWaitToBeAsked();
    void editingNeedsTheLock();
    void editingOnAndOff();
    void unequalStreamsCannotBeEdited();
    void changesAreRefusedWithReason();
    void removalRemapsAndCounts();
    void cancelledRemovalChangesNothing();
    void compactsAndUpdatesStatistics();
    void verifyReports();
    void appendsAFile();
    void appendIsRefusedWithReason();
    void reloadSeesWhatOthersAppended();
    void pathOfAStoreFile();
    void goneWhileWorkersRun();

private:
    [[nodiscard]] std::filesystem::path folder() const { return m_folder->path().toStdString(); }
    std::unique_ptr<StoreDocument> openByteStore(const std::vector<int>& values) {
        makeByteStore(folder() / "bytes", values);
        auto document = std::make_unique<StoreDocument>(toQString(folder() / "bytes"), *m_runtime);
        document->open();
        settle();
        return document;
    }
    void settle() {
        do {
            m_loader->settle();
            m_jobs->settle();
        } while (m_loader->waiting() + m_jobs->waiting() > 0);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ManualTaskRunner> m_loader;
    std::unique_ptr<ManualTaskRunner> m_jobs;
    std::unique_ptr<WorkbenchRuntime> m_runtime;
};

void StoreDocumentTest::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_loader = std::make_unique<ManualTaskRunner>();
    m_jobs = std::make_unique<ManualTaskRunner>();
    m_runtime = std::make_unique<WorkbenchRuntime>(*m_loader, *m_jobs);
}

void StoreDocumentTest::cleanup() {
    settle();
    m_runtime.reset();
}

void StoreDocumentTest::opensOnAWorkerReadOnly() {
    makeByteStore(folder() / "bytes", {1, 2, 3});
    StoreDocument document(toQString(folder() / "bytes"), *m_runtime);
    QSignalSpy opened(&document, &StoreDocument::opened);
    document.open();
    QCOMPARE(document.state(), StoreDocument::State::Opening);
    QVERIFY(!document.isOpen());
    m_loader->runNext();
    QVERIFY(!document.isOpen());
    ManualTaskRunner::deliver();
    QCOMPARE(opened.count(), 1);
    QCOMPARE(document.state(), StoreDocument::State::Open);
    QVERIFY(!document.isEditable());
    QCOMPARE(document.recordCount(), std::uint64_t{3});
    QCOMPARE(document.name(), QStringLiteral("bytes"));
    QCOMPARE(document.streams().size(), std::size_t{1});
    QCOMPARE(document.streams()[0].summary.records, std::uint64_t{3});
    QCOMPARE(document.generation(), std::uint64_t{1});
    settle();
}

void StoreDocumentTest::failureCarriesTheStatus() {
    StoreDocument document(toQString(folder() / "nowhere"), *m_runtime);
    QSignalSpy failed(&document, &StoreDocument::failed);
    QSignalSpy opened(&document, &StoreDocument::opened);
    document.open();
    settle();
    QCOMPARE(failed.count(), 1);
    QCOMPARE(opened.count(), 0);
    QCOMPARE(document.state(), StoreDocument::State::Failed);
    QCOMPARE(document.openStatus().code(), ErrorCode::NotFound);
    QVERIFY(!document.source());
    makeByteStore(folder() / "nowhere", {1});
    document.open();
    settle();
    QVERIFY(document.isOpen());
}

void StoreDocumentTest::statisticsFollowByThemselves() {
    const auto document = openByteStore({1, 2, 3, 4});
    QVERIFY(document->hasStatistics());
    QCOMPARE(document->streams()[0].stats->liveBytes, std::uint64_t{4});
    // Nobody asked, so the list of jobs stays empty.
    QVERIFY(m_runtime->jobs().jobs().empty());
    document->enableEditing();
    settle();
    QSignalSpy changed(document.get(), &StoreDocument::statisticsChanged);
    document->applyRemoval(RecordRanges(0, 1));
    settle();
    QVERIFY(changed.count() >= 1);
    QCOMPARE(document->streams()[0].stats->reclaimable, std::uint64_t{1});
}

void StoreDocumentTest::hugeTablesWaitToBeAsked() {
    constexpr std::uint64_t kRecords = (std::uint64_t{1} << 31) + 5;
    makeSparseStore(folder() / "sparse", kRecords, 1, 2);
    StoreDocument document(toQString(folder() / "sparse"), *m_runtime);
    document.open();
    m_loader->settle();
    QCOMPARE(document.recordCount(), kRecords);
    QCOMPARE(m_jobs->waiting(), std::size_t{0});
    QVERIFY(!document.isComputingStatistics());
    Job* job = document.computeStatistics();
    QVERIFY(job);
    QCOMPARE(document.computeStatistics(), job);
    job->cancel();
    settle();
    QVERIFY(!document.hasStatistics());
    QVERIFY(!document.isComputingStatistics());
}

void StoreDocumentTest::editingNeedsTheLock() {
    const auto document = openByteStore({1, 2, 3});
    const Result<Store> other = Store::open(folder() / "bytes");
    QVERIFY(other.ok());
    QSignalSpy failed(document.get(), &StoreDocument::failed);
    document->enableEditing();
    settle();
    QCOMPARE(failed.count(), 1);
    QCOMPARE(failed.at(0).at(0).value<Status>().code(), ErrorCode::Busy);
    // As readable as before.
    QVERIFY(document->isOpen());
    QVERIFY(!document->isEditable());
    QVERIFY(document->source()->read({0, 0, 1, document->generation()}, {}).ok());
}

void StoreDocumentTest::editingOnAndOff() {
    const auto document = openByteStore({1, 2, 3});
    const auto before = document->source();
    QSignalSpy editable(document.get(), &StoreDocument::editableChanged);
    QSignalSpy replaced(document.get(), &StoreDocument::sourceReplaced);
    document->enableEditing();
    QVERIFY(document->isBusy());
    settle();
    QVERIFY(document->isEditable());
    QCOMPARE(editable.count(), 1);
    QCOMPARE(replaced.count(), 1);
    QCOMPARE(document->generation(), std::uint64_t{2});
    // Workers that still hold the old source are told so.
    QCOMPARE(before->read({0, 0, 1, 1}, {}).code(), ErrorCode::Closed);
    QCOMPARE(Store::open(folder() / "bytes").code(), ErrorCode::Busy);
    document->disableEditing();
    settle();
    QVERIFY(!document->isEditable());
    QVERIFY(Store::open(folder() / "bytes").ok());
}

void StoreDocumentTest::unequalStreamsCannotBeEdited() {
    makeByteStore(folder() / "set" / "a", {1, 2});
    makeByteStore(folder() / "set" / "b", {1, 2, 3});
    StoreDocument document(toQString(folder() / "set"), *m_runtime);
    document.open();
    settle();
    QVERIFY(document.alignmentFault().has_value());
    QCOMPARE(document.recordCount(), std::uint64_t{2});
    QSignalSpy failed(&document, &StoreDocument::failed);
    document.enableEditing();
    QCOMPARE(failed.count(), 1);
    QVERIFY(failed.at(0).at(0).value<Status>().message().find("b") != std::string::npos);
    QVERIFY(!document.isBusy());
}

void StoreDocumentTest::changesAreRefusedWithReason() {
    const auto document = openByteStore({1, 2, 3});
    QSignalSpy failed(document.get(), &StoreDocument::failed);
    QVERIFY(!document->applyRemoval(RecordRanges(0, 1)));
    QCOMPARE(failed.takeFirst().at(0).value<Status>().code(), ErrorCode::ReadOnly);
    QVERIFY(!document->compact());
    QCOMPARE(failed.takeFirst().at(0).value<Status>().code(), ErrorCode::ReadOnly);
    document->enableEditing();
    settle();
    QVERIFY(!document->applyRemoval({}));
    QCOMPARE(failed.takeFirst().at(0).value<Status>().code(), ErrorCode::InvalidArgument);
    QVERIFY(document->applyRemoval(RecordRanges(0, 1)));
    QVERIFY(!document->compact());
    QCOMPARE(failed.takeFirst().at(0).value<Status>().code(), ErrorCode::Busy);
    settle();
}

void StoreDocumentTest::removalRemapsAndCounts() {
    const auto document = openByteStore({0, 1, 2, 3, 4});
    document->enableEditing();
    settle();
    QSignalSpy remapped(document.get(), &StoreDocument::recordsRemapped);
    QSignalSpy applied(document.get(), &StoreDocument::changesApplied);
    Job* job = document->applyRemoval(RecordRanges(1, 1));
    QCOMPARE(document->state(), StoreDocument::State::Changing);
    settle();
    QCOMPARE(document->state(), StoreDocument::State::Open);
    QCOMPARE(remapped.count(), 1);
    QCOMPARE(remapped.at(0).at(1).value<std::uint64_t>(), std::uint64_t{4});
    QCOMPARE(applied.at(0).at(0).value<AppliedChanges>().removed, std::uint64_t{1});
    QCOMPARE(document->recordCount(), std::uint64_t{4});
    QCOMPARE(document->generation(), document->source()->generation());
    QVERIFY2(job->resultText().startsWith(QStringLiteral("1 record removed, 1 moved")), qPrintable(job->resultText()));
    document->disableEditing();
    settle();
    QCOMPARE(byteValues(folder() / "bytes"), (std::vector<int>{0, 4, 2, 3}));
}

void StoreDocumentTest::cancelledRemovalChangesNothing() {
    const auto document = openByteStore({0, 1, 2, 3, 4});
    document->enableEditing();
    settle();
    QSignalSpy remapped(document.get(), &StoreDocument::recordsRemapped);
    QSignalSpy failed(document.get(), &StoreDocument::failed);
    Job* job = document->applyRemoval(RecordRanges(1, 1));
    job->cancel();
    settle();
    QCOMPARE(job->state(), Job::State::Cancelled);
    QCOMPARE(remapped.count(), 0);
    QCOMPARE(failed.count(), 0);
    QCOMPARE(document->state(), StoreDocument::State::Open);
    document->disableEditing();
    settle();
    QCOMPARE(byteValues(folder() / "bytes"), (std::vector<int>{0, 1, 2, 3, 4}));
}

void StoreDocumentTest::compactsAndUpdatesStatistics() {
    const auto document = openByteStore({0, 1, 2, 3, 4});
    document->enableEditing();
    settle();
    document->applyRemoval(RecordRanges(1, 2));
    settle();
    QCOMPARE(document->streams()[0].stats->reclaimable, std::uint64_t{2});
    QSignalSpy forecast(document.get(), &StoreDocument::forecastReady);
    document->forecastCompaction();
    settle();
    QCOMPARE(forecast.at(0).at(0).value<std::vector<CompactionForecast>>()[0].freedBytes, std::uint64_t{2});
    QSignalSpy compacted(document.get(), &StoreDocument::compacted);
    QSignalSpy remapped(document.get(), &StoreDocument::recordsRemapped);
    Job* job = document->compact();
    settle();
    QCOMPARE(compacted.count(), 1);
    QCOMPARE(remapped.count(), 0);
    QCOMPARE(document->streams()[0].stats->reclaimable, std::uint64_t{0});
    QCOMPARE(document->streams()[0].summary.chunkBytes, std::uint64_t{3});
    QVERIFY2(job->resultText().contains(QStringLiteral("2 bytes back")), qPrintable(job->resultText()));
}

void StoreDocumentTest::verifyReports() {
    const auto document = openByteStore({0, 1, 2});
    QSignalSpy verified(document.get(), &StoreDocument::verified);
    Job* job = document->verify();
    settle();
    QCOMPARE(verified.count(), 1);
    QVERIFY2(job->resultText().contains(QStringLiteral("no fault")), qPrintable(job->resultText()));
}

void StoreDocumentTest::appendsAFile() {
    makeByteStore(folder() / "more", {7, 8});
    QVERIFY(exportRecords(*Store::open(folder() / "more"), folder() / "more.npy", {}).ok());
    const auto document = openByteStore({0, 1, 2});
    document->enableEditing();
    settle();
    QSignalSpy replaced(document.get(), &StoreDocument::sourceReplaced);
    QSignalSpy appended(document.get(), &StoreDocument::appended);
    Job* job = document->append(toQString(folder() / "more.npy"));
    settle();
    QCOMPARE(appended.count(), 1);
    QCOMPARE(replaced.count(), 1);
    QCOMPARE(document->recordCount(), std::uint64_t{5});
    QCOMPARE(document->streams()[0].summary.records, std::uint64_t{5});
    QVERIFY(document->hasStatistics());
    QVERIFY2(job->resultText().contains(QStringLiteral("2 records appended")), qPrintable(job->resultText()));
    document->disableEditing();
    settle();
    QCOMPARE(byteValues(folder() / "bytes"), (std::vector<int>{0, 1, 2, 7, 8}));
}

void StoreDocumentTest::appendIsRefusedWithReason() {
    makeImageStore(folder() / "images", {4, 4}, 2);
    QVERIFY(exportRecords(*Store::open(folder() / "images"), folder() / "images.npy", {}).ok());
    const auto document = openByteStore({0, 1, 2});
    QSignalSpy failed(document.get(), &StoreDocument::failed);
    QVERIFY(document->append(toQString(folder() / "images.npy")) == nullptr);
    QCOMPARE(failed.takeFirst().at(0).value<Status>().code(), ErrorCode::ReadOnly);
    document->enableEditing();
    settle();
    document->append(toQString(folder() / "images.npy"));
    settle();
    QCOMPARE(failed.count(), 1);
    const Status status = failed.takeFirst().at(0).value<Status>();
    QCOMPARE(status.code(), ErrorCode::WrongKind);
    QVERIFY2(status.message().find("(4, 4)") != std::string::npos, status.message().c_str());
    QCOMPARE(document->recordCount(), std::uint64_t{3});
    QCOMPARE(document->state(), StoreDocument::State::Open);
}

void StoreDocumentTest::reloadSeesWhatOthersAppended() {
    const auto document = openByteStore({0, 1, 2});
    const std::byte more{7};
    {
        // On a file system without locks somebody may write meanwhile.
        OpenOptions options;
        options.access = Access::ReadWrite;
        options.withoutLock = true;
        Result<Store> other = Store::open(folder() / "bytes", options);
        QVERIFY(other.ok());
        QVERIFY(other->append(std::span(&more, 1)).ok());
        QVERIFY(other->close().ok());
    }
    QSignalSpy replaced(document.get(), &StoreDocument::sourceReplaced);
    document->reload();
    settle();
    QCOMPARE(replaced.count(), 1);
    QCOMPARE(document->recordCount(), std::uint64_t{4});
}

void StoreDocumentTest::pathOfAStoreFile() {
    QCOMPARE(StoreDocument::documentPath(QStringLiteral("/data/train/../train/image/meta.zr")), QStringLiteral("/data/train/image"));
    QCOMPARE(StoreDocument::documentPath(QStringLiteral("/data/train/")), QStringLiteral("/data/train"));
}

void StoreDocumentTest::goneWhileWorkersRun() {
    makeByteStore(folder() / "bytes", {1, 2, 3});
    {
        StoreDocument document(toQString(folder() / "bytes"), *m_runtime);
        document.open();
    }
    settle();
    // Nothing keeps the lock.
    OpenOptions options;
    options.access = Access::ReadWrite;
    QVERIFY(Store::open(folder() / "bytes", options).ok());
}

QTEST_GUILESS_MAIN(StoreDocumentTest)
#include "tst_store_document.moc"
