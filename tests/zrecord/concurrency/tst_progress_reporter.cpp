#include <QTest>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "concurrency/progress_reporter.h"

using namespace zrecord;

class TestProgressReporter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quickStageReportsOnlyItsEnd()
    {
        std::vector<Progress> reports;
        OperationContext context;
        context.progress = [&](const Progress& progress) { reports.push_back(progress); };
        ProgressReporter reporter(context, "counting", 1'000, ProgressUnit::Bytes);
        for (int i = 0; i < 1'000; ++i)
            QVERIFY(reporter.advance(1).ok());
        reporter.finish();
        QVERIFY(reports.size() >= 1);
        QVERIFY(reports.size() <= 3);  // a loaded machine may need more than 50 ms for the loop
        QCOMPARE(reports.back().done, 1'000ULL);
        QCOMPARE(reports.back().total, 1'000ULL);
        QCOMPARE(std::string(reports.back().stage), std::string("counting"));
        QVERIFY(reports.back().unit == ProgressUnit::Bytes);
    }

    void slowStageReportsAtMostEveryInterval()
    {
        std::vector<std::chrono::steady_clock::time_point> times;
        OperationContext context;
        context.progress = [&](const Progress&) { times.push_back(std::chrono::steady_clock::now()); };
        ProgressReporter reporter(context, "waiting", 0);
        const auto begin = std::chrono::steady_clock::now();
        while (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(320)) {
            QVERIFY(reporter.advance(1).ok());
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        QVERIFY2(times.size() >= 2 && times.size() <= 7, std::to_string(times.size()).c_str());
        for (std::size_t i = 1; i < times.size(); ++i)
            QVERIFY(times[i] - times[i - 1] > std::chrono::milliseconds(40));
    }

    void stopIsSeenByTheNextAdvance()
    {
        std::stop_source source;
        OperationContext context;
        context.stop = source.get_token();
        ProgressReporter reporter(context, "counting", 10);
        QVERIFY(reporter.advance(4).ok());
        QVERIFY(reporter.checkStop().ok());
        QVERIFY(!reporter.stopRequested());
        source.request_stop();
        QVERIFY(reporter.advance(3).code() == ErrorCode::Cancelled);
        QVERIFY(reporter.checkStop().code() == ErrorCode::Cancelled);
        QVERIFY(reporter.stopRequested());
        QVERIFY(checkStop(context).code() == ErrorCode::Cancelled);
        QCOMPARE(reporter.done(), 7ULL);
    }

    void manyThreadsOneReportAtATime()
    {
        std::atomic<int> inside{0};
        std::atomic<bool> overlapped{false};
        std::uint64_t last = 0;
        bool backwards = false;
        OperationContext context;
        context.progress = [&](const Progress& progress) {
            if (inside.fetch_add(1) != 0)
                overlapped = true;
            backwards |= progress.done < last;
            last = progress.done;
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            inside.fetch_sub(1);
        };
        ProgressReporter reporter(context, "counting", 0);
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&reporter] {
                for (int i = 0; i < 300; ++i) {
                    static_cast<void>(reporter.advance(1));
                    std::this_thread::sleep_for(std::chrono::microseconds(500));
                }
            });
        }
        for (std::thread& thread : threads)
            thread.join();
        reporter.finish();
        QVERIFY(!overlapped);
        QVERIFY(!backwards);
        QCOMPARE(last, 1'200ULL);
    }
};

QTEST_APPLESS_MAIN(TestProgressReporter)
#include "tst_progress_reporter.moc"
