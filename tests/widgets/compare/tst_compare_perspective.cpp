#include <QComboBox>
#include <QSignalSpy>
#include <QTest>

#include "widgets/common/elided_label.h"
#include "widgets/common/key_value_list.h"
#include "widgets/compare/compare_perspective.h"
#include "widgets/compare/record_pane.h"
#include "widgets/support/open_session.h"
#include "widgets/theme/fonts.h"
#include "widgets/viewers/image_canvas.h"
#include "widgets/viewers/image_viewer.h"
#include "widgets/viewers/value_canvas.h"
#include "widgets/viewers/value_viewer.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::widgets;
namespace stores = zrecord::workbench::test;
using Mode = ComparePerspective::Mode;

class TestComparePerspective : public QObject {
    Q_OBJECT

private:
    test::StoreFolder m_folder;
    std::unique_ptr<test::OpenSession> m_open;
    std::unique_ptr<ComparePerspective> m_compare;

    void show(const char* name) {
        m_open = std::make_unique<test::OpenSession>(m_folder.path(name));
        m_compare = std::make_unique<ComparePerspective>(m_open->documents(), m_open->loader());
        m_compare->resize(1100, 760);
        m_compare->setDocument(&m_open->session());
        m_compare->show();
        QVERIFY(QTest::qWaitForWindowActive(m_compare.get()));
        select(10);
    }
    void select(std::uint64_t index) {
        m_open->selection().select(index);
        m_open->settle();
    }
    static QRgb pixel(RecordPane& pane) { return pane.picture()->canvas().image().pixel(0, 0); }
    QString figure(const QString& name) const {
        for (const auto& row : m_compare->findChild<KeyValueList*>(QStringLiteral("differenceFigures"))->rows())
            if (row.name == name)
                return row.value;
        return {};
    }

private Q_SLOTS:
    void initTestCase() {
        loadEmbeddedFonts();
        stores::makeImageStore(m_folder.path("images"), {12, 10}, 100);
        stores::makeImageStore(m_folder.path("others"), {12, 10}, 40);
        stores::makeImageStore(m_folder.path("set/image"), {8, 8}, 50);
        stores::makeImageStore(m_folder.path("set/mask"), {8, 8}, 50);
        stores::makeByteStore(m_folder.path("set/label"), std::vector<int>(50, 3));
        stores::makeRaggedStore(m_folder.path("ragged"), {1, 2, 3, 4, 1, 5, 2, 2, 2, 2, 2, 3});
    }
    void cleanup() {
        m_compare.reset();
        m_open.reset();
    }

    void pinnedRecordBesideTheCurrentOne() {
        show("images");
        QVERIFY(!m_compare->referencePane().notice().isEmpty());
        m_compare->pinCurrent();
        select(17);
        QCOMPARE(m_compare->referencePane().index(), std::optional<std::uint64_t>(10));
        QCOMPARE(pixel(m_compare->referencePane()), qRgb(10, 10, 10));
        QCOMPARE(pixel(m_compare->currentPane()), qRgb(17, 17, 17));
        QCOMPARE(m_compare->difference().maximum, 7.0);
        QCOMPARE(figure(QStringLiteral("equal elements")).section(u' ', 0, 0), QStringLiteral("0"));
        QVERIFY(figure(QStringLiteral("largest difference")).startsWith(QStringLiteral("7 at [0, 0]")));
        // 20 log10(255 / 7)
        QVERIFY2(figure(QStringLiteral("PSNR")).startsWith(QStringLiteral("31.23 dB")), qPrintable(figure(QStringLiteral("PSNR"))));
        // More than the reference is orange, as strong as it can be.
        QCOMPARE(pixel(m_compare->differencePane()), workbench::colorTable(workbench::ColorMap::Difference)[255]);
        select(10);
        QCOMPARE(m_compare->difference().equal, std::uint64_t{120});
        m_compare->setDifferenceShown(false);
        QVERIFY(!m_compare->differencePane().isVisible());
    }

    void sameIndexOfAnotherStore() {
        show("images");
        auto* other = m_open->open(m_folder.path("others"));
        m_compare->reference().followIndex(*other, 0);
        select(12);
        QCOMPARE(m_compare->referencePane().index(), std::optional<std::uint64_t>(12));
        QCOMPARE(m_compare->difference().equal, std::uint64_t{120});
        select(60);
        QVERIFY2(m_compare->referencePane().notice().contains(QStringLiteral("60")), qPrintable(m_compare->referencePane().notice()));
        select(5);
        auto* box = m_compare->findChild<QComboBox*>(QStringLiteral("references"));
        QVERIFY2(box->currentText().contains(QStringLiteral("others")), qPrintable(box->currentText()));
        m_open->documents().close(other);
        m_open->settle();
        QVERIFY(m_compare->reference().kind() == workbench::CompareReference::Kind::None);
        QVERIFY(m_compare->referencePane().record().isNull());
    }

    void shiftFlashesTheReference() {
        show("images");
        m_compare->pinCurrent();
        select(17);
        m_compare->currentPane().focusView();
        QWidget* target = m_compare->currentPane().picture()->focusTarget();
        QTest::keyPress(target, Qt::Key_Shift);
        QVERIFY(m_compare->currentPane().isFlashing());
        QCOMPARE(pixel(m_compare->currentPane()), qRgb(10, 10, 10));
        QTest::keyRelease(target, Qt::Key_Shift);
        QCOMPARE(pixel(m_compare->currentPane()), qRgb(17, 17, 17));
        QCOMPARE(m_compare->difference().maximum, 7.0);
        // Shift with an arrow moves the cursor and shows the record itself.
        QTest::keyPress(target, Qt::Key_Shift);
        QTest::keyClick(target, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(!m_compare->currentPane().isFlashing());
    }

    void zoomPlaceAndRangeAreShared() {
        show("images");
        m_compare->pinCurrent();
        select(17);
        ImageCanvas& left = m_compare->referencePane().picture()->canvas();
        ImageCanvas& right = m_compare->currentPane().picture()->canvas();
        ImageCanvas& difference = m_compare->differencePane().picture()->canvas();
        right.setZoom(32, QPointF(20, 20));
        QCOMPARE(left.viewpoint(), right.viewpoint());
        QCOMPARE(difference.viewpoint(), right.viewpoint());
        left.setCursorPixel(QPoint(4, 6));
        QCOMPARE(right.currentPixel(), std::optional(QPoint(4, 6)));
        QCOMPARE(m_compare->differencePane().picture()->currentText(), QStringLiteral("7.0"));
        // The range of the reference holds for both.
        auto options = m_open->session().imageOptions(0);
        options.range = workbench::RangeMode::MinMax;
        m_open->session().setImageOptions(0, options);
        QCOMPARE(m_compare->currentPane().picture()->mapped().low, 10.0);
        QCOMPARE(m_compare->currentPane().picture()->mapped().high, 10.0);
        // All of it stays while stepping.
        select(18);
        QCOMPARE(m_compare->currentPane().picture()->canvas().zoom(), 32.0);
        QCOMPARE(m_compare->currentPane().picture()->mapped().low, 10.0);
    }

    void raggedRecordsAreComparedOnlyWhenAlike() {
        show("ragged");
        select(8);  // 800, 801
        m_compare->pinCurrent();
        select(6);
        QCOMPARE(m_compare->difference().mean, -200.0);
        auto* values = static_cast<ValueViewer*>(m_compare->currentPane().shownView());
        values->canvas().setCurrentCell(0, 1);
        QCOMPARE(m_compare->referencePane().shownView()->currentText(), QStringLiteral("801"));
        QCOMPARE(m_compare->differencePane().shownView()->currentText(), QStringLiteral("-200.0"));
        select(2);
        QVERIFY(!m_compare->difference().isComparable());
        QVERIFY(figure(QStringLiteral("Not comparable")).contains(QStringLiteral("shapes")));
        QVERIFY(!m_compare->differencePane().isVisible());
    }

    void streamsAtOneIndex() {
        show("set");
        m_compare->setMode(Mode::Streams);
        m_open->settle();
        const auto& panes = m_compare->streamPanes();
        QCOMPARE(panes.size(), std::size_t{3});
        const auto titled = [&](const char* name) {
            for (RecordPane* pane : panes)
                if (pane->findChild<ElidedLabel*>(QStringLiteral("paneTitle"))->text().startsWith(QLatin1String(name)))
                    return pane;
            return static_cast<RecordPane*>(nullptr);
        };
        QVERIFY(titled("image") && titled("label") && titled("mask"));
        QCOMPARE(pixel(*titled("image")), qRgb(10, 10, 10));
        QCOMPARE(titled("label")->shownView()->currentText(), QStringLiteral("3"));
        select(11);
        QCOMPARE(pixel(*titled("mask")), qRgb(11, 11, 11));
        for (RecordPane* pane : panes)
            QCOMPARE(pane->index(), std::optional<std::uint64_t>(11));
        QSignalSpy stream(m_compare.get(), &Perspective::streamChanged);
        QTest::keyClick(m_compare.get(), Qt::Key_Down);
        QCOMPARE(stream.count(), 1);
        m_compare->setMode(Mode::Reference);
        QVERIFY(!panes.front()->isVisible());
        QVERIFY(m_compare->currentPane().isVisible());
    }

    void keysStepRecords() {
        show("images");
        m_compare->currentPane().focusView();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
        QCOMPARE(m_open->selection().current(), std::optional<std::uint64_t>(11));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(m_open->selection().current(), std::optional<std::uint64_t>(1));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_End);
        QCOMPARE(m_open->selection().current(), std::optional<std::uint64_t>(99));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Home);
        QCOMPARE(m_open->selection().current(), std::optional<std::uint64_t>(0));
    }

    void withoutDocument() {
        show("images");
        m_compare->pinCurrent();
        m_compare->setDocument(nullptr);
        m_open->settle();
        QVERIFY(m_compare->currentPane().record().isNull());
        m_compare->setDocument(&m_open->session());
        m_open->settle();
        QCOMPARE(m_compare->referencePane().index(), std::optional<std::uint64_t>(10));
    }
};

QTEST_MAIN(TestComparePerspective)
#include "tst_compare_perspective.moc"
