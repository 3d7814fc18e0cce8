#include "workbench/document/recovery_watch.h"

#include <filesystem>
#include <memory>
#include <vector>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "workbench/document/store_document.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;
using namespace zrecord::workbench::test;
namespace fs = std::filesystem;

class RecoveryWatchTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_loader = std::make_unique<ManualTaskRunner>();
        m_jobs = std::make_unique<ManualTaskRunner>();
        m_runtime = std::make_unique<WorkbenchRuntime>(*m_loader, *m_jobs);
    }
    void cleanup() {
        settle();
        m_runtime.reset();
    }

    void soundStoresHaveNothingToTell() {
        makeByteStore(folder() / "bytes", {1, 2, 3});
        StoreDocument document(toQString(folder() / "bytes"), *m_runtime);
        QCOMPARE(RecoveryWatch::of(document), nullptr);
        auto* watch = new RecoveryWatch(document);
        QCOMPARE(RecoveryWatch::of(document), watch);
        QSignalSpy told(watch, &RecoveryWatch::changed);
        document.open();
        settle();
        document.enableEditing();
        settle();
        QVERIFY(watch->found().empty());
        QCOMPARE(told.count(), 0);
    }

    void anInterruptedDeleteIsShownThenFinished() {
        makeByteStore(folder() / "bytes", {10, 11, 12, 13, 14});
        interruptRemoval(folder() / "bytes", {1});
        StoreDocument document(toQString(folder() / "bytes"), *m_runtime);
        auto* watch = new RecoveryWatch(document);
        QSignalSpy told(watch, &RecoveryWatch::changed);
        document.open();
        settle();
        QCOMPARE(document.recordCount(), std::uint64_t(4));
        QCOMPARE(watch->found().size(), std::size_t(1));
        QCOMPARE(watch->found().front().stream, std::string("bytes"));
        QCOMPARE(watch->found().front().note.action, RecoveryAction::ShownDelete);
        QCOMPARE(told.count(), 1);
        document.enableEditing();
        settle();
        QVERIFY(document.isEditable());
        QCOMPARE(watch->found().size(), std::size_t(1));
        QCOMPARE(watch->found().front().note.action, RecoveryAction::FinishedDelete);
        // What is over stays to be read until somebody has.
        document.disableEditing();
        settle();
        QCOMPARE(watch->found().size(), std::size_t(1));
        QCOMPARE(told.count(), 2);
        watch->forget();
        QVERIFY(watch->found().empty());
        QCOMPARE(told.count(), 3);
        QCOMPARE(byteValues(folder() / "bytes"), (std::vector<int>{10, 14, 12, 13}));
    }

    void whatOthersFinishedIsForgotten() {
        makeByteStore(folder() / "bytes", {10, 11, 12});
        interruptRemoval(folder() / "bytes", {0});
        fs::copy(folder() / "bytes", folder() / "copy", fs::copy_options::recursive);
        StoreDocument document(toQString(folder() / "copy"), *m_runtime);
        auto* watch = new RecoveryWatch(document);
        document.open();
        settle();
        QCOMPARE(watch->found().size(), std::size_t(1));
        // The store as another program leaves it that has finished the delete.
        OpenOptions writing;
        writing.access = Access::ReadWrite;
        QVERIFY(Store::open(folder() / "bytes", writing).ok());
        fs::remove_all(folder() / "copy" / ".zrx");
        fs::copy(folder() / "bytes", folder() / "copy", fs::copy_options::recursive | fs::copy_options::overwrite_existing);
        document.reload();
        settle();
        QVERIFY(document.isOpen());
        QVERIFY(watch->found().empty());
        QCOMPARE(document.recordCount(), std::uint64_t(2));
    }

private:
    [[nodiscard]] fs::path folder() const { return m_folder->path().toStdString(); }
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

QTEST_GUILESS_MAIN(RecoveryWatchTest)
#include "tst_recovery_watch.moc"
