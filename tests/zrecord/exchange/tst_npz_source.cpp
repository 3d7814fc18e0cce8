#include <QTest>

#include <QTemporaryDir>

#include "base/little_endian.h"
#include "exchange/zip_writer.h"
#include "exchange_testing.h"
#include "zrecord/npy_file.h"

namespace zrecord {

using namespace testing;

namespace {

const QString kData = QStringLiteral(ZR_TEST_DATA "/npy/");

struct Array {
    const char* name;
    const char* dtype;
    Shape shape;
    Bytes data;
};

Bytes numbers(std::initializer_list<std::uint64_t> values)
{
    Bytes bytes(values.size() * 8);
    std::size_t at = 0;
    for (const std::uint64_t value : values)
        storeLittleEndian<std::uint64_t>(bytes.data() + 8 * at++, value);
    return bytes;
}

Array offsets(const char* name, std::initializer_list<std::uint64_t> values)
{
    return {name, "<u8", {values.size()}, numbers(values)};
}

Status writeArrays(const QString& path, const std::vector<Array>& arrays)
{
    ZR_ASSIGN_OR_RETURN(OutputFile file, OutputFile::create(path.toStdString(), true));
    ZipWriter zip(file, false);
    for (const Array& array : arrays) {
        ZR_RETURN_IF_ERROR(zip.begin(array.name));
        ZR_RETURN_IF_ERROR(zip.write(*makeNpyHeader(*DType::parse(array.dtype), array.shape)));
        ZR_RETURN_IF_ERROR(zip.write(array.data));
        ZR_RETURN_IF_ERROR(zip.end());
    }
    ZR_RETURN_IF_ERROR(zip.finish());
    return file.commit();
}

Bytes bytes(const char* text)
{
    return bytesOf(text);
}

}  // namespace

class TestNpzSource : public QObject {
    Q_OBJECT
private slots:
    void membersAreListed();
    void severalArraysNeedAName();
    void membersAsRecords();
    void raggedArrays();
    void raggedFaults_data();
    void raggedFaults();

private:
    Collected import(const std::vector<Array>& arrays, const ImportOptions& options = {}, std::uint64_t maxBytes = 1 << 20);
    QTemporaryDir m_folder;
};

Collected TestNpzSource::import(const std::vector<Array>& arrays, const ImportOptions& options, std::uint64_t maxBytes)
{
    const QString path = m_folder.filePath(QStringLiteral("a.npz"));
    Collected failed;
    failed.status = writeArrays(path, arrays);
    if (!failed.status.ok())
        return failed;
    auto source = openImportSource(path.toStdString(), options);
    if (!source) {
        failed.status = std::move(source).status();
        return failed;
    }
    return collect(**source, maxBytes);
}

void TestNpzSource::membersAreListed()
{
    const auto members = listNpzMembers((kData + QStringLiteral("several-packed.npz")).toStdString());
    QVERIFY2(members.ok(), members.status().message().c_str());
    QCOMPARE(members->size(), std::size_t{3});
    QCOMPARE((*members)[0].name, std::string("image"));
    QVERIFY((*members)[0].header.shape == (Shape{3, 4, 4}));
    QCOMPARE((*members)[1].header.dtype.str(), std::string("<i8"));
    QVERIFY((*members)[2].header.fortranOrder);
    QVERIFY(listNpzMembers((kData + QStringLiteral("rank1.npy")).toStdString()).code() == ErrorCode::BadFormat);
}

void TestNpzSource::severalArraysNeedAName()
{
    const std::string path = (kData + QStringLiteral("several.npz")).toStdString();
    const auto source = openImportSource(path);
    QVERIFY(source.code() == ErrorCode::InvalidArgument);
    QVERIFY(mentions(source.status(), "the archive holds 3 arrays: image, label, fortran"));
    ImportOptions options;
    options.member = "none";
    QVERIFY(openImportSource(path, options).code() == ErrorCode::NotFound);
    options.member = "label.npy";
    QVERIFY(openImportSource(path, options).ok());
    QVERIFY(mentions(import({}).status, "the archive holds no array"));
    QVERIFY(mentions(import({{"readme.txt", "u1", {1}, bytes("x")}}).status, "the archive holds no array"));
}

void TestNpzSource::membersAsRecords()
{
    ImportOptions options;
    options.membersAreRecords = true;
    const std::vector<Array> arrays{{"a.npy", "<u2", {2, 1}, bytes("abcd")}, {"b.npy", "<u2", {}, bytes("ef")}, {"c.npy", "<u2", {3}, bytes("ghijkl")}};
    for (const std::uint64_t maxBytes : {1U, 30U, 1000U}) {
        const Collected all = import(arrays, options, maxBytes);
        QVERIFY2(all.status.ok(), all.status.message().c_str());
        QCOMPARE(all.records.size(), std::size_t{3});
        QCOMPARE(arrayOf(all.records[0]), QByteArray("abcd"));
        QCOMPARE(arrayOf(all.records[2]), QByteArray("ghijkl"));
        QVERIFY((all.shapes == std::vector<Shape>{{2, 1}, {}, {3}}));
    }
    auto mixed = arrays;
    mixed[1].dtype = "<i2";
    const Collected all = import(mixed, options);
    QVERIFY(all.status.code() == ErrorCode::WrongKind);
    QVERIFY(mentions(all.status, "the array is of int16, the first one of uint16"));
    mixed = arrays;
    mixed[2] = {"c.npy", "<u2", {0}, {}};
    QVERIFY(import(mixed, options).status.code() == ErrorCode::RecordTooLarge);
    mixed[2] = {"c.npy", "<u2", {4}, bytes("short")};
    QVERIFY(import(mixed, options).status.code() == ErrorCode::BadFormat);
}

void TestNpzSource::raggedArrays()
{
    const std::vector<Array> arrays{{"values.npy", "<u2", {6}, bytes("aabbccddeeff")}, offsets("offsets.npy", {0, 1, 5, 6}),
                                    offsets("shapes.npy", {2, 2, 1}), offsets("shape_offsets.npy", {0, 0, 2, 3})};
    for (const std::uint64_t maxBytes : {1U, 60U, 1000U}) {
        const Collected all = import(arrays, {}, maxBytes);
        QVERIFY2(all.status.ok(), all.status.message().c_str());
        QVERIFY((all.shapes == std::vector<Shape>{{}, {2, 2}, {1}}));
        QCOMPARE(arrayOf(all.records[1]), QByteArray("bbccddee"));
    }
    const Collected none = import({{"values.npy", "<u2", {0}, {}}, offsets("offsets.npy", {0}), offsets("shapes.npy", {}), offsets("shape_offsets.npy", {0})});
    QVERIFY2(none.status.ok(), none.status.message().c_str());
    QCOMPARE(none.count, UINT64_C(0));
}

void TestNpzSource::raggedFaults_data()
{
    QTest::addColumn<QByteArray>("offsetList");
    QTest::addColumn<QByteArray>("shapeList");
    QTest::addColumn<QByteArray>("shapeOffsetList");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* name, const char* o, const char* s, const char* so, const char* sentence) {
        QTest::newRow(name) << QByteArray(o) << QByteArray(s) << QByteArray(so) << QByteArray(sentence);
    };
    row("first offset", "1 3 6", "3 3", "0 1 2", "the first entry is not 0");
    row("falling", "0 4 3", "4 1", "0 1 2", "lies outside 'values'");
    row("past the values", "0 3 7", "3 4", "0 1 2", "lies outside 'values'");
    row("values left over", "0 3 5", "3 2", "0 1 2", "hold more than 'offsets' speaks of");
    row("shapes left over", "0 3 6", "3 3 9", "0 1 2", "hold more than 'offsets' speaks of");
    row("past the shapes", "0 3 6", "3 3", "0 1 3", "lies outside 'shapes'");
    row("other product", "0 3 6", "3 2", "0 1 2", "which its shape (2,) does not");
    row("overflowing product", "0 3 6", "3 9223372036854775807 9223372036854775807", "0 1 3", "which its shape");
    row("empty record", "0 0 6", "0 6", "0 1 2", "has zero bytes");
    row("lengths", "0 3 6", "3 3", "0 1", "one more entry than there are records");
    row("nothing", "", "", "", "one more entry than there are records");
}

void TestNpzSource::raggedFaults()
{
    QFETCH(QByteArray, offsetList);
    QFETCH(QByteArray, shapeList);
    QFETCH(QByteArray, shapeOffsetList);
    QFETCH(QByteArray, sentence);
    const auto array = [](const char* name, const QByteArray& list) {
        Array result{name, "<u8", {0}, {}};
        for (const QByteArray& item : list.split(' ')) {
            if (item.isEmpty())
                continue;
            const Bytes one = numbers({item.toULongLong()});
            result.data.insert(result.data.end(), one.begin(), one.end());
            ++result.shape[0];
        }
        return result;
    };
    const Collected all = import({{"values.npy", "u1", {6}, bytes("abcdef")}, array("offsets.npy", offsetList), array("shapes.npy", shapeList),
                                  array("shape_offsets.npy", shapeOffsetList)});
    QVERIFY(!all.status.ok());
    QVERIFY2(mentions(all.status, sentence.toStdString()), all.status.message().c_str());
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestNpzSource)
#include "tst_npz_source.moc"
