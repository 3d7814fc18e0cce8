#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "zrecord/export_target.h"
#include "zrecord/npy_file.h"

namespace zrecord {

namespace {

// Ten records; 2, 5 and 8 go, then 9 stands at 2 and 7 at 5.
const std::vector<std::uint64_t> kRemoved{5, 2, 8, 5};
const std::vector<RecordMove> kMoves{{9, 2}, {7, 5}};

QByteArray contents(const QString& file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

}  // namespace

class TestIndexTable : public QObject {
    Q_OBJECT
private slots:
    void text();
    void array();
    void nothingMoves();
    void whatIsThereStays();
};

void TestIndexTable::text()
{
    QTemporaryDir folder;
    const QString file = folder.filePath("moves.csv");
    QVERIFY(exportIndexTable(kRemoved, kMoves, file.toStdString()).ok());
    QCOMPARE(contents(file), QByteArray("old,new\n2,\n5,\n7,5\n8,\n9,2\n"));
}

void TestIndexTable::array()
{
    QTemporaryDir folder;
    const QString file = folder.filePath("moves.npy");
    QVERIFY(exportIndexTable(kRemoved, kMoves, file.toStdString()).ok());
    const QByteArray bytes = contents(file);
    const Result<NpyHeader> header = parseNpyHeader(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    QVERIFY(header.ok());
    QCOMPARE(header->dtype.descr(), std::string("<i8"));
    QVERIFY(header->shape == (Shape{5, 2}));
    std::vector<std::int64_t> numbers(10);
    QCOMPARE(static_cast<std::size_t>(bytes.size()), header->headerBytes + numbers.size() * sizeof(std::int64_t));
    std::memcpy(numbers.data(), bytes.constData() + header->headerBytes, numbers.size() * sizeof(std::int64_t));
    QVERIFY(numbers == (std::vector<std::int64_t>{2, -1, 5, -1, 7, 5, 8, -1, 9, 2}));
}

void TestIndexTable::nothingMoves()
{
    QTemporaryDir folder;
    const QString file = folder.filePath("moves.csv");
    QVERIFY(exportIndexTable({}, {}, file.toStdString()).ok());
    QCOMPARE(contents(file), QByteArray("old,new\n"));
}

void TestIndexTable::whatIsThereStays()
{
    QTemporaryDir folder;
    const QString file = folder.filePath("moves.csv");
    QVERIFY(exportIndexTable({}, {}, file.toStdString()).ok());
    QCOMPARE(exportIndexTable(kRemoved, kMoves, file.toStdString()).code(), ErrorCode::AlreadyExists);
    QCOMPARE(contents(file), QByteArray("old,new\n"));
    QVERIFY(exportIndexTable(kRemoved, kMoves, file.toStdString(), true).ok());
    QVERIFY(contents(file).endsWith("9,2\n"));
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestIndexTable)
#include "tst_index_table.moc"
