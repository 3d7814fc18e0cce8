#include <QTest>

#include <sstream>

#include "terminal/progress_bar.h"

using namespace zrecord;
using namespace zrecord::cli;
using namespace std::chrono_literals;

class TestProgressBar : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lineSaysAmountRateAndTimeLeft()
    {
        QCOMPARE(ProgressBar::line({"verifying", 250'000, 1'000'000, ProgressUnit::Records}, 5s),
                 std::string("verifying  [#####...............]   25 %  250,000 of 1,000,000 records  50,000/s  0:15 left"));
        QCOMPARE(ProgressBar::line({"copying", 1 << 20, 0, ProgressUnit::Bytes}, 1s), std::string("copying  1.00 MiB  1.00 MiB/s"));
    }

    void timeLeftWaitsThreeSeconds()
    {
        QVERIFY(ProgressBar::line({"x", 1, 10, ProgressUnit::Records}, 2s).find("left") == std::string::npos);
        QVERIFY(ProgressBar::line({"x", 1, 10, ProgressUnit::Records}, 3s).find("0:27 left") != std::string::npos);
    }

    void moreThanAllIsFull()
    {
        QVERIFY(ProgressBar::line({"x", 20, 10, ProgressUnit::Records}, 1s).find("[####################]  100 %") != std::string::npos);
    }

    void whatDoesNotFitIsLeftOut_data()
    {
        QTest::addColumn<std::size_t>("columns");
        QTest::addColumn<std::string>("line");
        const auto row = [](std::size_t columns, const char* line) {
            QTest::addRow("%zu columns", columns) << columns << std::string(line);
        };
        row(91, "verifying  [#####...............]   25 %  250,000 of 1,000,000 records  50,000/s  0:15 left");
        row(90, "verifying   25 %  250,000 of 1,000,000 records  50,000/s  0:15 left");
        row(63, "verifying   25 %  250,000 of 1,000,000 records  0:15 left");
        row(50, "verifying   25 %  250,000 of 1,000,000 records");
        row(40, " 25 %  250,000 of 1,000,000 records");
        row(20, " 25 %  250,000 of 1,");
    }

    void whatDoesNotFitIsLeftOut()
    {
        QFETCH(std::size_t, columns);
        QFETCH(std::string, line);
        QCOMPARE(ProgressBar::line({"verifying", 250'000, 1'000'000, ProgressUnit::Records}, 5s, columns), line);
    }

    void lastColumnStaysFree()
    {
        std::ostringstream out;
        ProgressBar bar(out, [] { return std::size_t{40}; });
        const auto start = ProgressBar::Clock::time_point(1h);
        bar.show({"verifying", 0, 1'000'000, ProgressUnit::Records}, start);
        bar.show({"verifying", 250'000, 1'000'000, ProgressUnit::Records}, start + 5s);
        QCOMPARE(out.str(), std::string("\r\x1b[K 25 %  250,000 of 1,000,000 records"));
    }

    void shortWorkShowsNothing()
    {
        std::ostringstream out;
        ProgressBar bar(out);
        const auto start = ProgressBar::Clock::time_point(1h);
        bar.show({"x", 1, 10, ProgressUnit::Records}, start);
        bar.show({"x", 9, 10, ProgressUnit::Records}, start + 900ms);
        bar.clear();
        QCOMPARE(out.str(), std::string());
    }

    void drawsAtMostTenTimesASecondAndCleansUp()
    {
        std::ostringstream out;
        ProgressBar bar(out);
        const auto start = ProgressBar::Clock::time_point(1h);
        for (int i = 0; i <= 200; ++i)
            bar.show({"x", static_cast<std::uint64_t>(i), 200, ProgressUnit::Records}, start + i * 10ms);
        const std::string drawn = out.str();
        QCOMPARE(std::count(drawn.begin(), drawn.end(), '\r'), 11);
        bar.clear();
        QVERIFY(out.str().ends_with("\r\x1b[K"));
    }
};

QTEST_APPLESS_MAIN(TestProgressBar)
#include "tst_progress_bar.moc"
