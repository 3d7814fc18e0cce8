#include <QTest>

#include <QTemporaryDir>

#include <zlib.h>

#include "exchange/zip_reader.h"
#include "exchange_testing.h"

namespace zrecord {

using namespace testing;

namespace {

QByteArray little(std::uint64_t value, int bytes)
{
    QByteArray data;
    for (int i = 0; i < bytes; ++i)
        data += static_cast<char>((value >> (8 * i)) & 0xFF);
    return data;
}

/// An archive put together by hand, so that any field can be wrong.
struct Entry {
    QByteArray name = "a.npy";
    QByteArray data = "hello";
    int flags = 0;
    int method = 0;
    int localFlags = -1;        ///< -1: as flags
    QByteArray localName = {};  ///< empty: as name
    std::uint64_t plainBytes = UINT64_MAX;
    std::uint64_t offset = UINT64_MAX;
};

QByteArray archive(const std::vector<Entry>& entries, int claimedCount = -1)
{
    QByteArray body;
    QByteArray directory;
    for (const Entry& e : entries) {
        const auto crc = crc32(0, reinterpret_cast<const Bytef*>(e.data.constData()), static_cast<uInt>(e.data.size()));
        const auto plain = e.plainBytes == UINT64_MAX ? static_cast<std::uint64_t>(e.data.size()) : e.plainBytes;
        const QByteArray localName = e.localName.isEmpty() ? e.name : e.localName;
        const auto at = static_cast<std::uint64_t>(body.size());
        const QByteArray sizes = little(crc, 4) + little(static_cast<std::uint64_t>(e.data.size()), 4) + little(plain, 4);
        body += little(0x04034b50, 4) + little(20, 2) + little(static_cast<std::uint64_t>(e.localFlags < 0 ? e.flags : e.localFlags), 2) +
                little(static_cast<std::uint64_t>(e.method), 2) + little(0, 4) + sizes +
                little(static_cast<std::uint64_t>(localName.size()), 2) + little(0, 2) + localName + e.data;
        directory += little(0x02014b50, 4) + little(20, 2) + little(20, 2) + little(static_cast<std::uint64_t>(e.flags), 2) +
                     little(static_cast<std::uint64_t>(e.method), 2) + little(0, 4) + sizes +
                     little(static_cast<std::uint64_t>(e.name.size()), 2) + little(0, 12) +
                     little(e.offset == UINT64_MAX ? at : e.offset, 4) + e.name;
    }
    const auto count = claimedCount < 0 ? entries.size() : static_cast<std::size_t>(claimedCount);
    return body + directory + little(0x06054b50, 4) + little(0, 4) + little(count, 2) + little(count, 2) +
           little(static_cast<std::uint64_t>(directory.size()), 4) + little(static_cast<std::uint64_t>(body.size()), 4) + little(0, 2);
}

}  // namespace

class TestZipReader : public QObject {
    Q_OBJECT
private slots:
    void readsStoredMembers();
    void refuses_data();
    void refuses();
    void limits();
    void checksumsAndSizes();
    void namesAreLabels();

private:
    Result<ZipReader> open(const QByteArray& data, const ImportLimits& limits = {});
    QTemporaryDir m_folder;
};

Result<ZipReader> TestZipReader::open(const QByteArray& data, const ImportLimits& limits)
{
    const QString path = m_folder.filePath(QStringLiteral("a.zip"));
    if (!writeFile(path, data))
        return Status(ErrorCode::IoError, "the file of the test cannot be written");
    ZR_ASSIGN_OR_RETURN(auto file, InputFile::open(path.toStdString()));
    return ZipReader::open(std::move(file), limits);
}

void TestZipReader::readsStoredMembers()
{
    Entry second;
    second.name = "b.npy";
    second.data = "world!";
    const auto zip = open(archive({{}, second}));
    QVERIFY2(zip.ok(), zip.status().message().c_str());
    QCOMPARE(zip->entries().size(), std::size_t{2});
    const auto stream = zip->openEntry(zip->entries()[1]);
    Bytes bytes(10);
    QCOMPARE(*stream->read(bytes), std::size_t{6});
    QCOMPARE(arrayOf(std::span(bytes).first(6)), QByteArray("world!"));
    QVERIFY(stream->name().ends_with("a.zip:b.npy"));
    QVERIFY(open(archive({}))->entries().empty());
}

void TestZipReader::refuses_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* name, const QByteArray& data, const char* sentence) { QTest::newRow(name) << data << QByteArray(sentence); };
    const auto with = [](auto change) {
        Entry entry;
        change(entry);
        return archive({entry});
    };
    row("empty", "", "too short for a zip archive");
    row("no end", QByteArray(100, 'x'), "the end of the zip archive is missing");
    row("encrypted", with([](Entry& e) { e.flags = 1; }), "it is encrypted");
    row("strongly encrypted", with([](Entry& e) { e.flags = 0x40; }), "it is encrypted");
    row("encrypted inside", with([](Entry& e) { e.localFlags = 1; }), "its header contradicts the directory");
    row("method", with([](Entry& e) { e.method = 12; }), "packed by method 12");
    row("other name", with([](Entry& e) { e.localName = "b.npy"; }), "its header has another name");
    row("longer name", with([](Entry& e) { e.localName = "longer.npy"; }), "its header contradicts the directory");
    row("stored sizes", with([](Entry& e) { e.plainBytes = 6; }), "its sizes contradict each other");
    row("offset", with([](Entry& e) { e.offset = 1'000'000; }), "it lies outside the file");
    row("offset in data", with([](Entry& e) { e.offset = 1; }), "its header contradicts the directory");
    row("twice", archive({{}, {}}), "two members have the name 'a.npy'");
    Entry again;
    again.name = "b.npy";
    again.offset = 0;
    again.localName = "b.npy";
    row("count too high", archive({{}}, 2), "impossible size");
    row("count too low", archive({{}, again}, 1), "bytes follow the directory");
    row("junk behind", archive({{}}) + "x", "the end of the zip archive is missing");
    row("junk in front", "x" + archive({{}}), "does not lie in front of its end record");
    QByteArray shared = archive({{}, [] { Entry e; e.name = "b.npy"; e.data = "other"; return e; }()});
    const qsizetype secondName = shared.indexOf("b.npy");
    const qsizetype secondOffset = shared.lastIndexOf("b.npy") - 4;
    shared.replace(secondName, 5, "a.npy");
    shared.replace(shared.lastIndexOf("b.npy"), 5, "a.npy");
    shared.replace(secondOffset, 4, QByteArray(4, '\0'));
    row("same data twice", shared, "two members have the name");
    // Two directory entries of different names whose data lies inside one another.
    Entry inner;
    inner.name = "i.npy";
    const QByteArray innerLocal = archive({inner}).left(30 + 5 + 5);
    Entry outer;
    outer.name = "o.npy";
    outer.data = innerLocal;
    Entry innerAgain = inner;
    innerAgain.offset = 35;
    row("overlap", archive({outer, innerAgain}), "overlap");
}

void TestZipReader::refuses()
{
    QFETCH(QByteArray, data);
    QFETCH(QByteArray, sentence);
    const auto zip = open(data);
    QVERIFY(zip.code() == ErrorCode::BadFormat);
    QVERIFY2(mentions(zip.status(), sentence.toStdString()), zip.status().message().c_str());
}

void TestZipReader::limits()
{
    ImportLimits limits;
    limits.members = 2;
    std::vector<Entry> three(3);
    three[1].name = "b";
    three[2].name = "c";
    QVERIFY(mentions(open(archive(three), limits).status(), "has 3 members, the limit is 2"));
    QVERIFY(open(archive(three), limits).status().remedy().starts_with("Unpack the archive first"));
    limits = {};
    limits.memberBytes = 4;
    QVERIFY(mentions(open(archive({{}}), limits).status(), "it has 5 bytes, the limit is 4"));
    Entry bomb;
    bomb.method = 8;
    bomb.plainBytes = UINT64_C(1) << 30;
    QVERIFY(mentions(open(archive({bomb})).status(), "more than 200 times its size"));
    // What can be done about it is said, and not the general advice.
    QCOMPARE(open(archive({bomb})).status().remedy(), std::string_view("Unpack the archive first if you trust it, and read the .npy files that come out."));
    limits = {};
    limits.ratio = 1'000'000'000;
    QVERIFY(open(archive({bomb}), limits).ok());
}

void TestZipReader::checksumsAndSizes()
{
    QByteArray data = archive({{}});
    data.replace("hello", "hellO");
    const auto zip = open(data);
    QVERIFY(zip.ok());
    Bytes bytes(5);
    QVERIFY(mentions(zip->openEntry(zip->entries()[0])->read(bytes).status(), "the checksum (CRC-32) of the member is wrong"));
}

void TestZipReader::namesAreLabels()
{
    Entry entry;
    entry.name = "../../etc/passwd.npy";
    const auto zip = open(archive({entry}));
    QVERIFY(zip.ok());
    QCOMPARE(zip->entries()[0].name, std::string("../../etc/passwd.npy"));
    entry.name = "\xE4.npy";
    QCOMPARE(open(archive({entry}))->entries()[0].name, std::string("\xC3\xA4.npy"));
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestZipReader)
#include "tst_zip_reader.moc"
