#include "widgets/common/fluency_meter.h"

#include <QKeyEvent>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QWidget>

using namespace zrecord::widgets;

/// Paints slowly when a key is pressed.
class SlowWidget final : public QWidget {
public:
    int paints = 0;

protected:
    void keyPressEvent(QKeyEvent*) override { update(); }
    void paintEvent(QPaintEvent*) override {
        ++paints;
        QThread::msleep(20);
    }
};

class TestFluencyMeter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void figuresAreNearestRank() {
        std::vector<double> times;
        for (int i = 100; i >= 1; --i)
            times.push_back(i);
        const FluencyFigures figures = fluencyFigures(times);
        QCOMPARE(figures.count, std::uint64_t{100});
        QCOMPARE(figures.median, 50.0);
        QCOMPARE(figures.p95, 95.0);
        QCOMPARE(figures.p99, 99.0);
        QCOMPARE(figures.worst, 100.0);
        QCOMPARE(figures.late, std::uint64_t{84});  // 17 … 100; 16 is in time
        QCOMPARE(fluencyFigures({}).count, std::uint64_t{0});
        QCOMPARE(fluencyFigures({3}).median, 3.0);
    }

    /// What an input asks to be painted belongs to it.
    void paintingBelongsToTheInput() {
        SlowWidget widget;
        widget.resize(100, 100);
        widget.show();
        QTRY_VERIFY(widget.paints > 0);
        FluencyMeter meter;
        meter.start();
        QSignalSpy measured(&meter, &FluencyMeter::measured);
        const int before = widget.paints;
        QTest::keyPress(&widget, Qt::Key_A);
        QTRY_COMPARE(measured.count(), 1);
        QCOMPARE(widget.paints, before + 1);
        QVERIFY(meter.inputs().worst >= 20);
        QCOMPARE(meter.inputs().late, std::uint64_t{1});
        QCOMPARE(meter.frames().count, std::uint64_t{1});
        QVERIFY(meter.frames().worst >= 20);
        meter.clear();
        QCOMPARE(meter.inputs().count, std::uint64_t{0});
    }

    void nothingIsMeasuredUnasked() {
        SlowWidget widget;
        widget.show();
        FluencyMeter meter;
        QTest::keyPress(&widget, Qt::Key_A);
        meter.noteInput();
        QVERIFY(meter.isIdle());
        meter.start();
        meter.noteInput();
        QVERIFY(!meter.isIdle());
        meter.stop();
        QVERIFY(meter.isIdle());
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
        QCOMPARE(meter.inputs().count, std::uint64_t{0});
    }
};

QTEST_MAIN(TestFluencyMeter)
#include "tst_fluency_meter.moc"
