#include <QTest>

#include <sys/sysmacros.h>

#include "platform/lock_holder.h"

using namespace zrecord;

class TestLockHolder : public QObject {
    Q_OBJECT

private slots:
    void findsTheProcess();
    void ignoresOthers();
    void namesAreWhole();
    void saysSoWhenUnknown();
};

namespace {

constexpr std::string_view kLocks = "1: POSIX  ADVISORY  WRITE 11 08:02:131072 0 EOF\n"
                                    "2: FLOCK  ADVISORY  WRITE 4711 08:02:131072 0 EOF\n"
                                    "2: -> FLOCK  ADVISORY  WRITE 4712 08:02:131072 0 EOF\n"
                                    "3: FLOCK  ADVISORY  READ 4713 00:1f:99 0 EOF\n"
                                    "garbage\n";

}  // namespace

void TestLockHolder::findsTheProcess()
{
    QCOMPARE(findLockHolder(kLocks, {makedev(8, 2), 131072}), std::optional<long>(4711));
    QCOMPARE(findLockHolder(kLocks, {makedev(0, 0x1f), 99}), std::optional<long>(4713));
}

void TestLockHolder::ignoresOthers()
{
    QVERIFY(!findLockHolder(kLocks, {makedev(8, 3), 131072}));
    QVERIFY(!findLockHolder(kLocks, {makedev(8, 2), 1}));
    QVERIFY(!findLockHolder("", {makedev(8, 2), 131072}));
}

void TestLockHolder::namesAreWhole()
{
    using namespace std::string_view_literals;
    QCOMPARE(programName("zrecord-workben\n", "/usr/bin/zrecord-workbench\0/data\0"sv), std::string("zrecord-workbench"));
    QCOMPARE(programName("zr\n", "zr\0verify\0"sv), std::string("zr"));
    QCOMPARE(programName("train\n", "/usr/bin/python3\0train.py\0"sv), std::string("train"));  // it renamed itself
    QCOMPARE(programName("kworker\n", ""), std::string("kworker"));
    QCOMPARE(programName("", ""), std::string());
}

void TestLockHolder::saysSoWhenUnknown()
{
    QCOMPARE(describeLockHolder({0, 0}), std::string("another program"));
}

QTEST_APPLESS_MAIN(TestLockHolder)
#include "tst_lock_holder.moc"
