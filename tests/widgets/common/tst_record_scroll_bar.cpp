#include <QSignalSpy>
#include <QStyle>
#include <QTest>
#include <QWheelEvent>

#include "widgets/common/record_scroll_bar.h"

using zrecord::widgets::RecordScrollBar;

namespace {
constexpr std::uint64_t kTwo40 = std::uint64_t{1} << 40;
}

class TestRecordScrollBar : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void smallRangesAreOneToOne() {
        RecordScrollBar bar;
        bar.setExtent(1000, 100);
        QCOMPARE(bar.maximumPosition(), std::uint64_t{900});
        QCOMPARE(bar.maximum(), 900);
        for (int value : {0, 1, 450, 899, 900}) {
            QCOMPARE(bar.positionForValue(value), static_cast<std::uint64_t>(value));
            QCOMPARE(bar.valueForPosition(static_cast<std::uint64_t>(value)), value);
        }
    }

    void endsAreExact_data() {
        QTest::addColumn<std::uint64_t>("total");
        QTest::newRow("2^30") << (std::uint64_t{1} << 30);
        QTest::newRow("2^31+5") << ((std::uint64_t{1} << 31) + 5);
        QTest::newRow("340205976") << std::uint64_t{340'205'976};
        QTest::newRow("2^40") << kTwo40;
        QTest::newRow("2^62") << (std::uint64_t{1} << 62);
        QTest::newRow("2^63") << (std::uint64_t{1} << 63);
    }
    void endsAreExact() {
        QFETCH(std::uint64_t, total);
        RecordScrollBar bar;
        bar.setExtent(total, 10);
        QCOMPARE(bar.positionForValue(bar.maximum()), bar.maximumPosition());
        QCOMPARE(bar.positionForValue(0), std::uint64_t{0});
        QCOMPARE(bar.valueForPosition(bar.maximumPosition()), bar.maximum());
        bar.setValue(bar.maximum());
        QCOMPARE(bar.position(), total - 10);
        bar.setValue(0);
        QCOMPARE(bar.position(), std::uint64_t{0});
        std::uint64_t last = 0;
        for (int i = 0; i <= 1000; ++i) {
            const int value = static_cast<int>(static_cast<std::int64_t>(bar.maximum()) * i / 1000);
            const std::uint64_t position = bar.positionForValue(value);
            QVERIFY(position >= last);
            QVERIFY(position <= bar.maximumPosition());
            last = position;
            QVERIFY(std::abs(bar.valueForPosition(position) - value) <= 1);
        }
    }

    void stepsAreExactWhereTheHandleCannotMove() {
        RecordScrollBar bar;
        bar.setExtent(kTwo40, 50);
        bar.setPosition(kTwo40 / 3);
        const std::uint64_t start = bar.position();
        QSignalSpy spy(&bar, &RecordScrollBar::positionChanged);
        for (int i = 0; i < 5; ++i) {
            bar.triggerAction(QAbstractSlider::SliderSingleStepAdd);
        }
        QCOMPARE(bar.position(), start + 5);
        QCOMPARE(spy.count(), 5);
        bar.triggerAction(QAbstractSlider::SliderSingleStepSub);
        QCOMPARE(bar.position(), start + 4);
        bar.triggerAction(QAbstractSlider::SliderPageStepAdd);
        QCOMPARE(bar.position(), start + 54);
        bar.triggerAction(QAbstractSlider::SliderToMaximum);
        QCOMPARE(bar.position(), kTwo40 - 50);
        bar.triggerAction(QAbstractSlider::SliderSingleStepAdd);
        QCOMPARE(bar.position(), kTwo40 - 50);
        bar.triggerAction(QAbstractSlider::SliderSingleStepSub);
        QCOMPARE(bar.position(), kTwo40 - 51);
        bar.triggerAction(QAbstractSlider::SliderToMinimum);
        QCOMPARE(bar.position(), std::uint64_t{0});
        bar.triggerAction(QAbstractSlider::SliderSingleStepSub);
        QCOMPARE(bar.position(), std::uint64_t{0});
    }

    void draggingMapsByRatio() {
        RecordScrollBar bar;
        bar.setExtent(kTwo40, 1);
        bar.setSliderDown(true);
        bar.setSliderPosition(bar.maximum() / 2);
        bar.setSliderDown(false);
        const double share = static_cast<double>(bar.position()) / static_cast<double>(bar.maximumPosition());
        QVERIFY(std::abs(share - 0.5) < 1e-6);
    }

    void wheelMovesByWholeSteps() {
        RecordScrollBar bar;
        bar.setExtent(kTwo40, 20);
        bar.setStep(2);
        bar.setPosition(1'000'000'007);
        const auto turn = [&bar](int delta) {
            QWheelEvent event(QPointF(2, 2), QPointF(2, 2), QPoint(), QPoint(0, delta), Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(&bar, &event);
        };
        const auto lines = static_cast<std::uint64_t>(QApplication::wheelScrollLines());
        turn(-120);
        QCOMPARE(bar.position(), 1'000'000'007 + 2 * lines);
        turn(60);
        QCOMPARE(bar.position(), 1'000'000'007 + 2 * lines);
        turn(60);
        QCOMPARE(bar.position(), std::uint64_t{1'000'000'007});
    }

    void shrinkingClipsThePosition() {
        RecordScrollBar bar;
        bar.setExtent(kTwo40, 20);
        bar.setPosition(kTwo40);
        QSignalSpy spy(&bar, &RecordScrollBar::positionChanged);
        bar.setExtent(1000, 20);
        QCOMPARE(bar.position(), std::uint64_t{980});
        QCOMPARE(spy.count(), 1);
        bar.setExtent(5, 20);
        QCOMPARE(bar.position(), std::uint64_t{0});
        QCOMPARE(bar.maximum(), 0);
    }

    void positionSurvivesGrowth() {
        RecordScrollBar bar;
        bar.setExtent(1000, 20);
        bar.setPosition(777);
        bar.setExtent(kTwo40, 20);
        QCOMPARE(bar.position(), std::uint64_t{777});
    }
};

QTEST_MAIN(TestRecordScrollBar)
#include "tst_record_scroll_bar.moc"
