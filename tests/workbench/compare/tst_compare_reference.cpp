#include "workbench/compare/compare_reference.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "workbench/document/document_list.h"
#include "workbench/document/document_session.h"
#include "workbench/jobs/workbench_runtime.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;
using Kind = CompareReference::Kind;

class CompareReferenceTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    test::ManualTaskRunner m_loads;
    test::ManualTaskRunner m_jobs;
    std::unique_ptr<WorkbenchRuntime> m_runtime;
    std::unique_ptr<DocumentList> m_documents;

    std::filesystem::path path(const char* name) const { return std::filesystem::path(m_folder.path().toStdString()) / name; }
    void settle() {
        do {
            m_loads.settle();
            m_jobs.settle();
            QCoreApplication::processEvents();
        } while (m_loads.waiting() + m_jobs.waiting() > 0);
    }
    DocumentSession* open(const char* name) {
        DocumentSession* session = m_documents->open(test::toQString(path(name)));
        settle();
        return session;
    }

private Q_SLOTS:
    void init() {
        std::filesystem::remove_all(path("a"));
        std::filesystem::remove_all(path("b"));
        test::makeByteStore(path("a"), {10, 11, 12, 13, 14});
        test::makeByteStore(path("b"), {20, 21, 22});
        m_runtime = std::make_unique<WorkbenchRuntime>(m_loads, m_jobs);
        m_documents = std::make_unique<DocumentList>(*m_runtime);
    }
    void cleanup() {
        m_documents.reset();
        m_runtime.reset();
    }

    void aPinnedRecordStaysWhoeverIsCurrent() {
        CompareReference reference(*m_documents);
        QCOMPARE(reference.indexFor(0), std::nullopt);
        QSignalSpy changed(&reference, &CompareReference::changed);
        reference.pin(*open("a"), 0, 3);
        QCOMPARE(changed.count(), 1);
        QVERIFY(reference.kind() == Kind::Pinned);
        QCOMPARE(reference.indexFor(0), std::optional<std::uint64_t>(3));
        QCOMPARE(reference.indexFor(4), std::optional<std::uint64_t>(3));
    }

    void theSameIndexOfAnotherStore() {
        CompareReference reference(*m_documents);
        reference.followIndex(*open("b"), 0);
        QCOMPARE(reference.indexFor(2), std::optional<std::uint64_t>(2));
        QCOMPARE(reference.indexFor(3), std::nullopt);
    }

    void followsDeletions() {
        DocumentSession* session = open("a");
        session->document().enableEditing();
        settle();
        CompareReference reference(*m_documents);
        reference.pin(*session, 0, 4);
        RecordRanges marked;
        marked.add(1);  // the last record takes this slot
        session->pending().mark(marked);
        session->applyPending();
        settle();
        QCOMPARE(session->document().recordCount(), std::uint64_t{4});
        QCOMPARE(reference.indexFor(0), std::optional<std::uint64_t>(1));
        RecordRanges again;
        again.add(1);
        session->pending().mark(again);
        session->applyPending();
        settle();
        QVERIFY(reference.kind() == Kind::None);
    }

    void letsGoOfAClosedDocument() {
        DocumentSession* session = open("a");
        CompareReference reference(*m_documents);
        reference.pin(*session, 0, 0);
        QSignalSpy lost(&reference, &CompareReference::aboutToBeLost);
        m_documents->close(open("b"));
        QCOMPARE(lost.count(), 0);
        m_documents->close(session);
        QCOMPARE(lost.count(), 1);
        QVERIFY(reference.session() == nullptr);
    }
};

QTEST_MAIN(CompareReferenceTest)
#include "tst_compare_reference.moc"
