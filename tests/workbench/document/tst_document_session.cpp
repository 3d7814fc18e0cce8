#include "workbench/document/document_session.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

#include "workbench/document/document_list.h"
#include "workbench/models/record_roles.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;
using namespace zrecord::workbench::test;

/// A document and all that follows its records: selection, marks, caches, pictures and table tell the same story after
/// every change.
class DocumentSessionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void openingFillsEverything();
    void deletionsAcrossTwoSteps();
    void copiesThatMovedAreFollowed();
    void everyPartStandsAtTheNewStateWhenSignalled();
    void reloadKeepsSelectionAndMarks();
    void failureKeepsTheMarks();
    void listOpensOnceAndFollowsTheCurrent();
    void listForgetsWhatCouldNotBeOpened();
    void listClosesAndGivesTheLockBack();

private:
    [[nodiscard]] std::filesystem::path folder() const { return m_folder->path().toStdString(); }
    std::unique_ptr<DocumentSession> openEditable(const std::vector<int>& values) {
        makeByteStore(folder() / "bytes", values);
        auto session = std::make_unique<DocumentSession>(toQString(folder() / "bytes"), *m_runtime);
        session->document().open();
        settle();
        session->document().enableEditing();
        settle();
        return session;
    }
    void settle() {
        do {
            m_loader->settle();
            m_jobs->settle();
        } while (m_loader->waiting() + m_jobs->waiting() > 0);
    }
    /// What the table shows, after loading.
    std::vector<int> shown(DocumentSession& session) {
        session.fetcher().request({0}, 0, session.document().recordCount());
        settle();
        std::vector<int> values;
        for (int row = 0; row < session.table().rowCount(); ++row)
            values.push_back(session.table().index(row, 1).data().toInt());
        return values;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ManualTaskRunner> m_loader;
    std::unique_ptr<ManualTaskRunner> m_jobs;
    std::unique_ptr<WorkbenchRuntime> m_runtime;
};

void DocumentSessionTest::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_loader = std::make_unique<ManualTaskRunner>();
    m_jobs = std::make_unique<ManualTaskRunner>();
    m_runtime = std::make_unique<WorkbenchRuntime>(*m_loader, *m_jobs);
}

void DocumentSessionTest::cleanup() {
    settle();
    m_runtime.reset();
}

void DocumentSessionTest::openingFillsEverything() {
    makeByteStore(folder() / "bytes", {4, 5, 6});
    DocumentSession session(toQString(folder() / "bytes"), *m_runtime);
    QSignalSpy replaced(&session, &DocumentSession::sourceReplaced);
    session.document().open();
    settle();
    QCOMPARE(replaced.count(), 1);
    QCOMPARE(session.selection().recordCount(), std::uint64_t{3});
    QCOMPARE(*session.selection().current(), std::uint64_t{0});
    QCOMPARE(session.table().rowCount(), 3);
    QCOMPARE(shown(session), (std::vector<int>{4, 5, 6}));
}

/// Values 0 … 9; 7 goes, then the record that is last by then (8) together with 0.
void DocumentSessionTest::deletionsAcrossTwoSteps() {
    const auto session = openEditable({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    QCOMPARE(shown(*session), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    // A filter v ∈ {3, 7, 9} sorted downwards shows 9, 7, 3: the second row is record 7.
    const std::vector<std::uint64_t> visible{9, 7, 3};
    session->selection().setRanges(RecordRanges::fromIndices(visible));
    session->pending().mark(RecordRanges(visible[1], 1));
    QVERIFY(session->applyPending());
    settle();
    QCOMPARE(shown(*session), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 9, 8}));
    QVERIFY(session->pending().isEmpty());
    // The selection still means the records 9 and 3.
    RecordRanges expected(3, 1);
    expected.add(7);
    QVERIFY(session->selection().ranges() == expected);

    session->pending().mark(RecordRanges(8, 1));
    session->pending().mark(RecordRanges(0, 1));
    QVERIFY(session->applyPending());
    settle();
    QCOMPARE(shown(*session), (std::vector<int>{9, 1, 2, 3, 4, 5, 6}));
    expected = RecordRanges(3, 1);
    expected.add(0);
    QVERIFY(session->selection().ranges() == expected);
    session->document().disableEditing();
    settle();
    QCOMPARE(byteValues(folder() / "bytes"), (std::vector<int>{9, 1, 2, 3, 4, 5, 6}));
}

/// Records 0, 4 and 9 are copies. 4 is deleted; then "9" of the old list, which has moved to 4 by now.
void DocumentSessionTest::copiesThatMovedAreFollowed() {
    const auto session = openEditable({77, 1, 2, 3, 77, 5, 6, 7, 8, 77});
    RecordRanges copies(0, 1);
    copies.add(4);
    copies.add(9);
    session->selection().setRanges(copies);
    session->pending().mark(RecordRanges(4, 1));
    session->applyPending();
    settle();
    // The list was re-keyed: 9 is now 4.
    RecordRanges rekeyed(0, 1);
    rekeyed.add(4);
    QVERIFY(session->selection().ranges() == rekeyed);
    session->pending().mark(RecordRanges(session->selection().ranges().nth(1), 1));
    session->applyPending();
    settle();
    const std::vector<int> values = shown(*session);
    QCOMPARE(std::count(values.begin(), values.end(), 77), 1);
    QCOMPARE(values.size(), std::size_t{8});
    QVERIFY(session->selection().ranges() == RecordRanges(0, 1));
}

void DocumentSessionTest::everyPartStandsAtTheNewStateWhenSignalled() {
    const auto session = openEditable({0, 1, 2, 3, 4});
    shown(*session);
    session->selection().select(4);
    session->pending().mark(RecordRanges(0, 1));
    int signalled = 0;
    connect(session.get(), &DocumentSession::recordsRemapped, this, [&](const IndexRemap& remap) {
        ++signalled;
        QCOMPARE(*remap.map(4), std::uint64_t{0});
        QCOMPARE(session->document().recordCount(), std::uint64_t{4});
        QCOMPARE(session->selection().recordCount(), std::uint64_t{4});
        QCOMPARE(*session->selection().current(), std::uint64_t{0});
        QCOMPARE(session->table().recordCount(), std::uint64_t{4});
        QVERIFY(session->pending().isEmpty());
        QCOMPARE(session->cache().generation(), session->document().generation());
        QVERIFY(session->table().index(0, 0).data(CurrentRole).toBool());
    });
    session->applyPending();
    settle();
    QCOMPARE(signalled, 1);
}

void DocumentSessionTest::reloadKeepsSelectionAndMarks() {
    const auto session = openEditable({0, 1, 2, 3, 4});
    shown(*session);
    session->selection().select(3);
    session->pending().mark(RecordRanges(2, 1));
    session->document().reload();
    QCOMPARE(session->cache().state(0, 3), RecordState::Ready);
    settle();
    QCOMPARE(*session->selection().current(), std::uint64_t{3});
    QVERIFY(session->pending().isMarked(2));
    QCOMPARE(session->cache().state(0, 3), RecordState::Stale);
    QCOMPARE(shown(*session), (std::vector<int>{0, 1, 2, 3, 4}));
    QCOMPARE(session->cache().state(0, 3), RecordState::Ready);
}

void DocumentSessionTest::failureKeepsTheMarks() {
    makeByteStore(folder() / "bytes", {0, 1, 2});
    DocumentSession session(toQString(folder() / "bytes"), *m_runtime);
    session.document().open();
    settle();
    session.pending().mark(RecordRanges(1, 1));
    QVERIFY(!session.applyPending());  // read-only
    QCOMPARE(session.pending().count(), std::uint64_t{1});
    QVERIFY(session.pending().undoStack()->canUndo());
}

void DocumentSessionTest::listOpensOnceAndFollowsTheCurrent() {
    makeByteStore(folder() / "a", {1});
    makeByteStore(folder() / "b", {2});
    DocumentList list(*m_runtime);
    QSignalSpy opened(&list, &DocumentList::documentOpened);
    DocumentSession* a = list.open(toQString(folder() / "a"));
    QVERIFY(!list.current());
    settle();
    DocumentSession* b = list.open(toQString(folder() / "b"));
    settle();
    QCOMPARE(opened.count(), 2);
    QCOMPARE(list.current(), b);
    QCOMPARE(list.open(toQString(folder() / "a" / "meta.zr")), a);
    QCOMPARE(list.current(), a);
    QCOMPARE(list.sessions().size(), std::size_t{2});
}

void DocumentSessionTest::listForgetsWhatCouldNotBeOpened() {
    DocumentList list(*m_runtime);
    QSignalSpy failed(&list, &DocumentList::openFailed);
    list.open(toQString(folder() / "nowhere"));
    QCOMPARE(list.sessions().size(), std::size_t{1});
    settle();
    QCOMPARE(failed.count(), 1);
    QCOMPARE(failed.at(0).at(1).value<Status>().code(), ErrorCode::NotFound);
    QVERIFY(list.sessions().empty());
}

void DocumentSessionTest::listClosesAndGivesTheLockBack() {
    makeByteStore(folder() / "a", {1});
    makeByteStore(folder() / "b", {2});
    DocumentList list(*m_runtime);
    DocumentSession* a = list.open(toQString(folder() / "a"));
    DocumentSession* b = list.open(toQString(folder() / "b"));
    settle();
    list.setCurrent(a);
    list.close(a);
    QCOMPARE(list.current(), b);
    list.close(b);
    QVERIFY(!list.current());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    settle();
    OpenOptions options;
    options.access = Access::ReadWrite;
    QVERIFY(Store::open(folder() / "a", options).ok());
}

QTEST_GUILESS_MAIN(DocumentSessionTest)
#include "tst_document_session.moc"
