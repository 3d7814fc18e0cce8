#include "workbench/document/saved_session.h"

#include <memory>

#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "workbench/curate/record_tags.h"
#include "workbench/document/document_session.h"
#include "workbench/find/record_search.h"
#include "workbench/jobs/workbench_runtime.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;
using namespace zrecord::workbench::test;

/// What is open and what it looks like, as text and back, and put upon a document again.
class SavedSessionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void textAndBack() {
        SavedSession session;
        SavedDocument document;
        document.path = QStringLiteral("/data/\"train\" ü");
        document.records = (UINT64_C(1) << 63) + 5;  // more than a number of JSON can hold
        document.bytes = 7;
        document.stream = 2;
        document.current = (UINT64_C(1) << 53) + 1;
        document.selected = RecordRanges((UINT64_C(1) << 53) + 1, 3);
        document.selected.add(0);
        document.filter = QStringLiteral("std < 3 and tag == \"a\"");
        document.sortKeys = QStringList{QStringLiteral("-mean"), QStringLiteral("std")};
        document.views.emplace(QStringLiteral("browse"), QStringLiteral("table 9"));
        session.documents = {document, SavedDocument()};
        session.documents[1].path = QStringLiteral("/data/other");
        session.currentPath = document.path;
        session.perspective = QStringLiteral("compare");
        const auto decoded = decodeSession(encodeSession(session));
        QVERIFY(decoded);
        QVERIFY(*decoded == session);
    }

    void damagedTextIsNoSession_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addRow("empty") << QByteArray();
        QTest::addRow("no JSON") << QByteArray("{\"format\":1,");
        QTest::addRow("another format") << QByteArray("{\"format\":2,\"documents\":[]}");
        QTest::addRow("a list") << QByteArray("[1]");
    }
    void damagedTextIsNoSession() {
        QFETCH(QByteArray, text);
        QVERIFY(!decodeSession(text));
    }

    void documentsAreFoundAsTheyWere() {
        begin({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
        const auto before = open();
        before->search().apply(QStringLiteral("value > 3"), {QStringLiteral("-value")});
        settle();
        before->selection().select(6);
        RecordRanges chosen(5, 2);
        before->selection().setRanges(chosen);
        const SavedDocument saved = savedDocument(*before);
        const auto after = open();
        restoreDocument(*after, saved);
        settle();
        QCOMPARE(after->search().filter(), QStringLiteral("value > 3"));
        QCOMPARE(after->search().sortKeys(), QStringList{QStringLiteral("-value")});
        QCOMPARE(after->search().matches(), std::uint64_t{6});
        QCOMPARE(*after->selection().current(), std::uint64_t{6});
        QVERIFY(after->selection().ranges() == chosen);
        QVERIFY(after->tags().reviewed().isEmpty());  // nobody has looked at a record yet
    }

    void numbersOfAnotherStateAreNotSelected() {
        begin({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
        SavedDocument saved = savedDocument(*open());
        saved.current = 8;
        saved.selected = RecordRanges(5, 2);
        m_runtime.reset();
        std::filesystem::remove_all(path());
        begin({0, 1, 2});
        const auto after = open();
        restoreDocument(*after, saved);
        settle();
        QVERIFY(after->selection().ranges().isEmpty());
        QCOMPARE(*after->selection().current(), std::uint64_t{2});
    }

private:
    [[nodiscard]] std::filesystem::path path() const { return std::filesystem::path(m_folder.path().toStdString()) / "bytes"; }
    void begin(const std::vector<int>& values) {
        std::filesystem::remove_all(path());
        makeByteStore(path(), values);
        m_runtime = std::make_unique<WorkbenchRuntime>(m_loader, m_jobs);
    }
    std::unique_ptr<DocumentSession> open() {
        auto session = std::make_unique<DocumentSession>(toQString(path()), *m_runtime);
        session->document().open();
        settle();
        return session;
    }
    void settle() {
        do {
            m_loader.settle();
            m_jobs.settle();
        } while (m_loader.waiting() + m_jobs.waiting() > 0);
    }

    QTemporaryDir m_folder;
    ManualTaskRunner m_loader;
    ManualTaskRunner m_jobs;
    std::unique_ptr<WorkbenchRuntime> m_runtime;
};

QTEST_GUILESS_MAIN(SavedSessionTest)
#include "tst_saved_session.moc"
