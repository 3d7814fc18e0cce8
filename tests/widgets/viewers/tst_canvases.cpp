#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <memory>

#include "record_samples.h"
#include "widgets/common/record_scroll_bar.h"
#include "widgets/viewers/hex_canvas.h"
#include "widgets/viewers/image_canvas.h"
#include "widgets/viewers/value_canvas.h"

using namespace zrecord;
using namespace zrecord::widgets;

/// The three owner-drawn areas: what is current, what keys and mouse move, how zoom keeps its place.
class TestCanvases : public QObject {
    Q_OBJECT

private:
    static std::shared_ptr<std::vector<std::byte>> bytesOf(std::size_t count) {
        auto bytes = std::make_shared<std::vector<std::byte>>(count);
        for (std::size_t i = 0; i < count; ++i) {
            (*bytes)[i] = static_cast<std::byte>(i);
        }
        return bytes;
    }
    template <typename Canvas>
    static void present(Canvas& canvas) {
        canvas.resize(640, 320);
        canvas.show();
        canvas.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&canvas));
    }

private Q_SLOTS:
    void hexRowsSayOffsetBytesAndCharacters() {
        HexCanvas canvas;
        const auto bytes = bytesOf(70);
        canvas.setBytes(*bytes, bytes);
        QCOMPARE(canvas.rows(), std::uint64_t{5});
        const QString row = canvas.rowText(4);
        QVERIFY2(row.contains(QStringLiteral("40 41 42 43 44 45")), qPrintable(row));
        QVERIFY2(row.contains(QStringLiteral("@ABCDE")), qPrintable(row));
        QVERIFY2(row.startsWith(QStringLiteral("00000040")), qPrintable(row));
        QCOMPARE(canvas.rowText(5), QString());
    }

    void hexCursorMovesWithShiftOnly() {
        HexCanvas canvas;
        const auto bytes = bytesOf(4096);
        canvas.setBytes(*bytes, bytes);
        present(canvas);
        QTest::keyClick(&canvas, Qt::Key_Right);
        QCOMPARE(canvas.currentByte(), std::uint64_t{0});
        QTest::keyClick(&canvas, Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(&canvas, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(canvas.currentByte(), std::uint64_t{17});
        canvas.setCurrentByte(100'000);
        QCOMPARE(canvas.currentByte(), std::uint64_t{4095});
        const auto few = bytesOf(10);
        canvas.setBytes(*few, few);
        QCOMPARE(canvas.currentByte(), std::uint64_t{9});
        canvas.setBytes({}, nullptr);
        QCOMPARE(canvas.rows(), std::uint64_t{0});
        QVERIFY(!canvas.grab().isNull());
    }

    void valuesCursorStaysInsideTheTable() {
        ValueCanvas canvas;
        auto record = std::make_shared<workbench::DecodedRecord>(
            test::makeRecord<std::uint16_t>("<u2", {300, 200}, std::vector<std::uint16_t>(60'000, 4711)));
        canvas.setContent(ValueLayout(record->dtype(), {300, 200}, record->bytes()), record);
        present(canvas);
        canvas.setCurrentCell(299, 199);
        QCOMPARE(canvas.currentText(), QStringLiteral("4711"));
        QTest::keyClick(&canvas, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(&canvas, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(canvas.currentRow(), std::uint64_t{299});
        QCOMPARE(canvas.currentColumn(), std::uint64_t{199});
        QTest::keyClick(&canvas, Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(canvas.currentColumn(), std::uint64_t{198});
        canvas.setCurrentCell(300, 0);
        QCOMPARE(canvas.currentRow(), std::uint64_t{299});
        QVERIFY(!canvas.grab().isNull());
    }

    void imageFitsAndFollowsTheSize() {
        ImageCanvas canvas;
        present(canvas);
        canvas.setImage(QImage(28, 28, QImage::Format_RGB32));
        QVERIFY(canvas.isFit());
        const double small = canvas.zoom();
        QCOMPARE(canvas.imageRect().center().toPoint(), canvas.rect().center() + QPoint(1, 1));
        canvas.resize(640, 640);
        QVERIFY(canvas.zoom() > small);
    }

    void zoomKeepsTheAnchorAndOutlivesStepping() {
        ImageCanvas canvas;
        present(canvas);
        canvas.setImage(QImage(100, 100, QImage::Format_RGB32));
        canvas.showActualSize();
        QCOMPARE(canvas.zoom(), 1.0);
        const QPointF anchor(300, 140);
        const QPoint before = *canvas.pixelAt(anchor);
        canvas.setZoom(16, anchor);
        QVERIFY((*canvas.pixelAt(anchor) - before).manhattanLength() <= 1);
        const QRectF place = canvas.imageRect();
        canvas.setImage(QImage(100, 100, QImage::Format_RGB32));
        QCOMPARE(canvas.imageRect(), place);
        QCOMPARE(canvas.zoom(), 16.0);
        canvas.setZoom(1e9);
        QCOMPARE(canvas.zoom(), ImageCanvas::kLargestZoom);
        canvas.fit();
        QVERIFY(canvas.isFit());
    }

    void hoverNamesThePixel() {
        ImageCanvas canvas;
        present(canvas);
        canvas.setImage(QImage(10, 10, QImage::Format_RGB32));
        QSignalSpy hovered(&canvas, &ImageCanvas::currentPixelChanged);
        const QRectF target = canvas.imageRect();
        const QPointF inside = target.topLeft() + QPointF(7.5, 3.5) * canvas.zoom();
        QMouseEvent move(QEvent::MouseMove, inside, canvas.mapToGlobal(inside), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&canvas, &move);
        QCOMPARE(hovered.count(), 1);
        QCOMPARE(canvas.currentPixel(), std::optional(QPoint(7, 3)));
        // A click leaves the cursor there when the pointer goes.
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, inside.toPoint());
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(&canvas, &leave);
        QCOMPARE(canvas.currentPixel(), std::optional(QPoint(7, 3)));
        canvas.setCursorPixel(std::nullopt);
        QVERIFY(!canvas.currentPixel());
        QVERIFY(!canvas.pixelAt(target.topLeft() - QPointF(1, 1)));
    }

    void plainArrowsAreNotTheCanvas() {
        ImageCanvas canvas;
        present(canvas);
        canvas.setImage(QImage(10, 10, QImage::Format_RGB32));
        canvas.setZoom(64);
        const QRectF before = canvas.imageRect();
        QTest::keyClick(&canvas, Qt::Key_Left);
        QCOMPARE(canvas.imageRect(), before);
        QTest::keyClick(&canvas, Qt::Key_Home, Qt::ShiftModifier);
        QCOMPARE(canvas.currentPixel()->x(), 0);
        QVERIFY(canvas.imageRect().left() > before.left());  // the cursor is brought into sight
    }

    void canvasesShareAViewpoint() {
        ImageCanvas canvas;
        ImageCanvas other;
        present(canvas);
        canvas.setImage(QImage(100, 100, QImage::Format_RGB32));
        other.resize(canvas.size());
        other.setImage(QImage(200, 200, QImage::Format_RGB32));
        QSignalSpy moved(&canvas, &ImageCanvas::viewpointChanged);
        canvas.setZoom(8, QPointF(0, 0));
        QCOMPARE(moved.count(), 1);
        other.setViewpoint(canvas.viewpoint());
        QCOMPARE(other.viewpoint(), canvas.viewpoint());
        QCOMPARE(other.zoom(), 8.0);
        other.fit();
        canvas.setViewpoint(other.viewpoint());
        QVERIFY(canvas.isFit());
        QCOMPARE(moved.count(), 1);  // told, not done by the user
    }
};

QTEST_MAIN(TestCanvases)
#include "tst_canvases.moc"
