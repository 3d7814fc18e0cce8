#include "widgets/dialogs/performance_dialog.h"

#include <QAction>
#include <QClipboard>
#include <QPushButton>

#include "support/window_fixture.h"
#include "widgets/actions/action_registry.h"
#include "widgets/common/fluency_meter.h"
#include "widgets/common/key_value_list.h"

using namespace zrecord::widgets;

class TestPerformanceDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void measuresTheWindowWhileItIsUsed() {
        failOnAnyWarning();
        WindowFixture fixture;
        QVERIFY(fixture.openSample());
        fixture.window->actions().action(QStringLiteral("help.performance"))->trigger();
        auto* dialog = fixture.window->findChild<PerformanceDialog*>();
        QVERIFY(dialog != nullptr && !dialog->isModal());
        dialog->meter().clear();
        QTest::keyClick(fixture.window.get(), Qt::Key_Right);
        QTRY_VERIFY(dialog->meter().inputs().count >= 1);
        QTRY_VERIFY(dialog->findChild<KeyValueList*>()->rows().front().value != u"0");
        dialog->findChild<QPushButton*>(QStringLiteral("performanceCopy"))->click();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("input to paint: ")));
        // Asked for again it is the same one.
        fixture.window->actions().action(QStringLiteral("help.performance"))->trigger();
        QCOMPARE(fixture.window->findChildren<PerformanceDialog*>().size(), 1);
    }
};

QTEST_MAIN(TestPerformanceDialog)
#include "tst_performance_dialog.moc"
