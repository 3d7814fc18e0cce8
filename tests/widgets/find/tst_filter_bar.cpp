#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "widgets/find/filter_bar.h"
#include "widgets/support/open_session.h"
#include "widgets/theme/fonts.h"
#include "workbench/find/record_search.h"
#include "workbench/selection/record_order.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord::widgets;
namespace stores = zrecord::workbench::test;

class TestFilterBar : public QObject {
    Q_OBJECT

private:
    test::StoreFolder m_folder;
    std::unique_ptr<test::OpenSession> m_open;
    std::unique_ptr<FilterBar> m_bar;

    void type(const QString& text) {
        m_bar->field().setFocus();
        m_bar->field().selectAll();
        QTest::keyClicks(&m_bar->field(), text);
    }
    std::uint64_t shown() { return m_open->session().order().count(); }

private Q_SLOTS:
    void initTestCase() {
        loadEmbeddedFonts();
        stores::makeByteStore(m_folder.path("bytes"), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    }
    void init() {
        m_open = std::make_unique<test::OpenSession>(m_folder.path("bytes"));
        m_bar = std::make_unique<FilterBar>();
        m_bar->setDocument(&m_open->session());
        m_bar->resize(700, 30);
        m_bar->show();
        QVERIFY(QTest::qWaitForWindowActive(m_bar.get()));
    }
    void cleanup() {
        m_bar.reset();
        m_open.reset();
    }

    void enterAsksAndEscapeGoesBack() {
        type(QStringLiteral("value > 6 "));
        QTest::keyClick(&m_bar->field(), Qt::Key_Return);
        QCOMPARE(m_bar->statusText(), QStringLiteral("Searching…"));
        m_open->settle();
        QCOMPARE(shown(), std::uint64_t{3});
        QCOMPARE(m_bar->statusText(), QStringLiteral("3 of 10"));
        QVERIFY(m_bar->findChild<QToolButton*>(QStringLiteral("filterClear"))->isVisible());
        // Typing something else and giving it up keeps what is shown; once more shows all.
        type(QStringLiteral("value > "));
        QTest::keyClick(&m_bar->field(), Qt::Key_Escape);
        QCOMPARE(m_bar->field().text(), QStringLiteral("value > 6"));
        QCOMPARE(shown(), std::uint64_t{3});
        QTest::keyClick(&m_bar->field(), Qt::Key_Escape);
        QCOMPARE(shown(), std::uint64_t{10});
        QVERIFY(m_bar->field().text().isEmpty());
        QSignalSpy done(m_bar.get(), &FilterBar::done);
        QTest::keyClick(&m_bar->field(), Qt::Key_Escape);
        QCOMPARE(done.count(), 1);
    }

    void aFaultIsSelectedAndNamed() {
        type(QStringLiteral("value < 3 and sdt > 1 "));
        QTest::keyClick(&m_bar->field(), Qt::Key_Return);
        QCOMPARE(m_bar->field().selectedText(), QStringLiteral("sdt"));
        QVERIFY2(m_bar->statusText().startsWith(QStringLiteral("Character 15: there is nothing called 'sdt'")), qPrintable(m_bar->statusText()));
        QVERIFY(m_bar->field().accessibleDescription().contains(QStringLiteral("std")));
        QCOMPARE(shown(), std::uint64_t{10});
        QVERIFY(!m_open->session().search().isSearching());
        type(QStringLiteral("value <"));
        QTest::keyClick(&m_bar->field(), Qt::Key_Return);
        QVERIFY2(m_bar->statusText().startsWith(QStringLiteral("At the end:")), qPrintable(m_bar->statusText()));
    }

    void crossShowsAll() {
        m_bar->ask(QStringLiteral("value == 4"));
        m_open->settle();
        QCOMPARE(shown(), std::uint64_t{1});
        QSignalSpy done(m_bar.get(), &FilterBar::done);
        m_bar->findChild<QToolButton*>(QStringLiteral("filterClear"))->click();
        QCOMPARE(shown(), std::uint64_t{10});
        QCOMPARE(done.count(), 1);
    }

    void nothingMatches() {
        m_bar->ask(QStringLiteral("value == 77"));
        m_open->settle();
        QCOMPARE(shown(), std::uint64_t{0});
        QCOMPARE(m_bar->statusText(), QStringLiteral("0 of 10"));
    }

    void withoutADocument() {
        m_bar->setDocument(nullptr);
        QVERIFY(!m_bar->isEnabled());
        m_bar->ask(QStringLiteral("value == 1"));
        QVERIFY(m_bar->statusText().isEmpty());
    }
};

QTEST_MAIN(TestFilterBar)
#include "tst_filter_bar.moc"
