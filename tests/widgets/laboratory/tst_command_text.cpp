#include <QTest>

#include "widgets/laboratory/command_text.h"

using zrecord::widgets::shellWord;

/// Words that a shell takes as they are, and words that it would not.
class TestCommandText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plainAndQuoted() {
        QCOMPARE(shellWord(QStringLiteral("/data/a-b_c.1")), QStringLiteral("/data/a-b_c.1"));
        QCOMPARE(shellWord(QStringLiteral("größe")), QStringLiteral("größe"));
        QCOMPARE(shellWord(QStringLiteral("my set")), QStringLiteral("'my set'"));
        QCOMPARE(shellWord(QStringLiteral("it's; rm")), QStringLiteral("'it'\\''s; rm'"));
        QCOMPARE(shellWord(QStringLiteral("$HOME")), QStringLiteral("'$HOME'"));
        QCOMPARE(shellWord(QString()), QStringLiteral("''"));
    }
};

QTEST_APPLESS_MAIN(TestCommandText)
#include "tst_command_text.moc"
