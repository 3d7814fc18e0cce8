#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include "widgets/laboratory/dictionaries/dictionary_perspective.h"
#include "widgets/laboratory/dictionaries/dictionary_results.h"
#include "widgets/support/open_session.h"
#include "widgets/theme/fonts.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::widgets;
namespace stores = zrecord::workbench::test;

class TestDictionaryPerspective : public QObject {
    Q_OBJECT

private:
    test::StoreFolder m_folder;
    std::unique_ptr<test::OpenSession> m_open;
    std::unique_ptr<DictionaryPerspective> m_panel;

    QPushButton& button(const char* name) { return *m_panel->findChild<QPushButton*>(QLatin1String(name)); }
    QString label(const char* name) { return m_panel->findChild<QLabel*>(QLatin1String(name))->text(); }
    void show(const char* store) {
        m_open = std::make_unique<test::OpenSession>(m_folder.path(store));
        m_panel = std::make_unique<DictionaryPerspective>(m_open->runtime());
        m_panel->resize(900, 640);
        m_panel->setDocument(&m_open->session());
        m_panel->show();
        m_open->settle();
    }

private Q_SLOTS:
    void initTestCase() {
        loadEmbeddedFonts();
        stores::makeImageStore(m_folder.path("images"), {16, 16}, 1'200);
        stores::makeByteStore(m_folder.path("few"), {1, 2, 3});
    }
    void cleanup() {
        m_panel.reset();
        m_open.reset();
    }

    void oneButtonComparesAndAdvises() {
        show("images");
        QVERIFY(!button("dictionaryWrite").isEnabled());
        QTest::mouseClick(&button("dictionaryRun"), Qt::LeftButton);
        QCOMPARE(button("dictionaryRun").text(), QStringLiteral("Cancel"));
        m_open->settle();
        QCOMPARE(button("dictionaryRun").text(), QStringLiteral("Compare"));
        const auto& report = m_panel->study().report();
        QVERIFY(report.has_value());
        auto* results = m_panel->findChild<DictionaryResults*>();
        QCOMPARE(results->model()->rowCount(), static_cast<int>(report->results.size()));
        QCOMPARE(results->chosen(), static_cast<int>(report->advice.choice));
        QVERIFY(!label("dictionaryAdviceTitle").isEmpty());
        QVERIFY(label("dictionaryCaption").contains(QStringLiteral("measured on 300 others")));
        QVERIFY(button("dictionaryWrite").isEnabled());
        results->choose(1);
        m_panel->writeStore(QString::fromStdString(m_folder.path("written").string()));
        m_open->settle();
        QVERIFY(std::filesystem::exists(m_folder.path("written") / "meta.zr"));
    }

    void tooFewRecordsAreASentence() {
        show("few");
        m_panel->run();
        m_open->settle();
        QVERIFY2(label("dictionaryCaption").contains(QStringLiteral("at least 12 are needed")), qPrintable(label("dictionaryCaption")));
        QVERIFY(!button("dictionaryWrite").isEnabled());
    }

    void cancelAndAnotherStreamLeaveNothingBehind() {
        show("images");
        m_panel->run();
        QTest::mouseClick(&button("dictionaryRun"), Qt::LeftButton);
        m_open->settle();
        QVERIFY(label("dictionaryCaption").contains(QStringLiteral("Cancelled")));
        m_panel->findChild<QLineEdit*>(QStringLiteral("dictionarySeed"))->setText(QStringLiteral("x"));
        m_panel->run();
        QVERIFY(!m_panel->study().isRunning());
        m_panel->setDocument(nullptr);
        QVERIFY(!m_panel->study().report());
    }
};

QTEST_MAIN(TestDictionaryPerspective)
#include "tst_dictionary_perspective.moc"
