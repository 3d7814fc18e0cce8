#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "widgets/common/key_value_list.h"
#include "widgets/support/open_session.h"
#include "widgets/theme/fonts.h"
#include "widgets/viewers/hex_canvas.h"
#include "widgets/viewers/hex_viewer.h"
#include "widgets/viewers/image_canvas.h"
#include "widgets/viewers/image_viewer.h"
#include "widgets/viewers/record/record_extras.h"
#include "widgets/viewers/record/record_player.h"
#include "widgets/viewers/record_viewer.h"
#include "widgets/viewers/value_canvas.h"
#include "widgets/viewers/value_viewer.h"
#include "workbench/support/sample_stores.h"
#include "zrecord/store.h"

using namespace zrecord;
using namespace zrecord::widgets;
namespace stores = zrecord::workbench::test;

/// What the viewer does with a record beside showing it, in stores that are read.
class TestRecordExtras : public QObject {
    Q_OBJECT

private:
    test::StoreFolder m_folder;
    std::unique_ptr<test::OpenSession> m_open;
    std::unique_ptr<RecordViewer> m_viewer;

    void show(const std::filesystem::path& path) {
        m_open = std::make_unique<test::OpenSession>(path);
        m_viewer = std::make_unique<RecordViewer>(m_open->loader());
        m_viewer->resize(520, 760);
        m_viewer->show();
        QVERIFY(QTest::qWaitForWindowActive(m_viewer.get()));
        m_viewer->setSession(&m_open->session());
        m_open->selection().select(0);
        m_open->settle();
    }
    ImageViewer& picture() { return *static_cast<ImageViewer*>(m_viewer->view(ViewKind::Image)); }
    QToolButton* button(const char* name) { return m_viewer->findChild<QToolButton*>(QLatin1String(name)); }

    static void makeStore(const std::filesystem::path& path, const char* dtype, const Shape& shape, const std::vector<std::uint16_t>& values) {
        StoreDescription description;
        description.dtype = DType::parse(dtype).value();
        description.itemShape = shape;
        auto store = Store::create(path, description);
        QVERIFY(store.ok() && store->append(std::as_bytes(std::span(values))).ok() && store->close().ok());
    }

private Q_SLOTS:
    void initTestCase() {
        loadEmbeddedFonts();
        makeStore(m_folder.path("halves"), "<u2", {2}, {0x3f80, 0xc000, 0x4049, 0x7fc0});
        stores::makeImageStore(m_folder.path("set/image"), {8, 8}, 6);
        stores::makeImageStore(m_folder.path("set/mask"), {8, 8}, 6);
        stores::makeImageStore(m_folder.path("set/small"), {9, 9}, 6);
    }
    void cleanup() {
        m_viewer.reset();
        m_open.reset();
    }

    void sixteenBitsAsBfloat16() {
        show(m_folder.path("halves"));
        auto* values = static_cast<ValueViewer*>(m_viewer->view(ViewKind::Values));
        QCOMPARE(values->currentText(), QStringLiteral("16256"));
        QVERIFY(button("bfloat16")->isVisible());
        button("bfloat16")->click();
        QCOMPARE(values->currentText(), QStringLiteral("1.0"));
        m_open->selection().select(1);
        m_open->settle();
        QCOMPARE(values->currentText(), QStringLiteral("3.140625"));
        // The bytes, and what is copied, are those of the store.
        m_viewer->setViewKind(ViewKind::Bytes);
        QCOMPARE(static_cast<HexViewer*>(m_viewer->view(ViewKind::Bytes))->canvas().bytes().size(), std::size_t{4});
        m_viewer->copyRecord();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("np.array([16457, 32704], dtype='<u2')"));
        show(m_folder.path("set"));
        QVERIFY(!button("bfloat16")->isVisible());
    }

    void maskOverThePicture() {
        show(m_folder.path("set"));
        m_open->selection().select(3);
        m_open->settle();
        QVERIFY(button("overlay")->isVisible());
        picture().canvas().clearFocus();
        const QImage bare = picture().canvas().grab().toImage();
        m_viewer->extras().setOverlayStream(1);
        m_open->settle();
        QVERIFY(picture().canvas().grab().toImage() != bare);
        picture().canvas().setCursorPixel(QPoint(2, 2));
        auto* value = picture().findChild<QLabel*>(QStringLiteral("pixelValue"));
        QCOMPARE(value->text(), QStringLiteral("3 · mask 3"));
        QCOMPARE(picture().currentText(), QStringLiteral("3"));
        picture().canvas().setCursorPixel(std::nullopt);
        // Held, H shows the bare picture.
        m_viewer->focusView();
        QTest::keyPress(&picture().canvas(), Qt::Key_H);
        picture().canvas().clearFocus();
        QCOMPARE(picture().canvas().grab().toImage(), bare);
        m_viewer->focusView();
        QTest::keyRelease(&picture().canvas(), Qt::Key_H);
        picture().canvas().clearFocus();
        QVERIFY(picture().canvas().grab().toImage() != bare);
        // The next record has its own mask; record 0 has none.
        m_open->selection().select(0);
        m_open->settle();
        picture().canvas().setCursorPixel(QPoint(0, 0));
        QCOMPARE(value->text(), QStringLiteral("0 · mask 0"));
    }

    void aMaskThatDoesNotFitIsRefused() {
        show(m_folder.path("set"));
        QSignalSpy messages(m_viewer.get(), &RecordViewer::message);
        m_viewer->extras().setOverlayStream(2);
        m_open->settle();
        QCOMPARE(messages.count(), 1);
        QVERIFY2(messages.first().first().toString().contains(QStringLiteral("small")), qPrintable(messages.first().first().toString()));
    }

    void copyingSaysWhatItTook() {
        show(m_folder.path("set"));
        QSignalSpy messages(m_viewer.get(), &RecordViewer::message);
        QGuiApplication::clipboard()->setText(QStringLiteral("before"));
        m_viewer->copyValue();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("before"));
        m_open->selection().select(5);
        m_open->settle();
        picture().canvas().setCursorPixel(QPoint(1, 1));
        m_viewer->copyValue();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("5"));
        QCOMPARE(messages.count(), 2);
    }

    void fromPixelToBytes() {
        show(m_folder.path("set"));
        picture().canvas().setCursorPixel(QPoint(3, 2));
        m_viewer->setViewKind(ViewKind::Bytes);
        m_open->settle();
        auto& bytes = *static_cast<HexViewer*>(m_viewer->view(ViewKind::Bytes));
        QCOMPARE(bytes.canvas().markedFirst(), std::uint64_t{19});
        const auto& rows = bytes.facts().rows();
        QVERIFY(std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.name.contains(QStringLiteral("[2, 3]")) && row.value == QStringLiteral("0"); }));
        QVERIFY(std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.name.contains(QStringLiteral("0.chunk")); }));
        bytes.canvas().setCurrentByte(63);
        m_viewer->setViewKind(ViewKind::Image);
        QCOMPARE(picture().canvas().currentPixel(), std::optional(QPoint(7, 7)));
    }

    void spacePlays() {
        show(m_folder.path("set"));
        m_viewer->focusView();
        m_viewer->extras().player().setRate(25);
        QTest::keyClick(&picture().canvas(), Qt::Key_Space);
        QVERIFY(m_viewer->extras().player().isPlaying());
        QTRY_VERIFY_WITH_TIMEOUT((m_open->settle(), m_open->selection().current() >= std::optional<std::uint64_t>(2)), 10'000);
        QTest::keyClick(&picture().canvas(), Qt::Key_Space);
        QVERIFY(!m_viewer->extras().player().isPlaying());
    }
};

QTEST_MAIN(TestRecordExtras)
#include "tst_record_extras.moc"
