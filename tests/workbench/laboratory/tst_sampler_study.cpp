#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "workbench/document/stream_set.h"
#include "workbench/jobs/workbench_runtime.h"
#include "workbench/laboratory/sampler_study.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;

namespace {

SamplerStudy::Request request(std::uint64_t length, std::uint64_t steps = 10) {
    SamplerStudy::Request made;
    made.view.sampler = {length, 16, SamplerMode::Cyclic, 42};
    made.view.steps = steps;
    made.title = QStringLiteral("Sampler");
    return made;
}

}  // namespace

class TestSamplerStudy : public QObject {
    Q_OBJECT

private:
    test::ManualTaskRunner m_loader;
    test::ManualTaskRunner m_jobs;

private Q_SLOTS:
    void reportOfTheLibraryArrives() {
        WorkbenchRuntime runtime(m_loader, m_jobs);
        SamplerStudy study(runtime);
        QSignalSpy finished(&study, &SamplerStudy::finished);
        SamplerStudy::Request both = request(1'000, 62);
        both.other = both.view;
        both.other->sampler.mode = SamplerMode::Sequential;
        study.start(both);
        QVERIFY(study.isRunning());
        m_jobs.settle();
        QCOMPARE(finished.count(), 1);
        QVERIFY(!study.isRunning());
        const auto direct = reportSampler(both.view);
        QCOMPARE(study.outcome()->report.seen, direct->seen);
        QCOMPARE(study.outcome()->report.dots, direct->dots);
        QCOMPARE(study.outcome()->other->shuffle.entropyBits, 0.0);
        QVERIFY(!study.outcome()->locality);
        QTRY_VERIFY(runtime.jobs().jobs().empty());  // the panel shows what it found
    }

    void newerRequestTakesThePlace() {
        WorkbenchRuntime runtime(m_loader, m_jobs);
        SamplerStudy study(runtime);
        QSignalSpy finished(&study, &SamplerStudy::finished);
        study.start(request(1'000));
        study.start(request(2'000));
        m_jobs.settle();
        QCOMPARE(finished.count(), 1);
        QCOMPARE(study.outcome()->report.view.sampler.length, std::uint64_t{2'000});
    }

    void cancelAndFailure() {
        WorkbenchRuntime runtime(m_loader, m_jobs);
        SamplerStudy study(runtime);
        QSignalSpy cancelled(&study, &SamplerStudy::cancelled);
        QSignalSpy failed(&study, &SamplerStudy::failed);
        study.start(request(1'000));
        study.cancel();
        m_jobs.settle();
        QCOMPARE(cancelled.count(), 1);
        study.start(request(0));
        m_jobs.settle();
        QCOMPARE(failed.count(), 1);
        QVERIFY(!study.outcome());
        QVERIFY(!study.isRunning());
    }

    void diskOfAStore() {
        QTemporaryDir folder;
        const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "bytes";
        test::makeImageStore(path, {4'096}, 64);
        auto streams = StreamSet::open(path, Access::ReadOnly, 1);
        QVERIFY(streams.ok());
        WorkbenchRuntime runtime(m_loader, m_jobs);
        SamplerStudy study(runtime);
        SamplerStudy::Request one = request(64, 4);
        one.view.sampler.mode = SamplerMode::Sequential;
        one.streams = *streams;
        study.start(one);
        m_jobs.settle();
        QVERIFY(study.outcome() && study.outcome()->locality);
        QCOMPARE(study.outcome()->locality->records, std::uint64_t{64});
    }

    void questionsAndDots() {
        WorkbenchRuntime runtime(m_loader, m_jobs);
        SamplerStudy study(runtime);
        QSignalSpy recordAnswered(&study, &SamplerStudy::recordAnswered);
        QSignalSpy unseenAnswered(&study, &SamplerStudy::unseenAnswered);
        QSignalSpy dotsReady(&study, &SamplerStudy::dotsReady);
        const SamplerView view = request(1'000, 62).view;
        study.askRecord(view, 1, QStringLiteral("older"));
        study.askRecord(view, 7, QStringLiteral("newer"));
        m_jobs.settle();
        QCOMPARE(recordAnswered.count(), 1);
        QCOMPARE(recordAnswered.first()[0].toULongLong(), 7ULL);
        QCOMPARE(recordAnswered.first()[1].value<std::vector<RecordVisit>>(), *findVisits(view, 7, SamplerStudy::kVisits));
        study.askUnseen(view, QStringLiteral("unseen"));
        m_jobs.settle();
        QCOMPARE(unseenAnswered.first()[1].value<UnseenRecords>().count, std::uint64_t{8});
        study.loadDots(view, 0, 10);
        study.loadDots(view, 100, 50);
        m_loader.settle();
        QCOMPARE(dotsReady.count(), 1);
        const auto dots = dotsReady.first()[0].value<std::vector<OrderDot>>();
        QCOMPARE(dots.size(), std::size_t{50});
        QCOMPARE(dots.front().position, std::uint64_t{100});
    }
};

QTEST_GUILESS_MAIN(TestSamplerStudy)
#include "tst_sampler_study.moc"
