#include <QSignalSpy>
#include <QTest>

#include "widgets/laboratory/slots/slot_map_view.h"
#include "widgets/theme/fonts.h"

using namespace zrecord;
using namespace zrecord::widgets;

/// The strip by keys and by pointer, and what it says of a cell.
class TestSlotMapView : public QObject {
    Q_OBJECT

private:
    static std::shared_ptr<const SlotMap> map() {
        auto made = std::make_shared<SlotMap>();
        made->cellBytes = 100;
        made->strips.push_back({0, 250, 0, std::vector<SlotCell>(3)});
        made->strips[0].cells[0] = {100, 40, 3, 12, 100, 200};
        made->strips[0].cells[1] = {0, 0, 0, 0, 0, 0};
        made->strips[0].cells[2] = {20, 0, 1, 4'711, 20, 20};
        return made;
    }

private Q_SLOTS:
    void initTestCase() { loadEmbeddedFonts(); }

    void sentences() {
        SlotMapView strip;
        strip.setMap(map());
        QCOMPARE(strip.cellCount(), std::size_t{3});
        QVERIFY2(strip.cellText(0).contains(QStringLiteral("marked. Record 12 and 2 others begin here.")), qPrintable(strip.cellText(0)));
        QVERIFY2(strip.cellText(1).contains(QStringLiteral("dead. No record begins here.")), qPrintable(strip.cellText(1)));
        QVERIFY2(strip.cellText(2).contains(QStringLiteral("30")) && strip.cellText(2).contains(QStringLiteral("begins here")), qPrintable(strip.cellText(2)));  // of 50 bytes
        QCOMPARE(strip.recordOf(2), std::optional<std::uint64_t>(4'711));
        QVERIFY(!strip.recordOf(1));
    }

    void keysAndPointerChoose() {
        SlotMapView strip;
        strip.resize(400, 60);
        strip.setMap(map());
        QSignalSpy chosen(&strip, &SlotMapView::recordChosen);
        strip.show();
        QTest::keyClick(&strip, Qt::Key_Right);
        QCOMPARE(strip.current(), std::optional<std::size_t>(0));
        QTest::keyClick(&strip, Qt::Key_End);
        QTest::keyClick(&strip, Qt::Key_Return);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][0].toULongLong(), 4'711ULL);
        QTest::keyClick(&strip, Qt::Key_Left);
        QTest::keyClick(&strip, Qt::Key_Return);  // a dead cell
        QCOMPARE(chosen.count(), 1);
        QTest::mouseClick(&strip, Qt::LeftButton, {}, QPoint(5, 6));
        QCOMPARE(chosen.count(), 2);
        QCOMPARE(chosen[1][0].toULongLong(), 12ULL);
        QCOMPARE(strip.accessibleDescription(), strip.cellText(0));
        strip.setMap(nullptr);
        QVERIFY(!strip.current());
        QTest::keyClick(&strip, Qt::Key_Right);
    }

    void deadAndMarkedLookDifferent() {
        SlotMapView strip;
        strip.resize(100, 20);
        strip.setMap(map());
        const QImage picture = strip.grab().toImage();
        const QColor live = picture.pixelColor(3, 3);
        const QColor dead = picture.pixelColor(10, 4);
        const QColor marked = picture.pixelColor(5, 6);
        QVERIFY(live != dead);
        QVERIFY(marked != dead && marked != live);
    }
};

QTEST_MAIN(TestSlotMapView)
#include "tst_slot_map_view.moc"
