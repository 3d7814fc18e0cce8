#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <vector>

#include <QTest>

#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/export_target.h"
#include "zrecord/import_source.h"

namespace {

constexpr std::size_t kSectorBytes = 512;

/// What the system does to the reads and writes of this program.
struct Trouble {
    std::size_t most = SIZE_MAX;          ///< bytes that one call moves
    int interruptions = 0;                ///< signals that arrive before each call gets through
    std::int64_t writesLeft = INT64_MAX;  ///< whole writes until one is cut short and every later one fails
    int error = ENOSPC;                   ///< how it fails then
    int waiting = 0;
    std::uint64_t interrupted = 0;
    std::uint64_t cutShort = 0;
};
Trouble trouble;

bool isInterrupted()
{
    if (trouble.interruptions == 0)
        return false;
    if (trouble.waiting < trouble.interruptions) {
        ++trouble.waiting;
        ++trouble.interrupted;
        errno = EINTR;
        return true;
    }
    trouble.waiting = 0;
    return false;
}

std::size_t portion(std::size_t size)
{
    trouble.cutShort += size > trouble.most ? 1 : 0;
    return std::min(size, trouble.most);
}

ssize_t readSome(int file, void* memory, std::size_t size, off_t offset)
{
    return isInterrupted() ? -1 : syscall(SYS_pread64, file, memory, portion(size), offset);
}

ssize_t writeSome(int file, const void* memory, std::size_t size, off_t offset)
{
    if (isInterrupted())
        return -1;
    if (trouble.writesLeft <= 0) {
        // What lies in one sector is written whole or not at all.
        const std::size_t half = size > kSectorBytes ? size / 2 : 0;
        if (trouble.writesLeft-- == 0 && half > 0)
            return syscall(SYS_pwrite64, file, memory, half, offset);
        errno = trouble.error;
        return -1;
    }
    --trouble.writesLeft;
    return syscall(SYS_pwrite64, file, memory, portion(size), offset);
}

}  // namespace

// The library's calls come here instead of the C library's.
extern "C" {
ssize_t pread(int file, void* memory, std::size_t size, off_t offset)
{
    return readSome(file, memory, size, offset);
}
ssize_t pread64(int file, void* memory, std::size_t size, off64_t offset)
{
    return readSome(file, memory, size, offset);
}
ssize_t pwrite(int file, const void* memory, std::size_t size, off_t offset)
{
    return writeSome(file, memory, size, offset);
}
ssize_t pwrite64(int file, const void* memory, std::size_t size, off64_t offset)
{
    return writeSome(file, memory, size, offset);
}
}

using namespace zrecord;
using namespace zrecord::test;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kWidth = 40;

OpenOptions writing()
{
    OpenOptions options;
    options.access = Access::ReadWrite;
    options.durability = Durability::Process;
    options.readMode = ReadMode::Pread;
    return options;
}

}  // namespace

/// Signals that interrupt calls, calls that move a part only, and disks that fill up in the middle of a write.
class TestSystemCalls : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { trouble = {}; }
    void partsAndInterruptionsAreNoFailures_data();
    void partsAndInterruptionsAreNoFailures();
    void aWriteCutShortLeavesTheStoreAsItWas_data();
    void aWriteCutShortLeavesTheStoreAsItWas();
};

void TestSystemCalls::partsAndInterruptionsAreNoFailures_data()
{
    QTest::addColumn<Codec>("codec");
    QTest::addColumn<quint64>("most");
    QTest::addColumn<int>("interruptions");
    for (const Codec codec : {Codec::Raw, Codec::Zstd}) {
        QTest::addRow("%s, 1 byte a call", codecName(codec).data()) << codec << quint64{1} << 0;
        QTest::addRow("%s, 7 bytes a call, interrupted", codecName(codec).data()) << codec << quint64{7} << 1;
        QTest::addRow("%s, interrupted three times", codecName(codec).data()) << codec << quint64{SIZE_MAX} << 3;
    }
}

void TestSystemCalls::partsAndInterruptionsAreNoFailures()
{
    QFETCH(Codec, codec);
    QFETCH(quint64, most);
    QFETCH(int, interruptions);
    TemporaryFolder folder;
    trouble.most = most;
    trouble.interruptions = interruptions;
    Bytes expected = patternRecords(0, 30, kWidth);
    {
        auto store = Store::create(folder / "s", denseBytes(kWidth, codec));
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(expected));
        ZR_VERIFY_OK(store->remove(std::vector<std::uint64_t>{29, 3, 11}));
        ZR_VERIFY_OK(store->compact());
        ZR_VERIFY_OK(store->close());
    }
    // Swap-last: 28 fills the place of 11, and 27 that of 3.
    expected.resize(29 * kWidth);
    for (const auto& [hole, last] : {std::pair{11U, 28U}, std::pair{3U, 27U}}) {
        std::copy_n(expected.begin() + last * kWidth, kWidth, expected.begin() + hole * kWidth);
        expected.resize(last * kWidth);
    }
    const auto store = Store::open(folder / "s", writing());
    ZR_VERIFY_OK(store);
    QCOMPARE(*readDense(*store), expected);
    QVERIFY(store->verify()->clean());
    ZR_VERIFY_OK(exportRecords(*store, folder / "out.npy", {}));
    auto source = openImportSource(folder / "out.npy");
    ZR_VERIFY_OK(source);
    ZR_VERIFY_OK(importAsNewStore(**source, folder / "again"));
    QCOMPARE(*readDense(*Store::open(folder / "again", writing())), expected);
    QVERIFY(most == SIZE_MAX || trouble.cutShort > 100);
    QVERIFY(interruptions == 0 || trouble.interrupted > 100);
}

void TestSystemCalls::aWriteCutShortLeavesTheStoreAsItWas_data()
{
    QTest::addColumn<int>("error");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("ENOSPC") << ENOSPC << ErrorCode::OutOfSpace;
    QTest::newRow("EIO") << EIO << ErrorCode::IoError;
}

void TestSystemCalls::aWriteCutShortLeavesTheStoreAsItWas()
{
    QFETCH(int, error);
    QFETCH(ErrorCode, code);
    TemporaryFolder folder;
    {
        auto store = Store::create(folder / "original", denseBytes(kWidth, Codec::Zstd));
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(patternRecords(0, 60, kWidth)));
        ZR_VERIFY_OK(store->close());
    }
    const Bytes before = *readDense(*Store::open(folder / "original", writing()));
    Bytes after = before;
    const Bytes more = patternRecords(60, 50, kWidth);  // their data and their entries are longer than a sector
    after.insert(after.end(), more.begin(), more.end());
    for (std::int64_t n = 0;; ++n) {
        const fs::path path = folder / "s";
        copyFolder(folder / "original", path);
        Status status;
        {
            auto store = Store::open(path, writing());
            ZR_VERIFY_OK(store);
            trouble.error = error;
            trouble.writesLeft = n;
            status = store->append(more).status();
            const bool reached = trouble.writesLeft < 0;
            trouble = {};
            QCOMPARE(*readDense(*store), status.ok() ? after : before);
            if (!reached) {
                ZR_VERIFY_OK(status);
                QVERIFY(n >= 3);  // data, table, header
                return;
            }
        }
        QVERIFY2(!status.ok(), qPrintable(QString::number(n)));
        ZR_COMPARE_CODE(status, code);
        const auto again = Store::open(path, writing());
        ZR_VERIFY_OK(again);
        QCOMPARE(*readDense(*again), before);
        QVERIFY(again->verify()->clean());
        fs::remove_all(path);
    }
}

QTEST_APPLESS_MAIN(TestSystemCalls)
#include "tst_system_calls.moc"
