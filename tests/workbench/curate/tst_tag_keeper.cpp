#include "workbench/curate/tag_keeper.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "workbench/curate/record_tags.h"
#include "workbench/document/document_list.h"
#include "workbench/document/session_history.h"
#include "workbench/jobs/workbench_runtime.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;
using namespace zrecord::workbench::test;

class TagKeeperTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        makeByteStore(path(), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
        begin();
    }
    void cleanup() { end(); }

    void tagsAreThereTomorrow() {
        m_session->tags().toggle(QStringLiteral("blurred"), RecordRanges(3, 1));
        m_session->tags().toggle(QStringLiteral("dark"), RecordRanges(9, 1));
        end();
        QVERIFY(QFile::exists(sideCar()));
        begin();
        QCOMPARE(m_session->tags().tags().size(), std::size_t{2});
        QCOMPARE(m_session->tags().namesOf(9), QStringList{QStringLiteral("dark")});
        // Taking the last one off is remembered, too.
        m_session->tags().toggle(QStringLiteral("dark"), RecordRanges(9, 1));
        end();
        begin();
        QVERIFY(!m_session->tags().isTagged(9));
    }

    void lookingWritesNothing() {
        m_session->selection().select(5);
        m_session->selection().select(6);
        end();
        QVERIFY(!QFile::exists(sideCar()));
    }

    void theyFollowAnAppliedRemoval() {
        edit();
        m_session->tags().toggle(QStringLiteral("a"), RecordRanges(9, 1));
        m_session->pending().mark(RecordRanges(3, 1));
        m_session->applyPending();
        settle();
        QCOMPARE(m_session->tags().namesOf(3), QStringList{QStringLiteral("a")});
        end();
        begin();
        QCOMPARE(m_session->tags().namesOf(3), QStringList{QStringLiteral("a")});
        QCOMPARE(m_session->tags().tags()[0].records.count(), std::uint64_t{1});
    }

    /// The program ends after the records went and before the tags were saved.
    void theyFollowARemovalThatWasTheLastThing() {
        edit();
        m_session->tags().toggle(QStringLiteral("a"), RecordRanges(9, 1));
        m_session->pending().mark(RecordRanges(3, 1));
        m_session->applyPending();
        settle();
        QFile file(sideCar());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray announced = file.readAll();
        file.close();
        QVERIFY(announced.contains("removing"));
        end();
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(announced);
        file.close();
        begin();
        QCOMPARE(m_session->tags().namesOf(3), QStringList{QStringLiteral("a")});
        QVERIFY(!m_session->tags().isTagged(8));
    }

    /// The program ends when a delete was about to be undone: before the store was changed, and after.
    void theyFollowAnUndoThatWasTheLastThing() {
        edit();
        m_session->tags().toggle(QStringLiteral("a"), RecordRanges::fromIndices(std::vector<std::uint64_t>{3, 9}));
        m_session->pending().mark(RecordRanges(3, 1));
        m_session->applyPending();
        settle();
        QVERIFY(m_session->keeper().announcementOfUndo(IndexRemap::plan(RecordRanges(3, 1), 10), {{RecordRanges(3, 1)}, {}})().ok());
        QFile file(sideCar());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray announced = file.readAll();
        file.close();
        end();
        const auto putBack = [&] {
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write(announced);
            file.close();
        };
        putBack();
        begin();
        QVERIFY(m_session->tags().tags()[0].records == RecordRanges(3, 1));  // record 9, which has moved there
        edit();
        m_session->history().undo();
        settle();
        end();
        putBack();
        begin();
        QVERIFY(m_session->tags().tags()[0].records == RecordRanges::fromIndices(std::vector<std::uint64_t>{3, 9}));
    }

    void tagsOfAnotherStateAreNotUsed() {
        m_session->tags().toggle(QStringLiteral("a"), RecordRanges(9, 1));
        end();
        std::filesystem::remove_all(path());
        makeByteStore(path(), {0, 1, 2});
        begin(false);
        QSignalSpy failed(&m_session->keeper(), &TagKeeper::failed);
        settle();
        QCOMPARE(failed.count(), 1);
        QVERIFY(m_session->tags().tags().empty());
        // Tagging anew keeps the old file beside the new one.
        m_session->tags().toggle(QStringLiteral("b"), RecordRanges(1, 1));
        end();
        QVERIFY(QFile::exists(sideCar() + QStringLiteral(".old")));
        begin();
        QCOMPARE(m_session->tags().namesOf(1), QStringList{QStringLiteral("b")});
    }

    void switchingToEditingKeepsWhatIsNotSavedYet() {
        m_session->tags().toggle(QStringLiteral("a"), RecordRanges(2, 2));
        end();
        begin();
        m_session->tags().toggle(QStringLiteral("a"), RecordRanges(2, 1));
        edit();
        QVERIFY(!m_session->tags().isTagged(2));
        QVERIFY(m_session->tags().isTagged(3));
    }

private:
    [[nodiscard]] std::filesystem::path path() const { return std::filesystem::path(m_folder->path().toStdString()) / "bytes"; }
    [[nodiscard]] QString sideCar() const { return tag_file::pathFor(toQString(path())); }
    void begin(bool settled = true) {
        m_loader = std::make_unique<ManualTaskRunner>();
        m_jobs = std::make_unique<ManualTaskRunner>();
        m_runtime = std::make_unique<WorkbenchRuntime>(*m_loader, *m_jobs);
        m_documents = std::make_unique<DocumentList>(*m_runtime);
        m_session = m_documents->open(toQString(path()));
        if (settled)
            settle();
    }
    void end() {
        m_session = nullptr;
        m_documents.reset();
        m_runtime.reset();
    }
    void edit() {
        m_session->document().enableEditing();
        settle();
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
    DocumentSession* m_session = nullptr;
};

QTEST_GUILESS_MAIN(TagKeeperTest)
#include "tst_tag_keeper.moc"
