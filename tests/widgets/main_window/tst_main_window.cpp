#include <QAction>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QTreeView>

#include <zrecord/store.h>

#include "support/tab_order.h"
#include "support/window_fixture.h"
#include "widgets/actions/action_registry.h"
#include "widgets/common/error_banner.h"
#include "widgets/common/key_value_list.h"
#include "widgets/dialogs/diagnostics.h"
#include "widgets/main_window/center_area.h"
#include "widgets/main_window/drop_overlay.h"
#include "widgets/strips/status_item.h"

using namespace zrecord;
using namespace zrecord::widgets;

class TestMainWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        failOnAnyWarning();
        m = std::make_unique<WindowFixture>();
    }
    void cleanup() { m.reset(); }

    void withoutAStoreOnlyWhatWorksIsEnabled() {
        QVERIFY(!m->window->center().showsPerspective());
        QVERIFY(action("file.open")->isEnabled());
        for (const auto* id : {"file.close", "file.reload", "store.editing", "store.compact", "store.verify", "edit.mark", "go.to", "edit.undo"})
            QVERIFY2(!action(id)->isEnabled(), id);
        QVERIFY(m->find<QPushButton>("empty.file.open")->isVisible());
        QVERIFY(m->find<QPushButton>("empty.help.sample")->isVisible());
    }

    void noTwoActionsAnswerToTheSameKeys() { QCOMPARE(m->window->actions().conflicts(), QStringList()); }

    void everyMenuItemIsAnAction() {
        auto* bar = m->window->findChild<QMenuBar*>();
        QVERIFY(bar->actions().size() >= 6);
        for (const QAction* top : bar->actions()) {
            QVERIFY2(!top->menu()->isEmpty(), qPrintable(top->text()));
            QVERIFY2(!top->menu()->actions().constLast()->isSeparator(), qPrintable(top->text()));
            QVERIFY2(!top->menu()->actions().constFirst()->isSeparator(), qPrintable(top->text()));
        }
    }

    void opensReadOnlyAndRemembersTheStore() {
        QVERIFY(m->openSample());
        QVERIFY(m->window->center().showsPerspective());
        QCOMPARE(m->find<QPushButton>("editingBadge")->text().trimmed(), QStringLiteral("Read-only"));
        QVERIFY(!action("edit.mark")->isEnabled());
        QCOMPARE(m->settings.recentStores().constFirst(), m->samplePath());
        QCOMPARE(m->session()->document().recordCount(), WindowFixture::kRecords);
    }

    void goToUnderstandsWhatPeopleType_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<quint64>("record");
        QTest::addRow("last") << QStringLiteral("-1") << quint64(499);
        QTest::addRow("exponent") << QStringLiteral("1e2") << quint64(100);
        QTest::addRow("percent") << QStringLiteral("100%") << quint64(499);
        QTest::addRow("plain") << QStringLiteral("42") << quint64(42);
    }
    void goToUnderstandsWhatPeopleType() {
        QFETCH(QString, text);
        QFETCH(quint64, record);
        QVERIFY(m->openSample());
        action("go.to")->trigger();
        auto* field = m->find<QLineEdit>("goToField");
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(m->session()->selection().current(), std::optional<std::uint64_t>(record));
    }

    void goToRefusesWithAReason() {
        QVERIFY(m->openSample());
        auto* field = m->find<QLineEdit>("goToField");
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("500"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(field->property("invalid").toBool());
        QVERIFY(!field->accessibleDescription().isEmpty());
    }

    void inspectorSaysWhereTheRecordLies() {
        QVERIFY(m->openSample());
        m->window->goToRecord(2);
        auto* dock = m->find<QDockWidget>("inspectorDock");
        const auto value = [dock](const QString& name) {
            for (const KeyValueList* list : dock->findChildren<KeyValueList*>())
                for (const KeyValueList::Row& row : list->rows())
                    if (row.name == name && list->isVisible())
                        return row.value;
            return QString();
        };
        QTRY_COMPARE(value(QStringLiteral("index")), QStringLiteral("2"));
        QTRY_VERIFY(!value(QStringLiteral("chunk 0, offset")).isEmpty());
        QCOMPARE(value(QStringLiteral("plain")), QStringLiteral("784 bytes"));
        m->window->setStream(1);  // label: raw scalars of one byte
        QTRY_COMPARE(value(QStringLiteral("chunk 0, offset")), QStringLiteral("2"));
        QCOMPARE(value(QStringLiteral("stored")).left(6), QStringLiteral("1 byte"));
        m->window->setStream(99);  // there is none: the shown stream stays
        QTRY_COMPARE(value(QStringLiteral("chunk 0, offset")), QStringLiteral("2"));
        QCOMPARE(value(QStringLiteral("stored")).left(6), QStringLiteral("1 byte"));
    }

    void statusShowsRecordsAndDeadSpace() {
        QVERIFY(m->openSample());
        const auto names = [this] {
            QStringList all;
            for (const StatusItem* item : m->window->findChildren<StatusItem*>())
                all << item->accessibleName();
            return all.join(u'|').replace(QChar::Nbsp, u' ').replace(QChar(0x202f), u' ').replace(QChar(0x2009), u' ');
        };
        QTRY_VERIFY2(names().contains(QLatin1String("500 records")), qPrintable(names()));
        QTRY_VERIFY2(names().contains(QLatin1String("dead 0 %")), qPrintable(names()));
        m->session()->selection().selectAll();
        QTRY_VERIFY2(names().contains(QLatin1String("selected 500")), qPrintable(names()));
    }

    void jobsSayHowTheyEnded() {
        QVERIFY(m->openSample());
        auto* strip = m->find<QWidget>("jobsStrip");
        QTRY_VERIFY(!strip->isVisible());  // statistics leave by themselves
        action("store.verify")->trigger();
        QTRY_VERIFY(strip->isVisible());
        // Statistics that took long enough to be seen stand beside it until they leave by themselves.
        const auto dismiss = [strip]() -> QPushButton* {
            for (auto* button : strip->findChildren<QPushButton*>(QStringLiteral("jobButton")))
                if (button->isVisible() && button->text() == QStringLiteral("Dismiss"))
                    return button;
            return nullptr;
        };
        QTRY_VERIFY(dismiss() != nullptr);
        QTRY_VERIFY(!strip->isVisible() || (dismiss() && (dismiss()->click(), false)));
    }

    void shortcutSheetListsEveryKey() {
        action("help.shortcuts")->trigger();
        auto* sheet = m->find<QDialog>("shortcutSheet");
        QVERIFY(sheet != nullptr && sheet->isVisible());
        QStringList texts;
        for (const QLabel* label : sheet->findChildren<QLabel*>())
            texts << label->text();
        for (const QString& id : m->window->actions().ids()) {
            const QAction* each = m->window->actions().action(id);
            if (!each->shortcut().isEmpty())
                QVERIFY2(texts.join(u'|').contains(each->shortcut().toString(QKeySequence::NativeText)), qPrintable(id));
        }
    }

    void diagnosticsNameTheStore() {
        QVERIFY(m->openSample());
        QVERIFY(diagnosticsText(m->documents).contains(m->samplePath() + QStringLiteral(": 500 records")));
    }

    void anOverlaySaysWhatADropWillDo() {
        QVERIFY(m->openSample());
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(m->samplePath())});
        QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m->window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QVERIFY(m->window->dropOverlay().isVisible());
        QDragLeaveEvent leave;
        QApplication::sendEvent(m->window.get(), &leave);
        QVERIFY(!m->window->dropOverlay().isVisible());
        m->window->controller().closeCurrent();
        QVERIFY(m->documents.sessions().empty());
        QApplication::sendEvent(m->window.get(), &enter);
        QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m->window.get(), &drop);
        QTRY_VERIFY(m->session() != nullptr && m->session()->document().isOpen());
    }

    void backAndForwardFollowJumps() {
        QVERIFY(m->openSample());
        m->window->goToRecord(10);
        m->window->goToRecord(400);
        QTRY_VERIFY(action("go.back")->isEnabled());
        action("go.back")->trigger();
        QCOMPARE(m->session()->selection().current(), std::optional<std::uint64_t>(10));
        action("go.forward")->trigger();
        QCOMPARE(m->session()->selection().current(), std::optional<std::uint64_t>(400));
    }

    void marksAreUndoneAndApplied() {
        QVERIFY(m->openSample());
        QVERIFY(m->enableEditing());
        QTRY_COMPARE(m->find<QPushButton>("editingBadge")->text().trimmed(), QStringLiteral("Editing"));
        m->session()->selection().select(3);
        QTRY_VERIFY(action("edit.mark")->isEnabled());
        action("edit.mark")->trigger();
        auto* strip = m->find<QWidget>("pendingStrip");
        QVERIFY(strip->isVisible());
        QTRY_VERIFY(action("edit.undo")->isEnabled());
        action("edit.undo")->trigger();
        QVERIFY(!strip->isVisible());
        QTRY_VERIFY(action("edit.redo")->isEnabled());
        action("edit.redo")->trigger();
        QCOMPARE(m->session()->pending().count(), std::uint64_t(1));

        // Every way to the removal leads through the review.
        for (const QPushButton* button : strip->findChildren<QPushButton*>())
            QVERIFY(button->objectName() == QLatin1String("store.review") || button->objectName() == QLatin1String("store.discard"));
        QTRY_VERIFY(strip->findChild<QPushButton*>(QStringLiteral("store.review"))->isEnabled());
        strip->findChild<QPushButton*>(QStringLiteral("store.review"))->click();
        QVERIFY(m->find<QDialog>("reviewDialog") != nullptr && m->find<QDialog>("reviewDialog")->isVisible());
        QCOMPARE(m->session()->document().recordCount(), WindowFixture::kRecords);
        m->find<QPushButton>("reviewApply")->click();
        QTRY_COMPARE(m->session()->document().recordCount(), WindowFixture::kRecords - 1);
        QTRY_VERIFY(m->session()->document().hasStatistics());
        QVERIFY(!strip->isVisible());
        QVERIFY(m->session()->document().streams()[0].stats->reclaimable > 0);
    }

    void undoTakesAnAppliedDeleteBack() {
        QVERIFY(m->openSample());
        QVERIFY(m->enableEditing());
        m->session()->pending().mark(workbench::RecordRanges(3, 2));
        QVERIFY(m->session()->applyPending() != nullptr);
        QTRY_COMPARE(m->session()->document().recordCount(), WindowFixture::kRecords - 2);
        QTRY_VERIFY2(action("edit.undo")->text().contains(QLatin1String("delete of 2 records")), qPrintable(action("edit.undo")->text()));
        action("edit.undo")->trigger();
        QTRY_COMPARE(m->session()->document().recordCount(), WindowFixture::kRecords);
        QTRY_VERIFY(action("edit.redo")->isEnabled());
        QVERIFY(m->session()->pending().isMarked(3));
        action("edit.redo")->trigger();
        QTRY_COMPARE(m->session()->document().recordCount(), WindowFixture::kRecords - 2);
        QTRY_VERIFY(!m->session()->document().isBusy());
        QVERIFY(m->session()->document().compact() != nullptr);
        QTRY_VERIFY(m->session()->document().undoableRemovals().empty());
        QTRY_VERIFY(action("edit.undo")->isEnabled());
        action("edit.undo")->trigger();
        ErrorBanner& banner = m->window->center().banner();
        QVERIFY(banner.isVisible());
        QVERIFY2(banner.content().title.contains(QLatin1String("cannot be undone any more")), qPrintable(banner.content().title));
        QTRY_VERIFY(!action("edit.undo")->isEnabled());
    }

    void removingMoreThanHalfMustBeTyped() {
        QVERIFY(m->openSample());
        QVERIFY(m->enableEditing());
        m->session()->pending().mark(workbench::RecordRanges(0, 300));
        QTRY_VERIFY(action("store.review")->isEnabled());
        action("store.review")->trigger();
        m->find<QPushButton>("reviewApply")->click();
        auto* dialog = m->find<QDialog>("confirmDialog");
        QVERIFY(dialog != nullptr && dialog->isVisible());
        auto* act = dialog->findChild<QPushButton*>(QStringLiteral("confirmAct"));
        QVERIFY(!act->isEnabled());
        auto* typed = dialog->findChild<QLineEdit*>(QStringLiteral("confirmTyped"));
        QCOMPARE(dialog->focusWidget(), static_cast<QWidget*>(typed));
        QCOMPARE(tabJumps(*dialog).join(u';'), QString());
        QTest::keyClicks(typed, QStringLiteral("300"));
        QVERIFY(act->isEnabled());
        dialog->reject();
        QCOMPARE(m->session()->document().recordCount(), WindowFixture::kRecords);
        QCOMPARE(m->session()->pending().count(), std::uint64_t(300));
    }

    void aStoreThatCannotBeOpenedIsExplainedInTheBanner() {
        m->window->controller().open(m->folder.filePath(QStringLiteral("missing")));
        ErrorBanner& banner = m->window->center().banner();
        QTRY_VERIFY(banner.isVisible());
        QVERIFY(!banner.content().title.isEmpty());
        QVERIFY(banner.content().details.contains(QLatin1String("missing")));
        QVERIFY(m->find<QPushButton>("errorBannerRetry")->isVisible());
        QVERIFY(!m->window->center().showsPerspective());
    }

    void aFileIsNeverItsFolder() {
        QVERIFY(m->openSample());
        m->window->controller().closeCurrent();
        m->settings.clearRecentStores();
        const auto make = [this](const char* name) {
            QFile file(m->samplePath() + u'/' + QLatin1String(name));
            return file.open(QIODevice::WriteOnly) && file.write("Boot\nBag\n") > 0 ? file.fileName() : QString();
        };
        m->window->controller().open(make("picture.png"));
        ErrorBanner& banner = m->window->center().banner();
        QTRY_VERIFY(banner.isVisible());
        QVERIFY2(banner.content().reason.contains(QLatin1String("picture.png")), qPrintable(banner.content().reason));
        QVERIFY2(banner.content().remedy.contains(QLatin1String("import")), qPrintable(banner.content().remedy));
        QVERIFY(m->documents.sessions().empty());
        m->window->controller().open(make("label.names.txt"));
        auto* dialog = m->find<QDialog>("importDialog");
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QVERIFY(m->documents.sessions().empty());
        QVERIFY(m->settings.recentStores().isEmpty());
    }

    void aStoreThatIsGoneSaysSoAndComesBack() {
        QVERIFY(m->openSample());
        m->window->goToRecord(42);
        const QString aside = m->samplePath() + QStringLiteral(".aside");
        QVERIFY(QDir().rename(m->samplePath(), aside));
        action("file.reload")->trigger();
        ErrorBanner& banner = m->window->center().banner();
        QTRY_VERIFY(banner.isVisible());
        QCOMPARE(banner.content().title, QStringLiteral("The store could not be read again."));
        QVERIFY(m->find<QPushButton>("errorBannerRetry")->isVisible());
        QVERIFY(m->find<QWidget>("loadingPage")->isVisible());
        QVERIFY(!m->find<QLineEdit>("goToField")->isEnabled());
        QCOMPARE(m->find<QLineEdit>("goToField")->text(), QString());
        QTRY_VERIFY(action("file.reload")->isEnabled() && action("file.close")->isEnabled());
        QVERIFY(QDir().rename(aside, m->samplePath()));
        m->find<QPushButton>("errorBannerRetry")->click();
        QTRY_VERIFY(m->session()->document().isOpen() && m->find<QLineEdit>("goToField")->isEnabled());
        QVERIFY(m->window->center().showsPerspective());
        QVERIFY(!banner.isVisible());
        QCOMPARE(m->session()->document().recordCount(), WindowFixture::kRecords);
    }

    void editingThatIsRefusedSaysWhat() {
        QVERIFY(m->openSample());
        const auto other = Store::open(QString(m->samplePath() + QStringLiteral("/label")).toStdU16String());
        QVERIFY(other.ok());
        action("store.editing")->trigger();
        ErrorBanner& banner = m->window->center().banner();
        QTRY_VERIFY(banner.isVisible());
        QCOMPARE(banner.content().title, QStringLiteral("Editing could not be enabled."));
        QVERIFY2(banner.content().reason.contains(QLatin1String("process"), Qt::CaseInsensitive), qPrintable(banner.content().reason));
    }

    void theBadgeTellsTheTruthWhileAQuestionIsOpen() {
        QVERIFY(m->openSample());
        QVERIFY(m->enableEditing());
        m->session()->pending().mark(workbench::RecordRanges(3, 1));
        auto* badge = m->find<QPushButton>("editingBadge");
        QTRY_COMPARE(badge->text().trimmed(), QStringLiteral("Editing"));
        badge->click();
        auto* question = m->find<QDialog>("confirmDialog");
        QVERIFY(question != nullptr && question->isVisible());
        QTRY_COMPARE(badge->text().trimmed(), QStringLiteral("Editing"));
        question->reject();
        QVERIFY(m->session()->document().isEditable());
    }

    void messagesOfJobsDoNotPileUp() {
        QVERIFY(m->openSample());
        auto* strip = m->find<QWidget>("jobsStrip");
        const auto rows = [strip] {
            int shown = 0;
            for (const QPushButton* button : strip->findChildren<QPushButton*>(QStringLiteral("jobButton")))
                shown += button->isVisible() && button->text() == QLatin1String("Dismiss") ? 1 : 0;
            return shown;
        };
        for (int i = 0; i < 3; ++i) {
            action("store.verify")->trigger();
            QTRY_VERIFY(m->runtime.jobs().activeCount() == 0);
        }
        QTRY_COMPARE(rows(), 1);
        m->window->controller().closeCurrent();
        QTRY_VERIFY(!strip->isVisible());
    }

    void theWindowFitsTheScreen() {
        const QSize room = m->window->screen()->availableSize();
        constexpr int kTitleBar = 24;  // what a window manager adds at least
        QVERIFY(m->window->height() + kTitleBar <= std::max(room.height(), m->window->minimumHeight() + kTitleBar));
        QVERIFY(m->window->width() <= std::max(room.width(), m->window->minimumWidth()));
    }

    void closingReturnsToTheStart() {
        QVERIFY(m->openSample());
        QTRY_VERIFY(action("file.close")->isEnabled());
        action("file.close")->trigger();
        QTRY_VERIFY(!m->window->center().showsPerspective());
        QVERIFY(m->documents.sessions().empty());
        QCOMPARE(m->window->windowTitle(), QStringLiteral("Zrecord Workbench"));
    }

    void f6GoesRoundThePanes() {
        QVERIFY(m->openSample());
        QApplication::setActiveWindow(m->window.get());
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        QSet<QWidget*> visited;
        for (int i = 0; i < 12; ++i) {
            m->window->cyclePane(1);
            visited << QApplication::focusWidget();
        }
        QVERIFY2(visited.size() >= 5, qPrintable(QString::number(visited.size())));
        QVERIFY(visited.contains(m->find<QWidget>("storesView")));
        const auto* viewer = m->find<QWidget>("recordViewer");
        QVERIFY(std::any_of(visited.begin(), visited.end(), [viewer](const QWidget* each) { return viewer->isAncestorOf(each); }));
    }

    void menusOpenByKeyAndShowWhatIsChosen() {
        action("view.menuBar")->trigger();
        auto* bar = m->window->findChild<QMenuBar*>();
        QVERIFY(bar->activeAction() != nullptr && bar->activeAction()->menu()->isVisible());
        bar->activeAction()->menu()->close();
        for (const QString& id : m->window->actions().ids()) {
            const QAction* each = m->window->actions().action(id);
            QVERIFY2(!each->isCheckable() || !each->isIconVisibleInMenu(), qPrintable(id));
        }
    }

    void everyButtonHasAName() {
        QVERIFY(m->openSample());
        for (const QAbstractButton* button : m->window->findChildren<QAbstractButton*>()) {
            const bool named = !button->text().isEmpty() || !button->accessibleName().isEmpty();
            QVERIFY2(named || button->isHidden() || button->focusPolicy() == Qt::NoFocus, qPrintable(button->objectName()));
        }
    }

    void themeAndTextSizeAreKept() {
        action("view.themeDark")->trigger();
        QCOMPARE(m->settings.theme(), workbench::ThemeChoice::Dark);
        QVERIFY(action("view.themeDark")->isChecked());
        action("view.largerText")->trigger();
        QCOMPARE(m->settings.fontSize(), 14);
        QCOMPARE(QApplication::font().pixelSize(), 14);
        action("view.defaultText")->trigger();
        QCOMPARE(m->settings.fontSize(), 13);
    }

    void resetLayoutBringsPanelsBack() {
        auto* dock = m->find<QDockWidget>("inspectorDock");
        dock->close();
        QVERIFY(!dock->isVisible());
        action("view.resetLayout")->trigger();
        QVERIFY(dock->isVisible());
    }

private:
    QAction* action(const char* id) { return m->window->actions().action(QLatin1String(id)); }
    std::unique_ptr<WindowFixture> m;
};

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
