#include "workbench/find/record_search.h"

#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "workbench/document/document_list.h"
#include "workbench/document/document_session.h"
#include "workbench/document/session_history.h"
#include "workbench/jobs/workbench_runtime.h"
#include "workbench/selection/record_order.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;
using namespace zrecord::workbench::test;
using Gesture = RecordSelection::Gesture;

class RecordSearchTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_loader = std::make_unique<ManualTaskRunner>();
        m_jobs = std::make_unique<ManualTaskRunner>();
        m_runtime = std::make_unique<WorkbenchRuntime>(*m_loader, *m_jobs);
        m_documents = std::make_unique<DocumentList>(*m_runtime);
    }
    void cleanup() {
        settle();
        m_documents.reset();
        m_runtime.reset();
    }

    void filterShowsWhatMatches() {
        DocumentSession& session = openBytes({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
        RecordSearch& search = session.search();
        QVERIFY(search.isReady());
        QSignalSpy orders(&session, &DocumentSession::orderChanged);
        QVERIFY(search.apply(QStringLiteral("value in [3, 7, 9]")));
        QVERIFY(search.isSearching());
        QCOMPARE(session.order().count(), std::uint64_t{10});  // until the answer is there
        settle();
        QVERIFY(!search.isSearching());
        QCOMPARE(orders.count(), 1);
        QCOMPARE(search.matches(), std::uint64_t{3});
        QCOMPARE(session.table().rowCount(), 3);
        QCOMPARE(session.table().recordAt(1), std::uint64_t{7});
        QCOMPARE(session.table().headerData(2, Qt::Vertical).toString(), QStringLiteral("9"));
        QCOMPARE(session.table().rowOf(9), std::optional<int>(2));
        QVERIFY(!session.table().rowOf(4));
        search.clear();
        QCOMPARE(session.table().rowCount(), 10);
        QVERIFY(!search.isFiltered());
    }

    /// The case of a filtered and sorted view whose visible row 2 was taken for record 2.
    void visibleRowsAreNotRecords() {
        DocumentSession& session = openBytes({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
        session.document().enableEditing();
        settle();
        QVERIFY(session.search().apply(QStringLiteral("value in [3, 7, 9]"), {QStringLiteral("-value")}));
        settle();
        QCOMPARE(session.order().recordAt(0), std::uint64_t{9});
        session.selection().selectRow(1);
        QCOMPARE(session.selection().current(), std::optional<std::uint64_t>(7));
        session.pending().mark(session.selection().ranges());
        session.applyPending();
        settle();
        // 9 moved into the place of 7; the filter still shows 9 and 3, in that order.
        QCOMPARE(session.order().count(), std::uint64_t{2});
        QCOMPARE(session.order().recordAt(0), std::uint64_t{7});
        QCOMPARE(session.order().recordAt(1), std::uint64_t{3});
        // Then the last record together with the first: the rows show 9 alone as matching and moved to 0.
        RecordRanges both(0, 1);
        both.add(8, 1);
        session.pending().mark(both);
        session.applyPending();
        settle();
        QCOMPARE(session.order().all().count(), std::uint64_t{2});
        QCOMPARE(session.order().recordAt(0), std::uint64_t{0});  // 9 went from 7 to 0
        QCOMPARE(session.order().recordAt(1), std::uint64_t{3});
        session.document().disableEditing();
        settle();
        QCOMPARE(byteValues(path()), (std::vector<int>{9, 1, 2, 3, 4, 5, 6}));
    }

    void undoneRemovalBringsTheViewBack() {
        DocumentSession& session = openBytes({0, 1, 2, 7, 4, 7, 6, 7, 8, 9});
        session.document().enableEditing();
        settle();
        RecordSearch& search = session.search();
        search.measure();
        search.findDuplicates();
        settle();
        QVERIFY(search.apply(QStringLiteral("value > 3"), {QStringLiteral("-value")}));
        settle();
        const std::vector<std::uint64_t> shown{9, 8, 3, 5, 7, 6, 4};
        QVERIFY(rows(session) == shown);
        session.pending().mark(RecordRanges::fromIndices(std::vector<std::uint64_t>{5, 8}));
        session.applyPending();
        settle();
        QVERIFY(rows(session) == (std::vector<std::uint64_t>{5, 3, 7, 6, 4}));  // 9 moved to 5
        QCOMPARE(search.duplicates().members(), std::uint64_t{2});
        session.history().undo();
        settle();
        QVERIFY(rows(session) == shown);
        QCOMPARE(search.duplicates().members(), std::uint64_t{3});
        QCOMPARE(search.covered(), std::uint64_t{10});
        QCOMPARE(search.facts(8)->max, 8.0);
        // Under another filter than then: asked again, so that what came back is shown, too.
        session.history().redo();
        settle();
        QVERIFY(search.apply(QStringLiteral("value in [7, 8]")));
        settle();
        QVERIFY(rows(session) == (std::vector<std::uint64_t>{3, 7}));
        session.history().undo();
        settle();
        QVERIFY(rows(session) == (std::vector<std::uint64_t>{3, 5, 7, 8}));
        QCOMPARE(search.filter(), QStringLiteral("value in [7, 8]"));
    }

    void rangesAndStepsFollowTheRows() {
        DocumentSession& session = openBytes({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
        QVERIFY(session.search().apply(QStringLiteral("value % 3 == 0")));
        settle();
        RecordSelection& selection = session.selection();
        QCOMPARE(selection.current(), std::optional<std::uint64_t>(0));
        selection.moveBy(1);
        QCOMPARE(selection.current(), std::optional<std::uint64_t>(3));
        selection.select(9, Gesture::Extend);
        QCOMPARE(selection.count(), std::uint64_t{3});
        QVERIFY(!selection.isSelected(4));
        selection.moveBy(100);
        QCOMPARE(selection.current(), std::optional<std::uint64_t>(9));
        selection.selectAll();
        QCOMPARE(selection.count(), std::uint64_t{4});
        selection.select(3, Gesture::Replace);
        selection.invert();
        QCOMPARE(selection.count(), std::uint64_t{3});
        QVERIFY(selection.isSelected(0) && !selection.isSelected(1));
    }

    void whatIsHiddenIsNotSelected() {
        DocumentSession& session = openBytes({5, 1, 5, 1});
        session.selection().selectAll();
        session.selection().setCurrent(1);
        QVERIFY(session.search().apply(QStringLiteral("value == 5")));
        settle();
        QCOMPARE(session.selection().count(), std::uint64_t{2});
        QVERIFY(!session.selection().isSelected(1));
        QCOMPARE(session.selection().current(), std::optional<std::uint64_t>(2));
    }

    void theNewestQuestionWins() {
        DocumentSession& session = openBytes({0, 1, 2, 3});
        QVERIFY(session.search().apply(QStringLiteral("value > 0")));
        QVERIFY(session.search().apply(QStringLiteral("value > 2")));
        settle();
        QCOMPARE(session.search().filter(), QStringLiteral("value > 2"));
        QCOMPARE(session.search().matches(), std::uint64_t{1});
        QVERIFY(session.search().apply(QStringLiteral("value > 0")));
        session.search().cancel();
        settle();
        QCOMPARE(session.search().filter(), QStringLiteral("value > 2"));
    }

    void faultsNameTheCharacter() {
        DocumentSession& session = openBytes({0});
        const auto fault = session.search().check(QStringLiteral("value == \"ü\" and sdt < 1"));
        QVERIFY(fault.has_value());
        const auto second = session.search().check(QStringLiteral("value < 1 and sdt < 1"));
        QCOMPARE(second->begin, std::size_t{14});
        QCOMPARE(second->end, std::size_t{17});
        QVERIFY(!session.search().check(QStringLiteral("value < 1")));
        QVERIFY(!session.search().apply(QStringLiteral("value <")));
        // Behind a character of two bytes the place is still counted in characters.
        const auto wide = session.search().check(QStringLiteral("üü < 1"));
        QCOMPARE(wide->begin, std::size_t{0});
        QCOMPARE(wide->end, std::size_t{2});
    }

    void completionKnowsTheNames() {
        DocumentSession& session = openBytes({0});
        qsizetype begin = 0;
        const QStringList words = session.search().completions(QStringLiteral("value < 1 and st"), 16, begin);
        QCOMPARE(begin, qsizetype{14});
        QVERIFY(words.contains(QStringLiteral("std")) && words.contains(QStringLiteral("stored")) && !words.contains(QStringLiteral("mean")));
    }

    void duplicatesStandTogether() {
        DocumentSession& session = openBytes({5, 1, 2, 3, 5, 9, 1, 8, 7, 5});
        QSignalSpy found(&session.search(), &RecordSearch::duplicatesFound);
        QVERIFY(session.search().findDuplicates() != nullptr);
        settle();
        QCOMPARE(found.count(), 1);
        QCOMPARE(session.search().duplicates().groups().size(), std::size_t{2});
        QCOMPARE(*session.search().duplicates().redundant().indices(9), (std::vector<std::uint64_t>{4, 6, 9}));
        QVERIFY(session.search().isFiltered() && session.search().showsDuplicates());
        std::vector<std::uint64_t> shown;
        for (std::uint64_t row = 0; row < session.order().count(); ++row)
            shown.push_back(session.order().recordAt(row));
        QCOMPARE(shown, (std::vector<std::uint64_t>{0, 4, 9, 1, 6}));
    }

    /// Deleting two of three copies once deleted all three: the second index named the record that had moved into its place.
    void oneCopyOfAGroupStays() {
        DocumentSession& session = openBytes({7, 1, 2, 3, 7, 4, 5, 6, 8, 7});
        session.document().enableEditing();
        settle();
        QVERIFY(session.search().findDuplicates() != nullptr);
        settle();
        session.selection().setRanges(RecordRanges(4, 1));
        QVERIFY(session.toggleMarks());
        QCOMPARE(session.pending().reasonOf(4)->kind, MarkReason::Kind::Duplicate);
        session.applyPending();
        settle();
        // 9 has moved to 4, and the list says so.
        QCOMPARE(session.search().duplicates().groups(), (DuplicateGroups::Groups{{0, 4}}));
        QCOMPARE(session.order().count(), std::uint64_t{2});
        QSignalSpy kept(&session.pending(), &PendingChanges::kept);
        session.selection().selectAll();
        QVERIFY(session.toggleMarks());
        QCOMPARE(kept.count(), 1);
        QCOMPARE(session.pending().marked(), RecordRanges(4, 1));
        // What is left of the group cannot be marked by itself either.
        session.selection().setRanges(RecordRanges(0, 1));
        QVERIFY(session.toggleMarks());
        QCOMPARE(session.pending().marked(), RecordRanges(4, 1));
        session.applyPending();
        settle();
        QVERIFY(session.search().duplicates().isEmpty());
        session.document().disableEditing();
        settle();
        QCOMPARE(byteValues(path()), (std::vector<int>{7, 1, 2, 3, 8, 4, 5, 6}));
    }

    /// Switching to editing opens the store anew; what was looked for stays in sight.
    void editingKeepsGroupsAndStatistics() {
        DocumentSession& session = openBytes({5, 1, 5, 1});
        QVERIFY(session.search().measure() != nullptr);
        QVERIFY(session.search().findDuplicates() != nullptr);
        settle();
        session.search().clear();
        session.document().enableEditing();
        settle();
        QCOMPARE(session.search().covered(), std::uint64_t{4});
        session.selection().selectAll();
        QVERIFY(session.toggleMarks());
        QCOMPARE(*session.pending().marked().indices(4), (std::vector<std::uint64_t>{2, 3}));
    }

    /// What measures meanwhile loses its store; that is no failure.
    void editingWhileMeasuringFailsNothing() {
        DocumentSession& session = openBytes({5, 1, 5, 1});
        QSignalSpy failures(&session.search(), &RecordSearch::failed);
        Job* measuring = session.search().measure();
        QVERIFY(measuring != nullptr);
        session.document().enableEditing();
        m_loader->settle();
        QCOMPARE(measuring->state(), Job::State::Running);
        settle();
        QCOMPARE(measuring->state(), Job::State::Cancelled);
        QCOMPARE(failures.count(), 0);
    }

    void editingKeepsTheFilter() {
        DocumentSession& session = openBytes({5, 1, 5, 1});
        QVERIFY(session.search().apply(QStringLiteral("value == 5")));
        settle();
        session.selection().selectAll();
        session.document().enableEditing();
        settle();
        QCOMPARE(session.search().filter(), QStringLiteral("value == 5"));
        QCOMPARE(session.order().count(), std::uint64_t{2});
        QCOMPARE(session.selection().count(), std::uint64_t{2});
    }

    void factsStayKnown() {
        DocumentSession& session = openBytes({4, 6});
        QCOMPARE(session.search().covered(), std::uint64_t{0});
        QVERIFY(!session.search().facts(1));
        QVERIFY(session.search().measure() != nullptr);
        settle();
        QCOMPARE(session.search().covered(), std::uint64_t{2});
        QCOMPARE(session.search().facts(1)->mean, 6.0);
        QVERIFY(session.search().measure() == nullptr);
    }

private:
    static std::vector<std::uint64_t> rows(DocumentSession& session) {
        std::vector<std::uint64_t> records;
        for (std::uint64_t row = 0; row < session.order().count(); ++row)
            records.push_back(session.order().recordAt(row));
        return records;
    }
    [[nodiscard]] std::filesystem::path path() const { return std::filesystem::path(m_folder->path().toStdString()) / "bytes"; }
    DocumentSession& openBytes(const std::vector<int>& values) {
        makeByteStore(path(), values);
        DocumentSession* session = m_documents->open(toQString(path()));
        settle();
        return *session;
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
    std::unique_ptr<DocumentList> m_documents;
};

QTEST_MAIN(RecordSearchTest)
#include "tst_record_search.moc"
