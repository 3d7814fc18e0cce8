#include <QComboBox>
#include <QLabel>
#include <QSlider>
#include <QSpinBox>
#include <QTest>

#include <cmath>
#include <limits>

#include "record_samples.h"
#include "widgets/viewers/image_canvas.h"
#include "widgets/viewers/image_viewer.h"
#include "widgets/viewers/value_canvas.h"
#include "workbench/support/manual_task_runner.h"

using namespace zrecord;
using namespace zrecord::widgets;
using test::makeRecord;
using workbench::RangeMode;

class TestImageViewer : public QObject {
    Q_OBJECT

private:
    static std::vector<std::uint8_t> ramp(std::size_t count) {
        std::vector<std::uint8_t> values(count);
        for (std::size_t i = 0; i < count; ++i) {
            values[i] = static_cast<std::uint8_t>(i);
        }
        return values;
    }

private Q_SLOTS:
    void pixelsAreSquaresOfTheRecord() {
        workbench::test::ManualTaskRunner runner;
        ImageViewer viewer(runner);
        viewer.showRecord(makeRecord("|u1", {12, 10}, ramp(120)), 0, 0);
        QCOMPARE(viewer.canvas().image().size(), QSize(10, 12));
        QCOMPARE(qGray(viewer.canvas().image().pixel(3, 4)), 43);
        QCOMPARE(viewer.valueText({3, 4}), QStringLiteral("43"));
        QVERIFY(viewer.placeText({3, 4}).contains(QStringLiteral("4, 3")));
        QCOMPARE(viewer.valueText({10, 4}), QString());
        QCOMPARE(runner.waiting(), std::size_t{0});
    }

    void nothingOverlapsInAShortView() {
        workbench::test::ManualTaskRunner runner;
        QWidget window;
        ImageViewer viewer(runner, &window);
        viewer.showRecord(makeRecord("|u1", {3, 12, 10}, ramp(360)), 0, 0);
        auto* values = viewer.findChild<ValueCanvas*>(QStringLiteral("pixelValues"));
        for (const int height : {900, viewer.minimumSizeHint().height(), 900}) {
            viewer.setGeometry(0, 0, 380, height);
            window.show();
            QCoreApplication::processEvents();
            QCOMPARE(values->isVisible(), height == 900);
            QList<QRect> places;
            for (const QObject* child : viewer.children())
                if (const auto* part = qobject_cast<const QWidget*>(child); part && part->isVisible()) {
                    QVERIFY(viewer.rect().contains(part->geometry()));
                    for (const QRect& place : places)
                        QVERIFY(!place.intersects(part->geometry()));
                    places << part->geometry();
                }
            QVERIFY(places.size() >= 4);
        }
        QVERIFY(viewer.minimumSizeHint().height() < 280);
    }

    void valuesKeepFullPrecision() {
        workbench::test::ManualTaskRunner runner;
        ImageViewer viewer(runner);
        std::vector<float> depth(16);
        for (std::size_t i = 0; i < depth.size(); ++i) {
            depth[i] = 0.001F * static_cast<float>(i);
        }
        depth[14] = 10.0F;
        depth[15] = 9.9999F;
        viewer.showRecord(makeRecord("<f4", {4, 4}, depth), 0, 0);
        QCOMPARE(viewer.valueText({1, 0}), QStringLiteral("0.001"));
        QCOMPARE(viewer.valueText({2, 3}), QStringLiteral("10.0"));
        QCOMPARE(viewer.valueText({3, 3}), QStringLiteral("9.9999"));
    }

    void halfFloatsWithHoles() {
        workbench::test::ManualTaskRunner runner;
        ImageViewer viewer(runner);
        std::vector<std::uint16_t> eye(25, 0);
        for (std::size_t i = 0; i < 5; ++i) {
            eye[6 * i] = 0x3c00;
        }
        eye[1] = 0x7e00;
        eye[2] = 0x7c00;
        eye[3] = 0xfc00;
        viewer.showRecord(makeRecord("<f2", {5, 5}, eye), 0, 0);
        const auto& options = viewer.options();
        QCOMPARE(viewer.canvas().image().pixel(1, 0), options.nan);
        QCOMPARE(viewer.canvas().image().pixel(2, 0), options.positiveInfinity);
        QCOMPARE(viewer.canvas().image().pixel(3, 0), options.negativeInfinity);
        QCOMPARE(viewer.mapped().nanCount, std::uint64_t{1});
        QCOMPARE(viewer.mapped().infinityCount, std::uint64_t{2});
        QCOMPARE(viewer.valueText({1, 0}), QStringLiteral("nan"));
        // One NaN does not make the rest unreadable.
        QCOMPARE(qGray(viewer.canvas().image().pixel(0, 0)), 255);
        QCOMPARE(qGray(viewer.canvas().image().pixel(4, 0)), 0);
    }

    void booleansAreTwoColours() {
        workbench::test::ManualTaskRunner runner;
        ImageViewer viewer(runner);
        std::vector<std::uint8_t> board(64);
        for (std::size_t i = 0; i < 64; ++i) {
            board[i] = (i / 8 + i) % 2;
        }
        viewer.showRecord(makeRecord("|b1", {8, 8}, board), 0, 0);
        QCOMPARE(qGray(viewer.canvas().image().pixel(0, 0)), 0);
        QCOMPARE(qGray(viewer.canvas().image().pixel(1, 0)), 255);
        QCOMPARE(viewer.valueText({1, 0}), QStringLiteral("True"));
    }

    void channelsLastAndFirst() {
        workbench::test::ManualTaskRunner runner;
        ImageViewer viewer(runner);
        viewer.showRecord(makeRecord("|u1", {4, 5, 3}, ramp(60)), 0, 0);
        QCOMPARE(viewer.canvas().image().size(), QSize(5, 4));
        QCOMPARE(viewer.canvas().image().pixel(1, 0), qRgb(3, 4, 5));
        QCOMPARE(viewer.valueText({1, 0}), QStringLiteral("(3, 4, 5)"));
        QVERIFY(viewer.stepSlice(1));
        QCOMPARE(viewer.options().channel, 0);
        QCOMPARE(viewer.valueText({1, 0}), QStringLiteral("3"));
        QVERIFY(viewer.stepSlice(-1));
        QVERIFY(!viewer.stepSlice(-1));
        viewer.showRecord(makeRecord("|u1", {3, 4, 5}, ramp(60)), 1, 0);
        QCOMPARE(viewer.canvas().image().pixel(1, 0), qRgb(1, 21, 41));
        // The guess can be overruled.
        auto options = viewer.options();
        options.layout = workbench::ImageLayout::Hwc;
        viewer.setOptions(options);
        QCOMPARE(viewer.canvas().image().size(), QSize(4, 3));
    }

    void rangeIsKeptPerStream() {
        workbench::test::ManualTaskRunner runner;
        ImageViewer viewer(runner);
        const auto flat = [](std::uint16_t low, std::uint16_t high) {
            std::vector<std::uint16_t> values(64, low);
            values[63] = high;
            return makeRecord("<u2", {8, 8}, values);
        };
        viewer.showRecord(flat(100, 300), 0, 0);
        QCOMPARE(viewer.mapped().low, 100.0);
        QCOMPARE(viewer.mapped().high, 300.0);
        viewer.setRangeKept(true);
        viewer.showRecord(flat(200, 250), 0, 1);
        QCOMPARE(viewer.mapped().low, 100.0);
        QCOMPARE(viewer.mapped().high, 300.0);
        viewer.showRecord(flat(200, 250), 1, 1);
        QCOMPARE(viewer.mapped().low, 200.0);
        viewer.showRecord(flat(200, 250), 0, 2);
        QVERIFY(viewer.isRangeKept());
        viewer.setRangeKept(false);
        QCOMPARE(viewer.mapped().high, 250.0);
        viewer.normalizeToRecord();
        QCOMPARE(viewer.options().range, RangeMode::Fixed);
        viewer.showRecord(flat(0, 60'000), 0, 3);
        QCOMPARE(viewer.mapped().low, 200.0);
        QCOMPARE(viewer.mapped().high, 250.0);
    }

    void largePicturesAreDrawnByTheRunnerAndTheNewestWins() {
        workbench::test::ManualTaskRunner runner;
        ImageViewer viewer(runner);
        const auto big = [](std::uint8_t value) { return makeRecord("|u1", {600, 600}, std::vector<std::uint8_t>(360'000, value)); };
        viewer.showRecord(big(10), 0, 0);
        QVERIFY(viewer.canvas().image().isNull());
        viewer.showRecord(big(20), 0, 1);
        viewer.showRecord(big(30), 0, 2);
        runner.settle();
        QCOMPARE(qGray(viewer.canvas().image().pixel(0, 0)), 30);
        viewer.showRecord(big(40), 0, 3);
        viewer.clear();
        runner.settle();
        QVERIFY(viewer.canvas().image().isNull());
    }

    void destroyedWhileDrawing() {
        workbench::test::ManualTaskRunner runner;
        {
            ImageViewer viewer(runner);
            viewer.showRecord(makeRecord("|u1", {600, 600}, std::vector<std::uint8_t>(360'000, 1)), 0, 0);
        }
        runner.settle();
    }

    void valuesBelowFollowTheHand() {
        workbench::test::ManualTaskRunner runner;
        ImageViewer viewer(runner);
        viewer.resize(400, 700);
        viewer.show();
        QVERIFY(QTest::qWaitForWindowExposed(&viewer));
        viewer.showRecord(makeRecord("|u1", {4, 5, 3}, ramp(60)), 0, 0);
        auto* values = viewer.findChild<ValueCanvas*>(QStringLiteral("pixelValues"));
        viewer.canvas().setCursorPixel(QPoint(2, 3));
        QCOMPARE(values->content().slice(), std::vector<std::uint64_t>({3, 0, 0}));
        QCOMPARE(values->currentRow(), std::uint64_t{2});
        QCOMPARE(values->currentText(), QString::number(3 * 15 + 2 * 3));
        QCOMPARE(viewer.currentText(), QStringLiteral("(51, 52, 53)"));
        // One channel is a table of its neighbourhood.
        QVERIFY(viewer.stepSlice(1));
        QVERIFY(viewer.stepSlice(1));
        QCOMPARE(values->currentRow(), std::uint64_t{3});
        QCOMPARE(values->currentColumn(), std::uint64_t{2});
        QCOMPARE(values->currentText(), QStringLiteral("52"));
    }

    void keysPointAtPixelsToo() {
        workbench::test::ManualTaskRunner runner;
        ImageViewer viewer(runner);
        viewer.resize(400, 700);
        viewer.show();
        QVERIFY(QTest::qWaitForWindowActive(&viewer));
        viewer.showRecord(makeRecord("|u1", {12, 10}, ramp(120)), 0, 0);
        viewer.canvas().setFocus();
        QVERIFY(!viewer.currentElement());
        QTest::keyClick(&viewer.canvas(), Qt::Key_Home, Qt::ShiftModifier);
        for (int i = 0; i < 3; ++i) {
            QTest::keyClick(&viewer.canvas(), Qt::Key_Right, Qt::ShiftModifier);
        }
        for (int i = 0; i < 2; ++i) {
            QTest::keyClick(&viewer.canvas(), Qt::Key_PageUp, Qt::ShiftModifier);
        }
        QTest::keyClick(&viewer.canvas(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(viewer.currentElement(), std::optional<std::uint64_t>(13));
        QCOMPARE(viewer.currentText(), QStringLiteral("13"));
        // The cursor stays while pictures of one size are stepped through.
        viewer.showRecord(makeRecord("|u1", {12, 10}, std::vector<std::uint8_t>(120, 200)), 0, 1);
        QCOMPARE(viewer.currentText(), QStringLiteral("200"));
        viewer.showRecord(makeRecord("|u1", {9, 9}, std::vector<std::uint8_t>(81, 1)), 0, 2);
        viewer.setCurrentElement(80);
        QCOMPARE(viewer.canvas().currentPixel(), std::optional(QPoint(8, 8)));
    }

    void slicesOfATensor() {
        workbench::test::ManualTaskRunner runner;
        ImageViewer viewer(runner);
        std::vector<float> values(3 * 30 * 25 * 2);
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<float>(i);
        }
        const auto record = makeRecord("<f4", {3, 30, 25, 2}, values);
        viewer.showRecord(record, 0, 0);
        auto options = viewer.options();
        options.layout = workbench::ImageLayout::Axes;
        options.axes = {1, 2, -1};
        viewer.setOptions(options);
        QCOMPARE(viewer.canvas().image().size(), QSize(25, 30));
        auto* person = viewer.findChild<QSpinBox*>(QStringLiteral("axis3"));
        auto* coordinate = viewer.findChild<QSlider*>(QStringLiteral("axisSlider0"));
        QVERIFY(person && coordinate);
        QVERIFY(viewer.stepSlice(1));  // the last axis is the active one
        QCOMPARE(person->value(), 1);
        QVERIFY(!viewer.stepSlice(1));
        coordinate->setValue(2);
        QCOMPARE(viewer.valueText({4, 7}), QString::number(2 * 1500 + 7 * 50 + 4 * 2 + 1) + QStringLiteral(".0"));
        QVERIFY2(viewer.placeText({4, 7}).contains(QStringLiteral("[2, 7, 4, 1]")), qPrintable(viewer.placeText({4, 7})));
        QVERIFY(viewer.stepSlice(-1));  // axis 0 was touched last
        QCOMPARE(coordinate->value(), 1);
        QVERIFY(viewer.stepAxis(1));
        QVERIFY(viewer.stepSlice(-1));
        QCOMPARE(person->value(), 0);
        // An element elsewhere brings its slice.
        viewer.setCurrentElement(2 * 1500 + 29 * 50 + 24 * 2 + 1);
        QCOMPARE(coordinate->value(), 2);
        QCOMPARE(person->value(), 1);
        QCOMPARE(viewer.currentText(), QStringLiteral("4499.0"));
        // Axes, places and cursor stay for the next record.
        viewer.showRecord(record, 0, 1);
        QCOMPARE(viewer.currentText(), QStringLiteral("4499.0"));
    }

    void notFiniteIsCountedInItsColours() {
        workbench::test::ManualTaskRunner runner;
        ImageViewer viewer(runner);
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        auto* specials = viewer.findChild<QLabel*>(QStringLiteral("specialValues"));
        viewer.showRecord(makeRecord<double>("<f8", {2, 2}, {std::nan(""), kInfinity, -kInfinity, std::nan("")}), 0, 0);
        QVERIFY(specials->isVisibleTo(&viewer));
        QVERIFY2(specials->text().contains(QStringLiteral("2&nbsp;NaN")), qPrintable(specials->text()));
        QVERIFY(specials->text().contains(QStringLiteral("1&nbsp;+∞")) && specials->text().contains(QStringLiteral("1&nbsp;−∞")));
        QVERIFY(specials->text().contains(QColor(viewer.options().nan).name()));
        viewer.showRecord(makeRecord<double>("<f8", {2, 2}, {1, 2, 3, 4}), 0, 1);
        QVERIFY(!specials->isVisibleTo(&viewer));
    }
};

QTEST_MAIN(TestImageViewer)
#include "tst_image_viewer.moc"
