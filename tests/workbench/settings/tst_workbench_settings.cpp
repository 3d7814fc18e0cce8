#include "workbench/settings/workbench_settings.h"

#include <memory>

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace zrecord::workbench;

class WorkbenchSettingsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void defaultsOfAnEmptyFile();
    void valuesSurviveANewStart();
    void damagedValuesReadAsDefaults();
    void recentStoresAreNewestFirstWithoutDoubles();
    void layoutOfAnotherVersionIsIgnored();
    void signalsOnlyForChanges();

private:
    [[nodiscard]] QString file() const { return m_folder->filePath(QStringLiteral("workbench.ini")); }
    [[nodiscard]] std::unique_ptr<QSettings> store() const { return std::make_unique<QSettings>(file(), QSettings::IniFormat); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void WorkbenchSettingsTest::defaultsOfAnEmptyFile() {
    const WorkbenchSettings settings(store());
    QCOMPARE(settings.theme(), ThemeChoice::System);
    QCOMPARE(settings.thumbnailEdge(), 96);
    QCOMPARE(settings.browseMode(), QStringLiteral("grid"));
    QCOMPARE(settings.cacheBytes(), qint64(256) << 20);
    QVERIFY(settings.recentStores().isEmpty());
    QCOMPARE(settings.lastFolder(), QDir::homePath());
    QVERIFY(!settings.reducedMotion());
}

void WorkbenchSettingsTest::valuesSurviveANewStart() {
    {
        WorkbenchSettings settings(store());
        settings.setTheme(ThemeChoice::Dark);
        settings.setThumbnailEdge(1000);
        settings.setLastFolder(m_folder->path());
        settings.setBrowseMode(QStringLiteral("table"));
        settings.setWindowGeometry("geometry");
        settings.setReducedMotion(true);
        settings.addRecentStore(QStringLiteral("/data/a"));
    }
    const WorkbenchSettings settings(store());
    QCOMPARE(settings.theme(), ThemeChoice::Dark);
    QCOMPARE(settings.thumbnailEdge(), 512);
    QCOMPARE(settings.lastFolder(), m_folder->path());
    QCOMPARE(settings.browseMode(), QStringLiteral("table"));
    QCOMPARE(settings.windowGeometry(), QByteArray("geometry"));
    QVERIFY(settings.reducedMotion());
    QCOMPARE(settings.recentStores(), QStringList{QStringLiteral("/data/a")});
}

void WorkbenchSettingsTest::damagedValuesReadAsDefaults() {
    {
        auto raw = store();
        raw->setValue(QStringLiteral("appearance/theme"), QStringLiteral("sepia"));
        raw->setValue(QStringLiteral("browse/thumbnailEdge"), QStringLiteral("large"));
        raw->setValue(QStringLiteral("loading/cacheBytes"), -5);
        raw->setValue(QStringLiteral("browse/mode"), 7);
        raw->setValue(QStringLiteral("files/lastFolder"), QStringLiteral("/no/such/folder"));
    }
    const WorkbenchSettings settings(store());
    QCOMPARE(settings.theme(), ThemeChoice::System);
    QCOMPARE(settings.thumbnailEdge(), 96);
    QCOMPARE(settings.cacheBytes(), qint64(256) << 20);
    QCOMPARE(settings.browseMode(), QStringLiteral("grid"));
    QCOMPARE(settings.lastFolder(), QDir::homePath());
}

void WorkbenchSettingsTest::recentStoresAreNewestFirstWithoutDoubles() {
    WorkbenchSettings settings(store());
    for (int i = 0; i < 20; ++i)
        settings.addRecentStore(QStringLiteral("/data/%1/").arg(i));
    settings.addRecentStore(QStringLiteral("/data/../data/15"));
    const QStringList recent = settings.recentStores();
    QCOMPARE(recent.size(), qsizetype{WorkbenchSettings::kMaximumRecent});
    QCOMPARE(recent.at(0), QStringLiteral("/data/15"));
    QCOMPARE(recent.at(1), QStringLiteral("/data/19"));
    QCOMPARE(recent.count(QStringLiteral("/data/15")), qsizetype{1});
    settings.removeRecentStore(QStringLiteral("/data/19"));
    QCOMPARE(settings.recentStores().at(1), QStringLiteral("/data/18"));
    settings.clearRecentStores();
    QVERIFY(settings.recentStores().isEmpty());
}

void WorkbenchSettingsTest::layoutOfAnotherVersionIsIgnored() {
    WorkbenchSettings settings(store());
    settings.setWindowState("docks", 3);
    QCOMPARE(settings.windowState(3), QByteArray("docks"));
    QVERIFY(settings.windowState(4).isEmpty());
}

void WorkbenchSettingsTest::signalsOnlyForChanges() {
    WorkbenchSettings settings(store());
    QSignalSpy theme(&settings, &WorkbenchSettings::themeChanged);
    settings.setTheme(ThemeChoice::Light);
    settings.setTheme(ThemeChoice::Light);
    QCOMPARE(theme.count(), 1);
}

QTEST_GUILESS_MAIN(WorkbenchSettingsTest)
#include "tst_workbench_settings.moc"
