#include <QTest>

#include <QTemporaryDir>

#include "exchange_testing.h"

namespace zrecord {

using namespace testing;

class TestTextSource : public QObject {
    Q_OBJECT
private slots:
    void linesBecomeRecords_data();
    void linesBecomeRecords();
    void emptyLines();
    void onlyUtf8();
    void longLinesAndSmallBatches();

private:
    std::unique_ptr<ImportSource> open(const QByteArray& text, bool skipEmptyLines = false);
    QTemporaryDir m_folder;
};

std::unique_ptr<ImportSource> TestTextSource::open(const QByteArray& text, bool skipEmptyLines)
{
    const QString path = m_folder.filePath(QStringLiteral("lines.txt"));
    if (!writeFile(path, text))
        return nullptr;
    ImportOptions options;
    options.skipEmptyLines = skipEmptyLines;
    return *openImportSource(path.toStdString(), options);
}

void TestTextSource::linesBecomeRecords_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArrayList>("lines");
    QTest::newRow("nothing") << QByteArray("") << QByteArrayList{};
    QTest::newRow("ended") << QByteArray("one\ntwo\n") << QByteArrayList{"one", "two"};
    QTest::newRow("not ended") << QByteArray("one\ntwo") << QByteArrayList{"one", "two"};
    QTest::newRow("windows") << QByteArray("one\r\ntwo\r\n") << QByteArrayList{"one", "two"};
    QTest::newRow("cr stays inside") << QByteArray("a\rb\nc\r") << QByteArrayList{"a\rb", "c\r"};
    QTest::newRow("mark") << QByteArray("\xEF\xBB\xBFone\ntwo") << QByteArrayList{"one", "two"};
    QTest::newRow("unicode") << QByteArray("größe\n数\n") << QByteArrayList{"größe", "数"};
    QTest::newRow("nul") << QByteArray("a\0b\n", 4) << QByteArrayList{QByteArray("a\0b", 3)};
}

void TestTextSource::linesBecomeRecords()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArrayList, lines);
    for (const std::uint64_t maxBytes : {1U, 40U, 1U << 20}) {
        const auto source = open(text);
        QVERIFY(source->description().kind == StoreKind::Ragged);
        QVERIFY(source->description().dtype == DType());
        QVERIFY(!source->description().records);
        const Collected all = collect(*source, maxBytes);
        QVERIFY2(all.status.ok(), all.status.message().c_str());
        QCOMPARE(all.records.size(), static_cast<std::size_t>(lines.size()));
        for (qsizetype i = 0; i < lines.size(); ++i) {
            QCOMPARE(arrayOf(all.records[static_cast<std::size_t>(i)]), lines[i]);
            QVERIFY((all.shapes[static_cast<std::size_t>(i)] == Shape{static_cast<std::uint64_t>(lines[i].size())}));
        }
    }
}

void TestTextSource::emptyLines()
{
    const Collected strict = collect(*open("one\n\r\ntwo\n"), 1000);
    QVERIFY(strict.status.code() == ErrorCode::RecordTooLarge);
    QVERIFY(mentions(strict.status, "line 2 is empty"));
    QVERIFY(mentions(strict.status, "offset 4"));
    const Collected lenient = collect(*open("\none\n\r\n\ntwo\n\n", true), 1000);
    QVERIFY(lenient.status.ok());
    QCOMPARE(lenient.records.size(), std::size_t{2});
}

void TestTextSource::onlyUtf8()
{
    const Collected all = collect(*open("good\nb\xFF" "d\n"), 1000);
    QVERIFY(all.status.code() == ErrorCode::BadFormat);
    QVERIFY(mentions(all.status, "line 2 is not UTF-8 text"));
    QCOMPARE(*all.status.offset(), UINT64_C(6));
}

void TestTextSource::longLinesAndSmallBatches()
{
    QByteArray text;
    QByteArrayList lines;
    for (int i = 0; i < 300; ++i) {
        lines << QByteArray(i * i % 7000 + 1, static_cast<char>('a' + i % 26));
        text += lines.last() + '\n';
    }
    QVERIFY(text.size() > (1 << 18));  // more than one buffer
    const Collected all = collect(*open(text), 10'000);
    QVERIFY(all.status.ok());
    QVERIFY(all.largestBatch <= 10'000);
    QCOMPARE(all.records.size(), std::size_t{300});
    for (std::size_t i = 0; i < 300; ++i)
        QCOMPARE(arrayOf(all.records[i]), lines[static_cast<qsizetype>(i)]);
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestTextSource)
#include "tst_text_source.moc"
