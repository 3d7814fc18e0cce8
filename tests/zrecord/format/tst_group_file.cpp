#include <QTest>

#include "format/group_file.h"
#include "support/status_checks.h"
#include "support/temporary_store.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

GroupFile sample(std::vector<std::string> names)
{
    GroupFile group;
    group.id[0] = std::byte{0xa0};
    group.id[9] = std::byte{0xa9};
    for (std::size_t i = 0; i < names.size(); ++i) {
        GroupMember member{std::move(names[i]), {}};
        member.after.length = 100 + i;
        group.members.push_back(std::move(member));
    }
    return group;
}

}  // namespace

/// The file that decides a change of several stores, byte by byte; above all, no name in it leads out of their folder.
class TestGroupFile : public QObject {
    Q_OBJECT

private slots:
    void comesBackAsItWas();
    void bytesAreTheFormat();
    void everyTruncationAndBitFlipIsRefused();
    void namesThatAreNone_data();
    void namesThatAreNone();
};

void TestGroupFile::comesBackAsItWas()
{
    const GroupFile group = sample({"image", "label", std::string(255, 'x')});
    const auto read = decodeGroupFile(encodeGroupFile(group));
    ZR_VERIFY_OK(read);
    QVERIFY(*read == group);
}

void TestGroupFile::bytesAreTheFormat()
{
    const auto bytes = encodeGroupFile(sample({"a", "bc"}));
    QCOMPARE(bytes.size(), std::size_t{32 + (2 + 1 + 32) + (2 + 2 + 32) + 8});
    const auto part = [&](std::size_t at, std::size_t count) {
        const auto piece = std::span(bytes).subspan(at, count);
        return Bytes(piece.begin(), piece.end());
    };
    QCOMPARE(part(0, 9), bytesOf({'Z', 'R', 'X', 'G', '0', '0', '0', '1', 0xa0}));
    QCOMPARE(part(17, 15), bytesOf({0xa9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
    QCOMPARE(part(32, 7), bytesOf({1, 0, 'a', 'Z', 'R', 'E', 'C'}));
    QCOMPARE(part(35 + 14, 1), bytesOf({100}));
    QCOMPARE(part(67, 8), bytesOf({2, 0, 'b', 'c', 'Z', 'R', 'E', 'C'}));
}

void TestGroupFile::everyTruncationAndBitFlipIsRefused()
{
    auto bytes = encodeGroupFile(sample({"a", "bc"}));
    for (std::size_t size = 0; size < bytes.size(); ++size)
        ZR_COMPARE_CODE(decodeGroupFile(std::span(bytes).first(size)), ErrorCode::BadFormat);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
        ZR_COMPARE_CODE(decodeGroupFile(bytes), ErrorCode::BadFormat);
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    }
}

void TestGroupFile::namesThatAreNone_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::newRow("one store is no group") << QStringList{"a"};
    QTest::newRow("up") << QStringList{"..", "a"};
    QTest::newRow("here") << QStringList{".", "a"};
    QTest::newRow("a path") << QStringList{"a", "b/c"};
    QTest::newRow("absolute") << QStringList{"/etc", "a"};
    QTest::newRow("empty") << QStringList{"", "a"};
    QTest::newRow("twice") << QStringList{"a", "a"};
    QTest::newRow("not in order") << QStringList{"b", "a"};
    QTest::newRow("too long") << QStringList{"a", QString(256, 'x')};
}

void TestGroupFile::namesThatAreNone()
{
    QFETCH(QStringList, names);
    std::vector<std::string> all;
    for (const QString& name : names)
        all.push_back(name.toStdString());
    ZR_COMPARE_CODE(decodeGroupFile(encodeGroupFile(sample(all))), ErrorCode::BadFormat);
}

QTEST_APPLESS_MAIN(TestGroupFile)
#include "tst_group_file.moc"
