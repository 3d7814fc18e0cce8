#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "workbench/jobs/workbench_runtime.h"
#include "workbench/laboratory/benchmark_study.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;

/// A benchmark as a job: alone, cancelled, and the newest wins.
class TestBenchmarkStudy : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    test::ManualTaskRunner m_loader;
    test::ManualTaskRunner m_runner;
    QString path() { return m_folder.filePath(QStringLiteral("images")); }
    static BenchmarkOptions options(std::uint64_t rounds = 2) {
        BenchmarkOptions made;
        made.batch = 10;
        made.rounds = rounds;
        made.batches = 2;
        return made;
    }

private Q_SLOTS:
    void initTestCase() { test::makeImageStore(path().toStdString(), {4, 4}, 60); }

    void measuresAndIsNotKeptInTheList() {
        WorkbenchRuntime runtime(m_loader, m_runner);
        BenchmarkStudy study(runtime.jobs());
        QSignalSpy finished(&study, &BenchmarkStudy::finished);
        QSignalSpy grown(&study, &BenchmarkStudy::grown);
        BenchmarkOptions oneThread = options();
        oneThread.threads = 1;
        study.start(path(), oneThread, QStringLiteral("measuring"));
        QVERIFY(study.isRunning() && !study.isWaiting());
        m_runner.settle();
        QCOMPARE(finished.count(), 1);
        QVERIFY(grown.count() >= 1);  // after the first round; the second may come within the time that nothing is drawn
        QCOMPARE(study.report()->threads, 1U);
        QCOMPARE(study.report()->lines[0].seconds.size(), std::size_t{2});
        QTRY_VERIFY(runtime.jobs().jobs().empty());
    }

    void waitsForOthers() {
        WorkbenchRuntime runtime(m_loader, m_runner);
        BenchmarkStudy study(runtime.jobs());
        runtime.jobs().start(QStringLiteral("other"), {}, [](const OperationContext&) { return Status(); });
        study.start(path(), options(), QStringLiteral("measuring"));
        QVERIFY(study.isWaiting());
        m_runner.settle();
        QVERIFY(study.report().has_value());
    }

    void cancelFailAndForget() {
        WorkbenchRuntime runtime(m_loader, m_runner);
        BenchmarkStudy study(runtime.jobs());
        QSignalSpy cancelled(&study, &BenchmarkStudy::cancelled);
        QSignalSpy failed(&study, &BenchmarkStudy::failed);
        study.start(path(), options(), QStringLiteral("measuring"));
        study.cancel();
        m_runner.settle();
        QCOMPARE(cancelled.count(), 1);
        study.start(m_folder.filePath(QStringLiteral("none")), options(), QStringLiteral("measuring"));
        m_runner.settle();
        QCOMPARE(failed.count(), 1);
        study.start(path(), options(), QStringLiteral("measuring"));
        study.forget();
        m_runner.settle();
        QVERIFY(!study.report() && !study.isRunning());
        QCOMPARE(cancelled.count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestBenchmarkStudy)
#include "tst_benchmark_study.moc"
