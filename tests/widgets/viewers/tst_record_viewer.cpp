#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

#include "widgets/support/open_session.h"
#include "widgets/theme/fonts.h"
#include "widgets/viewers/hex_canvas.h"
#include "widgets/viewers/hex_viewer.h"
#include "widgets/viewers/image_viewer.h"
#include "widgets/viewers/record_viewer.h"
#include "widgets/viewers/stream_strip.h"
#include "widgets/viewers/text_viewer.h"
#include "widgets/viewers/value_canvas.h"
#include "widgets/viewers/value_viewer.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::widgets;
namespace stores = zrecord::workbench::test;

class TestRecordViewer : public QObject {
    Q_OBJECT

private:
    test::StoreFolder m_folder;
    std::unique_ptr<test::OpenSession> m_open;
    std::unique_ptr<RecordViewer> m_viewer;

    void show(const std::filesystem::path& path) {
        m_open = std::make_unique<test::OpenSession>(path);
        m_viewer = std::make_unique<RecordViewer>(m_open->loader());
        m_viewer->resize(420, 700);
        m_viewer->show();
        QVERIFY(QTest::qWaitForWindowActive(m_viewer.get()));
        m_viewer->setSession(&m_open->session());
        m_open->selection().select(0);
        m_open->settle();
    }
    std::uint64_t current() { return m_open->selection().current().value_or(~std::uint64_t{0}); }
    QString heading() { return m_viewer->findChild<QLabel*>(QStringLiteral("recordHeading"))->text(); }

private Q_SLOTS:
    void initTestCase() {
        loadEmbeddedFonts();
        stores::makeImageStore(m_folder.path("images"), {12, 10}, 400);
        stores::makeImageStore(m_folder.path("stacks"), {3, 9, 4, 5}, 6);
        stores::makeRaggedStore(m_folder.path("ragged"), {1, 2, 3, 4, 5});
        stores::makeImageStore(m_folder.path("set/image"), {8, 8}, 50);
        stores::makeByteStore(m_folder.path("set/label"), std::vector<int>(50, 3));
    }
    void cleanup() {
        m_viewer.reset();
        m_open.reset();
    }

    void showsTheCurrentRecordAndStepsWithArrows() {
        show(m_folder.path("images"));
        QCOMPARE(m_viewer->page(), RecordViewer::Page::Record);
        QCOMPARE(m_viewer->viewKind(), ViewKind::Image);
        m_viewer->focusView();
        QWidget* target = m_viewer->view(ViewKind::Image)->focusTarget();
        QTest::keyClick(target, Qt::Key_Right);
        QCOMPARE(current(), std::uint64_t{1});
        QTest::keyClick(target, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(current(), std::uint64_t{11});
        m_open->settle();
        auto* image = static_cast<ImageViewer*>(m_viewer->view(ViewKind::Image));
        QCOMPARE(image->valueText({0, 0}), QStringLiteral("11"));
        QVERIFY(heading().contains(QStringLiteral("11")));
        QTest::keyClick(target, Qt::Key_End);
        QCOMPARE(current(), std::uint64_t{399});
        QTest::keyClick(target, Qt::Key_Home);
        QTest::keyClick(target, Qt::Key_Left);
        QCOMPARE(current(), std::uint64_t{0});
    }

    void theNewestRecordWins() {
        show(m_folder.path("images"));
        for (const std::uint64_t record : {std::uint64_t{100}, std::uint64_t{200}, std::uint64_t{300}}) {
            m_open->selection().select(record);
        }
        QVERIFY(heading().contains(QStringLiteral("300")));
        m_open->settle();
        auto* image = static_cast<ImageViewer*>(m_viewer->view(ViewKind::Image));
        QCOMPARE(image->valueText({0, 0}), QString::number(300 % 256));
    }

    void saysLoadingOnlyAfterAWhile() {
        show(m_folder.path("images"));
        m_open->selection().select(399);
        QVERIFY(m_open->loader().waiting() > 0);  // the viewer reads one record, so another is not there yet
        QCOMPARE(m_viewer->page(), RecordViewer::Page::Record);
        QTRY_COMPARE(m_viewer->page(), RecordViewer::Page::Loading);
        QVERIFY(m_viewer->notice().contains(QStringLiteral("399")));
        m_open->settle();
        QCOMPARE(m_viewer->page(), RecordViewer::Page::Record);
    }

    void aBadRecordFailsAloneAndTheNextIsClean() {
        show(test::goldenStore("rejected/frame-flipped"));
        int failures = 0;
        for (std::uint64_t record = 0; record < 10; ++record) {
            m_open->selection().select(record);
            m_open->settle();
            if (m_viewer->page() == RecordViewer::Page::Failed) {
                ++failures;
                QVERIFY(!m_viewer->notice().isEmpty());
                QVERIFY(m_viewer->record().isNull());
                auto* again = m_viewer->findChild<QPushButton*>(QStringLiteral("noticeButton"));
                QVERIFY(again->isVisible());
                QTest::mouseClick(again, Qt::LeftButton);
                m_open->settle();
                QCOMPARE(m_viewer->page(), RecordViewer::Page::Failed);
            } else {
                QCOMPARE(m_viewer->page(), RecordViewer::Page::Record);
            }
        }
        QCOMPARE(failures, 1);
    }

    void streamsWithUpAndDown() {
        show(m_folder.path("set"));
        QSignalSpy chosen(m_viewer.get(), &RecordViewer::streamChosen);
        m_viewer->focusView();
        QTest::keyClick(m_viewer->view(m_viewer->viewKind())->focusTarget(), Qt::Key_Down);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.first().first().value<std::size_t>(), std::size_t{1});
        m_viewer->setStream(1);
        m_open->settle();
        QCOMPARE(m_viewer->viewKind(), ViewKind::Values);
        auto* values = static_cast<ValueViewer*>(m_viewer->view(ViewKind::Values));
        QCOMPARE(values->canvas().currentText(), QStringLiteral("3"));
        auto* strip = m_viewer->findChild<StreamStrip*>();
        QVERIFY(strip->isVisible());
        QCOMPARE(strip->currentRow(), 1);
        QVERIFY(strip->valueText(1).contains(u'3'));
    }

    void raggedLengthsAreTheirOwn() {
        show(m_folder.path("ragged"));
        for (std::uint64_t record = 0; record < 5; ++record) {
            m_open->selection().select(record);
            m_open->settle();
            QCOMPARE(m_viewer->record().elementCount(), record + 1);
            auto* values = static_cast<ValueViewer*>(m_viewer->view(ViewKind::Values));
            values->canvas().setCurrentCell(0, record);
            QCOMPARE(values->canvas().currentText(), QString::number(101 * record));
        }
    }

    void sliceAndChoiceOfViewPersist() {
        show(m_folder.path("stacks"));
        m_viewer->setViewKind(ViewKind::Values);
        auto* values = static_cast<ValueViewer*>(m_viewer->view(ViewKind::Values));
        auto* axis = values->findChild<QSpinBox*>(QStringLiteral("axis1"));
        axis->setValue(7);
        QVERIFY(values->stepSlice(1));
        QVERIFY(!values->stepSlice(1));
        m_open->selection().select(3);
        m_open->settle();
        QCOMPARE(m_viewer->viewKind(), ViewKind::Values);
        QCOMPARE(values->slice(), std::vector<std::uint64_t>({0, 8, 0, 0}));
    }

    void textOfRaggedBytes() {
        show(test::goldenStore("accepted/ragged-tokens-raw-fresh"));
        QCOMPARE(m_viewer->viewKind(), ViewKind::Values);
        QVERIFY(m_viewer->record().elementCount() > 0);
    }

    void storedBytesAreTheFrame() {
        show(m_folder.path("ragged"));  // zstd
        m_viewer->setViewKind(ViewKind::Bytes);
        auto* bytes = static_cast<HexViewer*>(m_viewer->view(ViewKind::Bytes));
        QCOMPARE(bytes->canvas().bytes().size(), std::size_t{4});
        bytes->setSource(HexViewer::Source::Stored);
        QCOMPARE(bytes->canvas().bytes().size(), std::size_t{0});
        m_open->settle();
        // The magic number of a zstd frame.
        QVERIFY2(bytes->canvas().rowText(0).contains(QStringLiteral("28 b5 2f fd")), qPrintable(bytes->canvas().rowText(0)));
        m_open->selection().select(2);
        m_open->selection().select(3);
        m_open->settle();
        QVERIFY(bytes->canvas().rowText(0).contains(QStringLiteral("28 b5 2f fd")));
        bytes->setSource(HexViewer::Source::Record);
        QCOMPARE(bytes->canvas().bytes().size(), std::size_t{16});
        QVERIFY(bytes->canvas().rowText(0).contains(QStringLiteral("2c 01 00 00")));
    }

    void withoutDocumentNothingIsShown() {
        show(m_folder.path("images"));
        m_viewer->setSession(nullptr);
        QCOMPARE(m_viewer->page(), RecordViewer::Page::Nothing);
        QVERIFY(m_viewer->record().isNull());
        QCOMPARE(heading(), QString());
    }
};

QTEST_MAIN(TestRecordViewer)
#include "tst_record_viewer.moc"
