#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "workbench/document/stream_set.h"
#include "workbench/jobs/workbench_runtime.h"
#include "workbench/laboratory/slot_study.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;

/// The map as a job, and marks counted into it without mapping anew.
class TestSlotStudy : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    test::ManualTaskRunner m_loader;
    test::ManualTaskRunner m_runner;
    std::shared_ptr<StreamSet> m_streams;

private Q_SLOTS:
    void initTestCase() {
        const auto path = std::filesystem::path(m_folder.filePath(QStringLiteral("images")).toStdString());
        test::makeImageStore(path, {4, 4}, 60);
        auto opened = StreamSet::open(path, Access::ReadOnly, 1);
        QVERIFY(opened.ok());
        m_streams = std::move(opened).value();
    }

    void mapsAndFollowsMarks() {
        WorkbenchRuntime runtime(m_loader, m_runner);
        SlotStudy study(runtime);
        QSignalSpy finished(&study, &SlotStudy::finished);
        QSignalSpy marked(&study, &SlotStudy::marked);
        study.setMarks(RecordRanges(0, 3));  // nothing is mapped yet
        study.start(m_streams, 0, RecordRanges(5, 10), QStringLiteral("mapping"), {}, {});
        m_runner.settle();
        QCOMPARE(finished.count(), 1);
        const auto before = study.map();
        QCOMPARE(before->records, std::uint64_t{60});
        QCOMPARE(before->markedRecords, std::uint64_t{10});
        study.setMarks(RecordRanges(0, 3));
        study.setMarks(RecordRanges(0, 4));
        m_loader.settle();
        QCOMPARE(marked.count(), 1);
        QCOMPARE(study.map()->markedRecords, std::uint64_t{4});
        QCOMPARE(before->markedRecords, std::uint64_t{10});  // who still draws the old one keeps it
    }

    void cancelledAndFailed() {
        WorkbenchRuntime runtime(m_loader, m_runner);
        SlotStudy study(runtime);
        QSignalSpy cancelled(&study, &SlotStudy::cancelled);
        QSignalSpy failed(&study, &SlotStudy::failed);
        study.start(m_streams, 0, {}, QStringLiteral("mapping"), {}, {});
        study.cancel();
        m_runner.settle();
        QCOMPARE(cancelled.count(), 1);
        study.start(m_streams, 0, RecordRanges(59, 5), QStringLiteral("mapping"), {}, {});
        m_runner.settle();
        QCOMPARE(failed.count(), 1);
        study.start(m_streams, 0, {}, QStringLiteral("mapping"), {}, {});
        study.forget();
        m_runner.settle();
        QVERIFY(study.map() == nullptr);
    }
};

QTEST_GUILESS_MAIN(TestSlotStudy)
#include "tst_slot_study.moc"
