#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cstddef>
#include <zrecord/aligned_set.h>

#include "workbench/jobs/task_runner.h"
#include "workbench/laboratory/loader_session.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;

class TestLoaderSession : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    test::ManualTaskRunner m_runner;

    QString path(const char* name) { return m_folder.filePath(QLatin1String(name)); }
    static LoaderOptions options(std::uint64_t firstStep = 0) {
        LoaderOptions made;
        made.batch = 16;
        made.prefetch = 2;
        made.firstStep = firstStep;
        return made;
    }

private Q_SLOTS:
    void initTestCase() {
        test::makeImageStore(path("set/image").toStdString(), {6, 5}, 200);
        std::vector<int> labels;
        for (int i = 0; i < 200; ++i)
            labels.push_back(i % 10);
        test::makeByteStore(path("set/label").toStdString(), labels);
    }

    void everyStepIsThatOfTheSampler() {
        LoaderSession session(m_runner);
        QSignalSpy stepped(&session, &LoaderSession::stepped);
        session.open(path("set"), options(3));
        m_runner.settle();
        QCOMPARE(stepped.count(), 1);
        Sampler sampler = std::move(Sampler::create({200, 16, SamplerMode::Cyclic, 42})).value();
        std::vector<std::uint64_t> expected(16);
        QVERIFY(sampler.seek(3).ok());
        for (std::uint64_t step = 3; step < 6; ++step) {
            QVERIFY(sampler.next(expected).ok());
            QCOMPARE(session.batch().step, step);
            QCOMPARE(session.batch().indices, expected);
            // The records are those of the indices: image i is filled with i mod 256, label i is i mod 10.
            QCOMPARE(session.batch().streams, (std::vector<QString>{QStringLiteral("image"), QStringLiteral("label")}));
            for (std::size_t place = 0; place < 16; ++place) {
                QCOMPARE(std::to_integer<std::uint64_t>(session.batch().records[0][place].bytes()[7]), expected[place] % 256);
                QCOMPARE(std::to_integer<std::uint64_t>(session.batch().records[1][place].bytes()[0]), expected[place] % 10);
            }
            session.step();
            m_runner.settle();
        }
        QCOMPARE(session.stepsPerCycle(), std::uint64_t{12});
        QCOMPARE(session.stats().delivered, std::uint64_t{4});
    }

    void checksumIsTheBatchs() {
        LoaderSession session(m_runner);
        session.open(path("set"), options());
        m_runner.settle();
        auto streams = AlignedSet::open(path("set").toStdString());
        QVERIFY(streams.ok());
        auto loader = DataLoader::create(LoaderStream::owned(std::move(streams).value()), options());
        QCOMPARE(session.batch().checksum, loader->next()->checksum());
    }

    void runAndPause() {
        LoaderSession session(m_runner);
        QSignalSpy running(&session, &LoaderSession::runningChanged);
        session.open(path("set"), options());
        m_runner.settle();
        session.run();
        QVERIFY(session.isRunning());
        for (int turn = 0; turn < 2; ++turn) {
            m_runner.runNext();
            m_runner.deliver();
        }
        QVERIFY(session.batch().step > 1);
        session.pause();
        m_runner.settle();
        QCOMPARE(running.count(), 2);
        const std::uint64_t step = session.batch().step;
        session.step();
        m_runner.settle();
        QCOMPARE(session.batch().step, step + 1);  // nothing was lost
    }

    void failuresCloseTheSession() {
        LoaderSession session(m_runner);
        QSignalSpy failed(&session, &LoaderSession::failed);
        session.step();  // nothing is open: nothing happens
        session.open(path("missing"), options());
        m_runner.settle();
        QCOMPARE(failed.count(), 1);
        QVERIFY(!session.isOpen());
        LoaderOptions wrong = options();
        wrong.rank = 5;
        session.open(path("set"), wrong);
        m_runner.settle();
        QCOMPARE(failed.count(), 2);
        session.open(path("set"), options());
        session.close();
        m_runner.settle();
        QCOMPARE(failed.count(), 2);
        QVERIFY(session.batch().indices.empty());
    }
};

QTEST_GUILESS_MAIN(TestLoaderSession)
#include "tst_loader_session.moc"
