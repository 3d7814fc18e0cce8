#include <filesystem>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "desktop/scenarios.h"

using namespace zrecord::desktop;

/// Runs the program itself: every scenario ends with status 0, says nothing on standard error, and draws a whole window.
class TestScreenshots : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void everyScenarioIsDrawnWithoutAWord_data() {
        QTest::addColumn<QString>("scenario");
        QTest::addColumn<QSize>("size");
        for (const Scenario& scenario : scenarios())
            QTest::addRow("%s", qPrintable(scenario.name)) << scenario.name << QSize(1280, 800);
        QTest::addRow("browse-dark, large window") << QStringLiteral("browse-dark") << QSize(1920, 1080);
    }
    void everyScenarioIsDrawnWithoutAWord() {
        QFETCH(QString, scenario);
        QFETCH(QSize, size);
        const QString file = m_folder.filePath(scenario + QStringLiteral(".png"));
        QProcess program;
        program.start(QStringLiteral(ZR_WORKBENCH_PROGRAM), {QStringLiteral("--screenshot"), file, QStringLiteral("--scenario"), scenario,
                                                             QStringLiteral("--size"), QStringLiteral("%1x%2").arg(size.width()).arg(size.height())});
        QVERIFY2(program.waitForFinished(90'000), qPrintable(program.errorString()));
        QCOMPARE(QString::fromUtf8(program.readAllStandardError()), QString());
        QCOMPARE(program.exitCode(), 0);
        const QImage image(file);
        QCOMPARE(image.size(), size);
        QSet<QRgb> colors;
        for (int y = 0; y < image.height(); y += 7)
            for (int x = 0; x < image.width(); x += 7)
                colors << image.pixel(x, y);
        QVERIFY2(colors.size() > 8, qPrintable(QStringLiteral("only %1 colours").arg(colors.size())));
    }

    void theSamePictureTwice() {
        QImage first;
        for (int round = 0; round < 2; ++round) {
            const QString file = m_folder.filePath(QStringLiteral("twice%1.png").arg(round));
            QCOMPARE(QProcess::execute(QStringLiteral(ZR_WORKBENCH_PROGRAM), {QStringLiteral("--screenshot"), file, QStringLiteral("--scenario"), QStringLiteral("empty")}), 0);
            if (round == 0)
                first = QImage(file);
            else
                QCOMPARE(QImage(file), first);
        }
    }

    void aStoreOfTheUserIsDrawn() {
        QProcess program;
        program.start(QStringLiteral(ZR_WORKBENCH_PROGRAM), {QStringLiteral("--screenshot"), m_folder.filePath(QStringLiteral("user.png")),
                                                             QStringLiteral(ZR_TEST_DATA "/golden/accepted/dense-image-zstd-fresh")});
        QVERIFY(program.waitForFinished(60'000));
        QCOMPARE(QString::fromUtf8(program.readAllStandardError()), QString());
        QCOMPARE(program.exitCode(), 0);
    }

    void aStoreThatCannotBeOpenedIsNamed_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("words");
        QTest::newRow("not there") << QStringLiteral("/nowhere/store") << QStringLiteral("/nowhere/store");
        QTest::newRow("damaged") << QStringLiteral(ZR_TEST_DATA "/golden/rejected/meta-codec-7") << QStringLiteral("meta.zr");
    }

    void aStoreThatCannotBeOpenedIsNamed() {
        QFETCH(QString, path);
        QFETCH(QString, words);
        QProcess program;
        const QString picture = m_folder.filePath(QStringLiteral("refused.png"));
        program.start(QStringLiteral(ZR_WORKBENCH_PROGRAM), {QStringLiteral("--screenshot"), picture, path});
        QVERIFY(program.waitForFinished(60'000));
        QCOMPARE(program.exitCode(), 1);
        const QString said = QString::fromUtf8(program.readAllStandardError());
        QVERIFY2(said.contains(words) && said.count(u'\n') == 1, qPrintable(said));
        QVERIFY(!QFile::exists(picture));
    }

    void aStoreThatAnotherProgramReadsIsNotWaitedFor() {
        const std::filesystem::path store = std::filesystem::path(m_folder.path().toStdString()) / "busy";
        std::filesystem::copy(ZR_TEST_DATA "/golden/accepted/dense-image-zstd-fresh", store, std::filesystem::copy_options::recursive);
        const int held = ::open((store / "meta.zr").c_str(), O_RDONLY | O_CLOEXEC);
        QVERIFY(held >= 0 && ::flock(held, LOCK_SH) == 0);
        QProcess program;
        program.start(QStringLiteral(ZR_WORKBENCH_PROGRAM), {QStringLiteral("--screenshot"), m_folder.filePath(QStringLiteral("busy.png")),
                                                             QStringLiteral("--scenario"), QStringLiteral("marked"), QString::fromStdString(store.string())});
        const bool ended = program.waitForFinished(50'000);  // a step of a scenario that does not come true is waited for a minute
        ::close(held);
        QVERIFY(ended);
        QCOMPARE(program.exitCode(), 1);
        const QString said = QString::fromUtf8(program.readAllStandardError());
        QVERIFY2(said.contains(QStringLiteral("is using the store")), qPrintable(said));
    }

    void usageErrorsEndWithTwo() {
        QCOMPARE(QProcess::execute(QStringLiteral(ZR_WORKBENCH_PROGRAM), {QStringLiteral("--size"), QStringLiteral("x")}), 2);
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestScreenshots)
#include "tst_screenshots.moc"
