#include "widgets/main_window/recovery_banner.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include "support/window_fixture.h"
#include "widgets/main_window/center_area.h"
#include "widgets/theme/theme.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::widgets;
namespace sample = zrecord::workbench::test;
namespace fs = std::filesystem;

namespace {

/// Every file below the folder with its bytes.
std::map<std::string, std::string> filesOf(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file())
            continue;
        std::ifstream stream(entry.path(), std::ios::binary);
        files[fs::relative(entry.path(), folder).string()] = std::string(std::istreambuf_iterator<char>(stream), {});
    }
    return files;
}

}  // namespace

class RecoveryBannerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        failOnAnyWarning();
        m = std::make_unique<WindowFixture>();
    }
    void cleanup() { m.reset(); }

    void aReaderShowsTheChangeAndWritesNothing() {
        const fs::path store = interrupted("bytes");
        const auto before = filesOf(store);
        QVERIFY(open(store));
        QTRY_VERIFY(banner().isVisible());
        QCOMPARE(banner().message().title, QStringLiteral("A delete in bytes was interrupted: you see the records as after it, and no file was changed."));
        QCOMPARE(banner().accessibleName(), banner().message().title);
        QCOMPARE(m->session()->document().recordCount(), std::uint64_t(4));
        QCOMPARE(button("Step")->text(), QStringLiteral("&Enable editing"));
        QTRY_VERIFY(m->session()->document().hasStatistics());
        QCOMPARE(filesOf(store), before);
    }

    void detailsOpenAndCloseAndCanBeCopied() {
        QVERIFY(open(interrupted("bytes")));
        QTRY_VERIFY(banner().isVisible());
        QVERIFY(!button("Copy")->isVisible());
        QCOMPARE(banner().accessibleDescription(), QString());
        button("Details")->setFocus();
        QTest::keyClick(button("Details"), Qt::Key_Space);
        QVERIFY(banner().accessibleDescription().startsWith(QLatin1String("bytes: A delete of 1 record had been interrupted")));
        QVERIFY(banner().accessibleDescription().contains(QLatin1String("loaderx refuses the store")));
        QVERIFY(button("Copy")->isVisible());
        button("Copy")->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), banner().message().title + u'\n' + banner().message().details);
        QTest::keyClick(button("Details"), Qt::Key_Space);
        QCOMPARE(banner().accessibleDescription(), QString());
        QVERIFY(!button("Copy")->isVisible());
    }

    void itsButtonFinishesTheChange() {
        const fs::path store = interrupted("bytes");
        QVERIFY(open(store));
        QTRY_VERIFY(banner().isVisible() && button("Step")->isEnabled());
        button("Step")->click();
        QTRY_VERIFY(m->session()->document().isEditable() && !m->session()->document().isBusy());
        QTRY_COMPARE(banner().message().title, QStringLiteral("A delete in bytes had been interrupted and was finished now."));
        QVERIFY(banner().isVisible());
        QVERIFY(!button("Step")->isVisible());
        m->window->controller().setEditing(false);
        QTRY_VERIFY(!m->session()->document().isEditable() && !m->session()->document().isBusy());
        QCOMPARE(sample::byteValues(store), (std::vector<int>{10, 14, 12, 13}));
    }

    void itBelongsToItsStore() {
        const fs::path store = interrupted("bytes");
        QVERIFY(open(store));
        QTRY_VERIFY(banner().isVisible());
        auto* first = m->session();
        QVERIFY(m->openSample());
        QTRY_VERIFY(m->session() != first);
        QTRY_VERIFY(!banner().isVisible());
        m->documents.setCurrent(first);
        QVERIFY(banner().isVisible());
        button("Close")->click();
        QVERIFY(!banner().isVisible());
        m->documents.setCurrent(m->documents.sessions().back());
        m->documents.setCurrent(first);
        QVERIFY(!banner().isVisible());
    }

    void aStoreThatCannotBeFinishedIsToldAndTriedAgain() {
        const fs::path store = interrupted("bytes");
        fs::rename(store / ".zrx", store.parent_path() / "aside");
        m->window->controller().open(sample::toQString(store));
        QTRY_VERIFY(banner().isVisible());
        QVERIFY(m->documents.sessions().empty());
        QVERIFY2(banner().message().title.startsWith(QLatin1String("The store bytes was left in the middle of a change")), qPrintable(banner().message().title));
        QVERIFY(banner().message().details.contains(QLatin1String("its journal is missing")));
        QVERIFY(!m->window->center().banner().isVisible());
        fs::rename(store.parent_path() / "aside", store / ".zrx");
        QCOMPARE(button("Step")->text(), QStringLiteral("&Retry"));
        button("Step")->click();
        QTRY_VERIFY(m->session() != nullptr && m->session()->document().isOpen());
        QTRY_VERIFY(banner().message().title.startsWith(QLatin1String("A delete in bytes was interrupted")));
    }

    void itIsOrangeInBothThemes() {
        QVERIFY(open(interrupted("bytes")));
        QTRY_VERIFY(banner().isVisible());
        for (const auto choice : {workbench::ThemeChoice::Light, workbench::ThemeChoice::Dark}) {
            m->theme.apply(choice, ThemeManager::kDefaultFontSize);
            const QImage picture = banner().grab().toImage();
            const Theme& theme = Theme::of(banner().palette());
            QCOMPARE(picture.pixelColor(1, picture.height() / 2), theme.warning);
            QCOMPARE(picture.pixelColor(6, 3), theme.warningBackground);
        }
    }

private:
    RecoveryBanner& banner() { return m->window->center().recovery(); }
    QPushButton* button(const char* part) { return m->find<QPushButton>(("recoveryBanner" + std::string(part)).c_str()); }
    fs::path interrupted(const char* name) const {
        const fs::path store = fs::path(m->folder.path().toStdString()) / name;
        sample::makeByteStore(store, {10, 11, 12, 13, 14});
        sample::interruptRemoval(store, {1});
        return store;
    }
    bool open(const fs::path& store) {
        m->window->controller().open(sample::toQString(store));
        return QTest::qWaitFor([this] { return m->session() != nullptr && m->session()->document().isOpen(); }, 20'000);
    }

    std::unique_ptr<WindowFixture> m;
};

QTEST_MAIN(RecoveryBannerTest)
#include "tst_recovery_banner.moc"
