#include <QTest>

#include "record_samples.h"
#include "widgets/viewers/text_viewer.h"

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

    void namesTheFirstBadByte() {
        TextViewer viewer;
        const std::string text = "Z\xfcrich";
        viewer.showRecord(makeBytes("|u1", {text.size()}, text), 0, 0);
        QVERIFY2(viewer.note().contains(QStringLiteral("Byte 1")), qPrintable(viewer.note()));
        QVERIFY(viewer.text().contains(QChar(0xfffd)));
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
