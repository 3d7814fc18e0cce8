#include <QPushButton>

#include "support/window_fixture.h"
#include "widgets/common/key_value_list.h"
#include "widgets/dialogs/compact_dialog.h"

using namespace zrecord;
using namespace zrecord::widgets;

class TestCompactDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        failOnAnyWarning();
        m = std::make_unique<WindowFixture>();
        QVERIFY(m->openSample());
        QVERIFY(m->enableEditing());
    }
    void cleanup() { m.reset(); }

    void withoutDeadSpaceThereIsNothingToDo() {
        CompactDialog dialog(m->session()->document(), m->window.get());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        auto* figures = dialog.findChild<KeyValueList*>();
        QTRY_COMPARE(figures->rows()[0].value, QStringLiteral("0 bytes"));
        QVERIFY(!button(dialog, "compactStart")->isEnabled());
    }

    void givesBackWhatWasForecast() {
        workbench::RecordRanges marks;
        for (std::uint64_t record = 0; record < WindowFixture::kRecords; record += 5)
            marks.add(record);
        m->session()->pending().mark(marks);
        m->session()->applyPending();
        QTRY_COMPARE(m->session()->document().recordCount(), std::uint64_t(400));
        QTRY_VERIFY(m->session()->document().hasStatistics());
        std::uint64_t dead = 0;
        for (const workbench::StreamInfo& stream : m->session()->document().streams())
            dead += stream.stats->reclaimable;
        QVERIFY(dead > 0);

        CompactDialog dialog(m->session()->document(), m->window.get());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        QTRY_VERIFY(button(dialog, "compactStart")->isEnabled());
        std::uint64_t freed = 0;
        connect(&m->session()->document(), &workbench::StoreDocument::compacted, this,
                [&freed](const workbench::CompactedStreams& result) { freed = result.freedBytes; });
        // Enter, wherever the focus is, is the blue button.
        QCOMPARE(dialog.focusWidget(), static_cast<QWidget*>(button(dialog, "compactStart")));
        QTest::keyClick(button(dialog, "compactCancel"), Qt::Key_Return);
        QTRY_COMPARE(freed, dead);
        QTRY_VERIFY(m->session()->document().hasStatistics());
        for (const workbench::StreamInfo& stream : m->session()->document().streams())
            QCOMPARE(stream.stats->reclaimable, std::uint64_t(0));
        QVERIFY(button(dialog, "compactStart")->isHidden());
        QCOMPARE(button(dialog, "compactCancel")->text(), QStringLiteral("Close"));
    }

    void cancelNeverCompacts() {
        CompactDialog dialog(m->session()->document(), m->window.get());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        bool compacted = false;
        connect(&m->session()->document(), &workbench::StoreDocument::compacted, this, [&compacted] { compacted = true; });
        button(dialog, "compactCancel")->click();
        QVERIFY(!dialog.isVisible());
        QTest::qWait(50);
        QVERIFY(!compacted);
    }

private:
    static QPushButton* button(const QDialog& dialog, const char* name) { return dialog.findChild<QPushButton*>(QLatin1String(name)); }
    std::unique_ptr<WindowFixture> m;
};

QTEST_MAIN(TestCompactDialog)
#include "tst_compact_dialog.moc"
