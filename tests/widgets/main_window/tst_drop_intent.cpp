#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "widgets/main_window/drop_intent.h"

using zrecord::widgets::DropIntent;
using zrecord::widgets::inspectDrop;

class TestDropIntent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        for (const auto* name : {"set/image", "set/label", "nothing"})
            QVERIFY(QDir(m_folder.path()).mkpath(QLatin1String(name)));
        for (const auto* name : {"set/image/meta.zr", "set/label/meta.zr", "array.npy", "train-images-idx3-ubyte.gz", "photo.xyz"}) {
            QFile file(m_folder.filePath(QLatin1String(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
    }

    void saysWhatLettingGoWillDo_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, DropIntent::Kind kind, const char* words) {
            QTest::addRow("%s", name) << QString::fromLatin1(name) << static_cast<int>(kind) << QString::fromLatin1(words);
        };
        row("set/image", DropIntent::Kind::OpenStore, "read-only");
        row("set/image/meta.zr", DropIntent::Kind::OpenStore, "read-only");
        row("set", DropIntent::Kind::OpenSet, "2 stream");
        row("array.npy", DropIntent::Kind::Import, "Import");
        row("train-images-idx3-ubyte.gz", DropIntent::Kind::Import, "Import");
        row("photo.xyz", DropIntent::Kind::Refuse, "Cannot open");
        row("nothing", DropIntent::Kind::Refuse, "Cannot open");
        row("missing", DropIntent::Kind::Refuse, "Cannot open");
    }
    void saysWhatLettingGoWillDo() {
        QFETCH(QString, name);
        QFETCH(int, kind);
        QFETCH(QString, words);
        const DropIntent intent = inspectDrop({QUrl::fromLocalFile(m_folder.filePath(name))});
        QCOMPARE(static_cast<int>(intent.kind), kind);
        QVERIFY2(intent.title.contains(words), qPrintable(intent.title));
        QVERIFY(!intent.text.isEmpty());
    }

    void theRefusalNamesTheReason() {
        QVERIFY(inspectDrop({QUrl::fromLocalFile(m_folder.filePath(QStringLiteral("photo.xyz")))}).text.contains(QLatin1String(".xyz")));
        QVERIFY(inspectDrop({QUrl(QStringLiteral("https://example.org/x"))}).text.contains(QLatin1String("this machine")));
    }

    void moreThanOneThingIsRefused() {
        const QUrl one = QUrl::fromLocalFile(m_folder.filePath(QStringLiteral("set")));
        QCOMPARE(static_cast<int>(inspectDrop({one, one}).kind), static_cast<int>(DropIntent::Kind::Refuse));
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestDropIntent)
#include "tst_drop_intent.moc"
