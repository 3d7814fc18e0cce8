#include <QTest>

#include "widgets/main_window/record_history.h"

using zrecord::widgets::RecordHistory;

class TestRecordHistory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stepsMoveThePlaceAndJumpsMakeOne() {
        RecordHistory history;
        history.visit(5);
        history.visit(6);
        QVERIFY(!history.canGoBack());
        history.visit(5'000'000'000);
        QVERIFY(history.canGoBack());
        QCOMPARE(history.back(), std::optional<std::uint64_t>(6));
        QCOMPARE(history.back(), std::optional<std::uint64_t>());
        QCOMPARE(history.forward(), std::optional<std::uint64_t>(5'000'000'000));
        QVERIFY(!history.canGoForward());
    }

    void aJumpAfterBackForgetsForward() {
        RecordHistory history;
        history.visit(0);
        history.visit(1000);
        history.visit(2000);
        QCOMPARE(history.back(), std::optional<std::uint64_t>(1000));
        history.visit(9000);
        QVERIFY(!history.canGoForward());
        QCOMPARE(history.back(), std::optional<std::uint64_t>(1000));
    }

    void onlyTheNewestPlacesAreKept() {
        RecordHistory history;
        for (std::uint64_t i = 0; i < 3 * RecordHistory::kMaximumPlaces; ++i)
            history.visit(i * 1000);
        std::size_t steps = 0;
        while (history.back())
            ++steps;
        QCOMPARE(steps, RecordHistory::kMaximumPlaces - 1);
    }
};

QTEST_APPLESS_MAIN(TestRecordHistory)
#include "tst_record_history.moc"
