#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <memory>

#include <zrecord/store.h>

#include "widgets/common/elided_label.h"
#include "widgets/laboratory/slots/slot_perspective.h"
#include "widgets/laboratory/slots/slot_map_view.h"
#include "widgets/support/open_session.h"
#include "widgets/theme/fonts.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::widgets;
namespace stores = zrecord::workbench::test;

/// The panel maps by itself, follows marks, and its figures are those of the store.
class TestSlotPerspective : public QObject {
    Q_OBJECT

private:
    test::StoreFolder m_folder;
    std::unique_ptr<test::OpenSession> m_open;
    std::unique_ptr<SlotPerspective> m_panel;

    QPushButton& button(const char* name) { return *m_panel->findChild<QPushButton*>(QLatin1String(name)); }
    QString label(const char* name) { return m_panel->findChild<QLabel*>(QLatin1String(name))->text(); }

private Q_SLOTS:
    void initTestCase() { loadEmbeddedFonts(); }
    void init() {
        std::filesystem::remove_all(m_folder.path("images"));
        stores::makeImageStore(m_folder.path("images"), {6, 5}, 300);
        m_open = std::make_unique<test::OpenSession>(m_folder.path("images"));
        m_panel = std::make_unique<SlotPerspective>(m_open->runtime());
        m_panel->resize(1000, 640);
        m_panel->setDocument(&m_open->session());
    }
    void cleanup() {
        m_panel.reset();
        m_open.reset();
    }

    void mapsWhenShown() {
        QVERIFY(!m_panel->study().isRunning());  // hidden panels cost nothing
        m_panel->show();
        QVERIFY(m_panel->study().isRunning());
        m_open->settle();
        const auto& map = m_panel->study().map();
        QVERIFY(map != nullptr);
        const StoreStats stats = Store::open(m_folder.path("images"))->stats().value();
        QCOMPARE(map->records, std::uint64_t{300});
        QCOMPARE(map->live, stats.liveBytes);
        QCOMPARE(map->dead, stats.reclaimable);
        QVERIFY2(label("slotForecast").contains(QStringLiteral("free nothing")), qPrintable(label("slotForecast")));
        QVERIFY(label("slotCommand").contains(QStringLiteral("--slots")));
    }

    void followsMarksAndAppliesThem() {
        m_panel->show();
        m_open->enableEditing();
        m_open->settle();
        m_open->session().pending().mark(workbench::RecordRanges(10, 20));
        m_open->settle();
        QCOMPARE(m_panel->study().map()->markedRecords, std::uint64_t{20});
        QVERIFY2(label("slotForecast").contains(QStringLiteral("With the 20 marked ones deleted")), qPrintable(label("slotForecast")));
        const std::uint64_t freed = m_panel->study().map()->freedBytes();
        m_open->session().applyPending();
        m_open->settle();
        QCOMPARE(m_panel->study().map()->records, std::uint64_t{280});
        QCOMPARE(m_panel->study().map()->dead, freed);
        QCOMPARE(m_panel->study().map()->markedRecords, std::uint64_t{0});
    }

    void aCellLeadsToItsRecord() {
        m_panel->show();
        m_open->settle();
        auto* strip = m_panel->findChild<SlotMapView*>();
        QTest::keyClick(strip, Qt::Key_End);
        QVERIFY(!m_panel->findChild<ElidedLabel*>(QStringLiteral("slotReadout"))->text().isEmpty());
        QTest::keyClick(strip, Qt::Key_Return);
        QVERIFY(m_open->selection().current().has_value());
    }

    void cancelIsASentence() {
        m_panel->show();
        QTest::mouseClick(&button("slotRun"), Qt::LeftButton);
        m_open->settle();
        QVERIFY(label("slotCaption").contains(QStringLiteral("Cancelled")));
        QTest::mouseClick(&button("slotRun"), Qt::LeftButton);
        m_open->settle();
        QVERIFY(m_panel->study().map() != nullptr);
        m_panel->setDocument(nullptr);
        QVERIFY(m_panel->study().map() == nullptr);
    }
};

QTEST_MAIN(TestSlotPerspective)
#include "tst_slot_perspective.moc"
