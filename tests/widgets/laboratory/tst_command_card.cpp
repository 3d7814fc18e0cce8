#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "widgets/laboratory/command_card.h"
#include "widgets/theme/fonts.h"

using namespace zrecord;
using namespace zrecord::widgets;

/// The command is copied, and the report goes into one file.
class TestCommandCard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { loadEmbeddedFonts(); }

    void copies() {
        CommandCard card(QStringLiteral("test"));
        card.setCommand(QStringLiteral("zr stats s"));
        QSignalSpy said(&card, &CommandCard::message);
        QTest::mouseClick(card.findChild<QToolButton*>(QStringLiteral("testCopy")), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("zr stats s"));
        QCOMPARE(said.count(), 1);
    }

    void writesTheReport() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("report.html"));
        CommandCard card(QStringLiteral("test"));
        auto* button = card.findChild<QPushButton*>(QStringLiteral("testReport"));
        QVERIFY(!button->isEnabled());
        card.writeReport(file);
        QVERIFY(!QFile::exists(file));
        card.setCommand(QStringLiteral("zr stats s"), [](const std::string& command) {
            HtmlReport report;
            report.title = "A title";
            report.command = command;
            return report;
        });
        QVERIFY(button->isEnabled());
        QSignalSpy said(&card, &CommandCard::message);
        card.writeReport(file);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray page = written.readAll();
        QVERIFY(page.startsWith("<!DOCTYPE html>") && page.contains("<h1>A title</h1>") && page.contains("<code>zr stats s</code>"));
        card.writeReport(folder.filePath(QStringLiteral("none/report.html")));
        QVERIFY(said.last()[0].toString().contains(QStringLiteral("cannot be written")));
    }
};

QTEST_MAIN(TestCommandCard)
#include "tst_command_card.moc"
