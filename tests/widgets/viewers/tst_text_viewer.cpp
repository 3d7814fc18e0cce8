#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "record_samples.h"
#include "widgets/viewers/text_viewer.h"
#include "widgets/viewers/vocabulary_file.h"

using namespace zrecord::widgets;
using test::makeBytes;

namespace {

std::span<const std::byte> bytesOf(const std::string& text) {
    return std::as_bytes(std::span(text));
}

}  // namespace

class TestTextViewer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAsText_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("text");
        QTest::newRow("verse") << QByteArray("In the beginning God created the heaven and the earth.") << true;
        QTest::newRow("umlauts") << QByteArray("Z\xc3\xbcrich \xe2\x80\x94 \xf0\x9f\x98\x80") << true;
        QTest::newRow("lines and tabs") << QByteArray("a\tb\r\nc") << true;
        QTest::newRow("nothing") << QByteArray() << false;
        QTest::newRow("zero byte") << QByteArray("a\0b", 3) << false;
        QTest::newRow("picture file") << QByteArray("\x89PNG\r\n\x1a\n") << false;
        QTest::newRow("latin-1") << QByteArray("Z\xfcrich") << false;
        QTest::newRow("cut off character") << QByteArray("Z\xc3") << false;
        QTest::newRow("overlong slash") << QByteArray("\xc0\xaf") << false;
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << false;
        QTest::newRow("beyond unicode") << QByteArray("\xf4\x90\x80\x80") << false;
    }
    void readsAsText() {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, text);
        QCOMPARE(TextViewer::readsAsText(bytesOf(bytes.toStdString())), text);
    }

    void showsTheVerse() {
        TextViewer viewer;
        const std::string verse = "Jesus wept. \xe2\x80\x94 John 11:35";
        viewer.showRecord(makeBytes("|u1", {verse.size()}, verse), 0, 0);
        QCOMPARE(viewer.text(), QString::fromUtf8(verse.c_str()));
        QCOMPARE(viewer.note(), QString());
        viewer.clear();
        QCOMPARE(viewer.text(), QString());
    }

    void marksWhatIsNotUtf8() {
        TextViewer viewer;
        const std::string text = "Z\xfcrich \xe2\x80\x94 \xc3";
        viewer.showRecord(makeBytes("|u1", {text.size()}, text), 0, 0);
        QCOMPARE(viewer.text(), QStringLiteral("Z\\xfcrich — \\xc3"));
        QCOMPARE(viewer.markCount(), 2);
        QVERIFY2(viewer.note().contains(QStringLiteral("2 of these bytes")) && viewer.note().contains(QStringLiteral("byte 1;")), qPrintable(viewer.note()));
        const std::string good = "fine";
        viewer.showRecord(makeBytes("|u1", {good.size()}, good), 0, 1);
        QCOMPARE(viewer.markCount(), 0);
        QCOMPARE(viewer.note(), QString());
    }

    void tokensHaveNames() {
        TextViewer viewer;
        const auto record = test::makeRecord<std::int32_t>("<i4", {5}, {2, 0, 1, 7, -1});
        QVERIFY(TextViewer::holdsTokens(record.dtype(), 1));
        QVERIFY(!TextViewer::holdsTokens(record.dtype(), 2) && !TextViewer::holdsTokens(zrecord::DType(), 1));
        viewer.showRecord(record, 0, 0);
        QCOMPARE(viewer.text(), QStringLiteral("2 0 1 7 -1"));
        viewer.setVocabulary({QStringLiteral("the"), QStringLiteral("end"), QStringLiteral("In")});
        QCOMPARE(viewer.text(), QStringLiteral("In·the·end·<7>·<-1>"));
        viewer.setCurrentElement(2);
        QCOMPARE(viewer.currentElement(), std::optional<std::uint64_t>(2));
        QCOMPARE(viewer.currentText(), QStringLiteral("end"));
        viewer.showRecord(test::makeRecord<std::uint64_t>("<u8", {1}, {UINT64_MAX}), 0, 1);
        QCOMPARE(viewer.text(), QStringLiteral("<18446744073709551615>"));
    }

    void vocabulariesOfTokenizers() {
        QTemporaryDir folder;
        const auto read = [&](const char* name, const QByteArray& bytes) {
            QFile file(folder.filePath(QLatin1String(name)));
            [&] { QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size()); }();
            file.close();
            return readVocabulary(file.fileName());
        };
        const QStringList expected{QStringLiteral("the"), QStringLiteral("end")};
        QCOMPARE(read("lines.txt", "the\nend\n").tokens, expected);
        QCOMPARE(read("vocab.json", R"({"end": 1, "the": 0})").tokens, expected);
        QCOMPARE(read("list.json", R"(["the", "end"])").tokens, expected);
        QCOMPARE(read("tokenizer.json", R"({"version": "1.0", "model": {"type": "BPE", "vocab": {"the": 0, "end": 1}}})").tokens, expected);
        QVERIFY(!read("config.json", R"({"hidden_size": "large"})").error.isEmpty());
        QVERIFY(!read("empty.txt", "").error.isEmpty());
        QVERIFY(!readVocabulary(folder.filePath(QStringLiteral("nowhere.txt"))).error.isEmpty());
    }

    void longTextsSayHowMuchIsShown() {
        TextViewer viewer;
        std::string text;
        while (text.size() < TextViewer::kShownBytes + 100) {
            text += "a\xc3\xbc";  // 3 bytes: the limit falls inside a character
        }
        viewer.showRecord(makeBytes("|u1", {text.size()}, text), 0, 0);
        QVERIFY(!viewer.note().isEmpty());
        QVERIFY(!viewer.text().contains(QChar(0xfffd)));
        QVERIFY(static_cast<std::size_t>(viewer.text().toUtf8().size()) <= TextViewer::kShownBytes);
        QVERIFY(static_cast<std::size_t>(viewer.text().toUtf8().size()) + 4 > TextViewer::kShownBytes);
    }
};

QTEST_MAIN(TestTextViewer)
#include "tst_text_viewer.moc"
