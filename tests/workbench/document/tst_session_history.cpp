#include "workbench/document/session_history.h"

#include <memory>
#include <vector>

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <zrecord/export_target.h>

#include "workbench/curate/curation_log.h"
#include "workbench/document/document_list.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;
using namespace zrecord::workbench::test;

namespace {

const std::vector<int> kTen{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

RecordRanges records(const std::vector<std::uint64_t>& indices) { return RecordRanges::fromIndices(indices); }

}  // namespace

/// Undo and redo of marks, tags and applied deletes: what the store holds after each step, and what is known of the records.
class SessionHistoryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void undoneDeleteIsTheFormerOrder();
    void redoDeletesTheSameRecords();
    void stepsBeforeADeleteAreUndoneAfterIt();
    void allStreamsFollow();
    void deletesOfEarlierDaysAreUndone();
    void undoOfTodayStopsBeforeYesterday();
    void readOnlyIsRefusedWithAReason();
    void compactEndsIt();
    void appendEndsIt();
    void anotherProgramEndsIt();
    void whatComesBackIsLoadedAnew();
    void emptiedStoreComesBack();
    void theLogHasTheCommands();

private:
    [[nodiscard]] std::filesystem::path folder() const { return m_folder->path().toStdString(); }
    [[nodiscard]] std::filesystem::path bytes() const { return folder() / "bytes"; }
    DocumentSession& open(const std::filesystem::path& path, bool editable) {
        DocumentSession* session = m_documents->open(toQString(path));
        settle();
        if (editable)
            session->document().enableEditing();
        settle();
        return *session;
    }
    DocumentSession& openTen() {
        makeByteStore(bytes(), kTen);
        return open(bytes(), true);
    }
    void remove(DocumentSession& session, const std::vector<std::uint64_t>& indices) {
        session.pending().mark(records(indices));
        QVERIFY(session.history().apply());
        settle();
    }
    void undo(DocumentSession& session) {
        session.history().undo();
        settle();
    }
    void redo(DocumentSession& session) {
        session.history().redo();
        settle();
    }
    void settle() {
        do {
            m_loader->settle();
            m_jobs->settle();
        } while (m_loader->waiting() + m_jobs->waiting() > 0);
    }
    std::vector<int> shown(DocumentSession& session) {
        session.fetcher().request({0}, 0, session.document().recordCount());
        settle();
        std::vector<int> values;
        for (int row = 0; row < session.table().rowCount(); ++row)
            values.push_back(session.table().index(row, 1).data().toInt());
        return values;
    }
    /// What the files hold; the document is closed for it.
    std::vector<int> stored(const std::filesystem::path& path) {
        m_documents->closeAll();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        settle();
        return byteValues(path);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ManualTaskRunner> m_loader;
    std::unique_ptr<ManualTaskRunner> m_jobs;
    std::unique_ptr<WorkbenchRuntime> m_runtime;
    std::unique_ptr<DocumentList> m_documents;
};

void SessionHistoryTest::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_loader = std::make_unique<ManualTaskRunner>();
    m_jobs = std::make_unique<ManualTaskRunner>();
    m_runtime = std::make_unique<WorkbenchRuntime>(*m_loader, *m_jobs);
    m_documents = std::make_unique<DocumentList>(*m_runtime);
}

void SessionHistoryTest::cleanup() {
    settle();
    m_documents.reset();
    settle();
    m_runtime.reset();
}

void SessionHistoryTest::undoneDeleteIsTheFormerOrder() {
    DocumentSession& session = openTen();
    SessionHistory& history = session.history();
    session.tags().toggle(QStringLiteral("a"), records({2, 9}));
    session.tags().addReviewed(7);
    session.selection().select(5);
    remove(session, {2, 7});
    QCOMPARE(shown(session), (std::vector<int>{0, 1, 8, 3, 4, 5, 6, 9}));
    QVERIFY(session.tags().tags()[0].records == records({7}));  // record 9 moved there
    QVERIFY(session.pending().isEmpty());
    QVERIFY(history.canUndo());
    QVERIFY2(history.undoText().contains(QStringLiteral("delete of 2 records")), qPrintable(history.undoText()));

    undo(session);
    QCOMPARE(shown(session), kTen);
    QVERIFY(session.pending().marked() == records({2, 7}));
    QVERIFY(session.tags().tags()[0].records == records({2, 9}));
    QVERIFY(session.tags().reviewed().contains(7));
    QCOMPARE(*session.selection().current(), std::uint64_t{5});
    QVERIFY(session.document().hasStatistics());
    QCOMPARE(session.document().streams()[0].stats->reclaimable, std::uint64_t{0});
    QCOMPARE(stored(bytes()), kTen);
}

void SessionHistoryTest::redoDeletesTheSameRecords() {
    DocumentSession& session = openTen();
    remove(session, {2, 7});
    undo(session);
    QVERIFY(session.history().canRedo());
    QVERIFY2(session.history().redoText().contains(QStringLiteral("delete of 2 records")), qPrintable(session.history().redoText()));
    redo(session);
    QCOMPARE(shown(session), (std::vector<int>{0, 1, 8, 3, 4, 5, 6, 9}));
    QVERIFY(session.pending().isEmpty());
    QVERIFY(!session.history().canRedo());
    // And once more, both ways.
    undo(session);
    QCOMPARE(shown(session), kTen);
    redo(session);
    QCOMPARE(stored(bytes()), (std::vector<int>{0, 1, 8, 3, 4, 5, 6, 9}));
}

void SessionHistoryTest::stepsBeforeADeleteAreUndoneAfterIt() {
    DocumentSession& session = openTen();
    session.tags().toggle(QStringLiteral("a"), records({9}));
    remove(session, {7});
    remove(session, {8, 0});  // the last one then, and the first
    session.tags().toggle(QStringLiteral("b"), records({0}));  // 9, which stood at 7 meanwhile
    QCOMPARE(shown(session), (std::vector<int>{9, 1, 2, 3, 4, 5, 6}));
    undo(session);  // the tag
    QVERIFY(session.tags().tags()[1].records.isEmpty());
    undo(session);  // the second delete
    QCOMPARE(shown(session), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 9, 8}));
    QVERIFY(session.pending().marked() == records({0, 8}));
    undo(session);  // its marks
    QVERIFY(session.pending().isEmpty());
    undo(session);  // the first delete
    QCOMPARE(shown(session), kTen);
    QVERIFY(session.tags().tags()[0].records == records({9}));
    undo(session);
    QVERIFY(session.pending().isEmpty());
    undo(session);  // the first tag
    QVERIFY(session.tags().tags()[0].records.isEmpty());
    QVERIFY(!session.history().canUndo());
    while (session.history().canRedo())
        redo(session);
    QVERIFY(session.tags().tags()[1].records == records({0}));
    QCOMPARE(stored(bytes()), (std::vector<int>{9, 1, 2, 3, 4, 5, 6}));
}

void SessionHistoryTest::allStreamsFollow() {
    const std::vector<int> other{10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
    makeByteStore(folder() / "set" / "a", kTen);
    makeByteStore(folder() / "set" / "b", other);
    DocumentSession& session = open(folder() / "set", true);
    remove(session, {1, 3, 9});
    QCOMPARE(session.document().recordCount(), std::uint64_t{7});
    undo(session);
    QCOMPARE(session.document().recordCount(), std::uint64_t{10});
    QCOMPARE(stored(folder() / "set" / "a"), kTen);
    QCOMPARE(byteValues(folder() / "set" / "b"), other);
}

void SessionHistoryTest::deletesOfEarlierDaysAreUndone() {
    remove(openTen(), {2, 7});
    remove(*m_documents->current(), {0});
    QCOMPARE(stored(bytes()), (std::vector<int>{9, 1, 8, 3, 4, 5, 6}));
    DocumentSession& session = open(bytes(), true);
    QVERIFY(session.history().canUndo());
    QVERIFY2(session.history().undoText().contains(QStringLiteral("delete of 1 record,")), qPrintable(session.history().undoText()));
    undo(session);
    QCOMPARE(shown(session), (std::vector<int>{0, 1, 8, 3, 4, 5, 6, 9}));
    undo(session);
    QCOMPARE(shown(session), kTen);
    QVERIFY(!session.history().canUndo());
    redo(session);
    redo(session);
    QCOMPARE(stored(bytes()), (std::vector<int>{9, 1, 8, 3, 4, 5, 6}));
}

void SessionHistoryTest::undoOfTodayStopsBeforeYesterday() {
    remove(openTen(), {2});
    stored(bytes());
    DocumentSession& session = open(bytes(), true);
    session.pending().mark(records({1}));
    undo(session);
    QVERIFY(session.pending().isEmpty());
    QVERIFY(!session.history().canUndo());
    undo(session);
    QCOMPARE(session.document().recordCount(), std::uint64_t{9});
}

void SessionHistoryTest::readOnlyIsRefusedWithAReason() {
    remove(openTen(), {2});
    DocumentSession& session = *m_documents->current();
    session.document().disableEditing();
    settle();
    QSignalSpy refused(&session.history(), &SessionHistory::refused);
    undo(session);
    QCOMPARE(refused.count(), 1);
    QVERIFY2(refused[0][1].toString().contains(QStringLiteral("Enable editing")), qPrintable(refused[0][1].toString()));
    // Nothing is lost by it.
    session.document().enableEditing();
    settle();
    undo(session);
    QCOMPARE(stored(bytes()), kTen);
}

void SessionHistoryTest::compactEndsIt() {
    DocumentSession& session = openTen();
    remove(session, {2});
    session.tags().toggle(QStringLiteral("a"), records({0}));
    session.document().compact();
    settle();
    undo(session);  // no record has moved: the tag is taken back
    QVERIFY(session.tags().tags()[0].records.isEmpty());
    QSignalSpy refused(&session.history(), &SessionHistory::refused);
    undo(session);
    QCOMPARE(refused.count(), 1);
    QVERIFY2(refused[0][0].toString().contains(QStringLiteral("delete of 1 record cannot be undone")), qPrintable(refused[0][0].toString()));
    QVERIFY2(refused[0][1].toString().contains(QStringLiteral("compacted")), qPrintable(refused[0][1].toString()));
    QVERIFY(!session.history().canUndo());
    QVERIFY(!session.history().canRedo());
    QCOMPARE(stored(bytes()), (std::vector<int>{0, 1, 9, 3, 4, 5, 6, 7, 8}));
}

void SessionHistoryTest::appendEndsIt() {
    makeByteStore(folder() / "more", {77});
    QVERIFY(exportRecords(*Store::open(folder() / "more"), folder() / "more.npy", {}).ok());
    DocumentSession& session = openTen();
    remove(session, {2});
    session.document().append(toQString(folder() / "more.npy"));
    settle();
    QSignalSpy refused(&session.history(), &SessionHistory::refused);
    undo(session);
    QCOMPARE(refused.count(), 1);
    QVERIFY2(refused[0][1].toString().contains(QStringLiteral("appended")), qPrintable(refused[0][1].toString()));
    QCOMPARE(stored(bytes()), (std::vector<int>{0, 1, 9, 3, 4, 5, 6, 7, 8, 77}));
}

void SessionHistoryTest::anotherProgramEndsIt() {
    DocumentSession& session = openTen();
    remove(session, {2});
    // The store is away for a while and comes back with another record gone.
    std::filesystem::rename(bytes(), folder() / "elsewhere");
    session.document().reload();
    settle();
    QCOMPARE(session.document().state(), StoreDocument::State::Failed);
    QVERIFY(!session.history().canUndo());
    {
        OpenOptions options;
        options.access = Access::ReadWrite;
        Store other = *Store::open(folder() / "elsewhere", options);
        QVERIFY(other.remove(std::vector<std::uint64_t>{5}).ok());
        QVERIFY(other.close().ok());
    }
    std::filesystem::rename(folder() / "elsewhere", bytes());
    session.document().reload();
    settle();
    session.document().enableEditing();
    settle();
    QSignalSpy refused(&session.history(), &SessionHistory::refused);
    undo(session);
    QCOMPARE(refused.count(), 1);
    QVERIFY2(refused[0][1].toString().contains(QStringLiteral("Another program")), qPrintable(refused[0][1].toString()));
    QCOMPARE(stored(bytes()), (std::vector<int>{0, 1, 9, 3, 4, 8, 6, 7}));
}

void SessionHistoryTest::whatComesBackIsLoadedAnew() {
    DocumentSession& session = openTen();
    remove(session, {0});
    QCOMPARE(shown(session), (std::vector<int>{9, 1, 2, 3, 4, 5, 6, 7, 8}));
    undo(session);
    QCOMPARE(session.cache().state(0, 9), RecordState::NotRequested);  // its place did not exist
    QCOMPARE(shown(session), kTen);
}

void SessionHistoryTest::emptiedStoreComesBack() {
    DocumentSession& session = openTen();
    remove(session, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    QCOMPARE(session.document().recordCount(), std::uint64_t{0});
    QVERIFY(!session.selection().current());
    undo(session);
    QCOMPARE(shown(session), kTen);
    QCOMPARE(*session.selection().current(), std::uint64_t{0});
}

void SessionHistoryTest::theLogHasTheCommands() {
    DocumentSession& session = openTen();
    remove(session, {2, 7});
    undo(session);
    redo(session);
    QStringList commands;
    for (int row = 0; row < m_documents->log().rowCount(); ++row)
        commands << m_documents->log().index(row).data(CurationLog::CommandRole).toString().remove(m_folder->path());
    QCOMPARE(commands, (QStringList{QStringLiteral("zr delete /bytes 2 7"), QStringLiteral("zr undo /bytes"), QStringLiteral("zr delete /bytes 2 7")}));
}

QTEST_GUILESS_MAIN(SessionHistoryTest)
#include "tst_session_history.moc"
