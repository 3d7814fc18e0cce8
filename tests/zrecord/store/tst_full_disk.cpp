#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <QTest>

#include "store/store_access.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kWidth = 4096;
constexpr std::uint64_t kDiskBytes = std::uint64_t{8} << 20;

/// A disk of 8 MiB that this process alone sees, or why there is none.
struct SmallDisk {
    std::string folder;
    std::string refusal;
};
SmallDisk disk;

void writeText(const char* path, const std::string& text)
{
    const int file = ::open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return;
    static_cast<void>(::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    ::close(file);
}

/// Before any thread is started: a user namespace belongs to a process with one thread.
void mountSmallDisk(const std::string& folder)
{
    const std::string user = std::to_string(::getuid());
    const std::string group = std::to_string(::getgid());
    if (::unshare(CLONE_NEWNS) != 0) {
        if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
            disk.refusal = std::strerror(errno);
            return;
        }
        writeText("/proc/self/setgroups", "deny");
        writeText("/proc/self/uid_map", "0 " + user + " 1");
        writeText("/proc/self/gid_map", "0 " + group + " 1");
    }
    if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 || ::mount("none", folder.c_str(), "tmpfs", 0, "size=8m") != 0)
        disk.refusal = std::strerror(errno);
    else
        disk.folder = folder;
}

/// Does not compress.
Bytes noise(std::mt19937_64& random, std::size_t size)
{
    Bytes bytes(size);
    for (std::byte& each : bytes)
        each = static_cast<std::byte>(random());
    return bytes;
}

OpenOptions writing(ReadMode mode = ReadMode::Map)
{
    OpenOptions options;
    options.access = Access::ReadWrite;
    options.readMode = mode;
    return options;
}

std::uint64_t freeBytes(const fs::path& path)
{
    return posixFileSystem().freeSpace(path).value();
}

/// Leaves about so many bytes free.
void fillUpTo(const fs::path& file, std::uint64_t remaining)
{
    const std::uint64_t available = freeBytes(file.parent_path());
    if (available > remaining)
        writeAll(file, Bytes(available - remaining, std::byte{0x5a}));
}

}  // namespace

/// A disk that is full: every call says so, no record that was there is lost, no process is killed, and work goes on once there is room.
class TestFullDisk : public QObject {
    Q_OBJECT

private slots:
    void appendsUntilNothingFits();
    void everyChangeAtRandomFillings();
    void everyChangeWithoutRoom_data();
    void everyChangeWithoutRoom();
};

void TestFullDisk::appendsUntilNothingFits()
{
    if (disk.folder.empty()) {
        qInfo("no disk of 8 MiB may be mounted here (%s): everyChangeWithoutRoom() alone shows what a full one does", disk.refusal.c_str());
        return;
    }
    std::mt19937_64 random(11);
    const fs::path path = fs::path(disk.folder) / "s";
    auto store = Store::create(path, denseBytes(kWidth));
    ZR_VERIFY_OK(store);
    Bytes expected;
    Status status;
    while (status.ok() && expected.size() < 2 * kDiskBytes) {
        const Bytes batch = noise(random, 5 * kWidth);
        status = store->append(batch).status();
        if (status.ok())
            expected.insert(expected.end(), batch.begin(), batch.end());
    }
    ZR_COMPARE_CODE(status, ErrorCode::OutOfSpace);
    QVERIFY(expected.size() > kDiskBytes / 2);
    // Also through the map, where a full disk would be a signal.
    QVERIFY(*readDense(*store) == expected);
    ZR_VERIFY_OK(store->close());
    {
        const auto again = Store::open(path, writing());
        ZR_VERIFY_OK(again);
        QVERIFY(*readDense(*again) == expected);
        QVERIFY(again->verify()->clean());
    }
    fs::remove_all(path);
}

void TestFullDisk::everyChangeAtRandomFillings()
{
    if (disk.folder.empty())
        return;  // appendsUntilNothingFits() has said why
    std::mt19937_64 random(29);
    const fs::path folder(disk.folder);
    const Bytes whole = noise(random, 60 * kWidth);
    int refused = 0;
    int done = 0;
    for (int round = 0; round < 120; ++round) {
        const fs::path path = folder / "s";
        {
            auto made = Store::create(path, denseBytes(kWidth));
            ZR_VERIFY_OK(made);
            ZR_VERIFY_OK(made->append(whole));
            ZR_VERIFY_OK(made->remove(std::vector<std::uint64_t>{3, 40, 41}));
            ZR_VERIFY_OK(made->close());
        }
        fillUpTo(folder / "filler", random() % (round % 3 == 2 ? 70 * kWidth : 6 * kWidth));
        auto store = Store::open(path, writing(round % 2 == 0 ? ReadMode::Map : ReadMode::Pread));
        ZR_VERIFY_OK(store);
        const Bytes before = *readDense(*store);
        Bytes after;
        Status status;
        switch (round % 3) {
        case 0: {
            const Bytes more = noise(random, 4 * kWidth);
            after = before;
            after.insert(after.end(), more.begin(), more.end());
            status = store->append(more).status();
            break;
        }
        case 1: {
            const std::vector<std::uint64_t> targets{0, 5, 17, 30};
            const RemovalResult plan = store->planRemoval(targets).value();
            std::vector<std::uint64_t> order = allIndices(store->size());
            for (const RecordMove& move : plan.moves)
                order[move.to] = move.from;
            order.resize(order.size() - targets.size());
            after = *readDense(*store, order);
            status = store->remove(targets).status();
            break;
        }
        default:
            after = before;
            status = store->compact().status();
        }
        (status.ok() ? done : refused) += 1;
        const QByteArray where = QStringLiteral("round %1: %2").arg(round).arg(messageOf(status)).toUtf8();
        const bool decided = status.message().find("is decided but") != std::string::npos;
        QVERIFY2(status.ok() || decided || status.code() == ErrorCode::OutOfSpace, where.constData());
        QVERIFY2(*readDense(*store) == (status.ok() || decided ? after : before), where.constData());
        static_cast<void>(store->close());
        fs::remove(folder / "filler");
        const auto again = Store::open(path, writing());
        QVERIFY2(again.ok(), where.constData());
        QVERIFY2(*readDense(*again) == (status.ok() || decided ? after : before), where.constData());
        QVERIFY2(again->verify()->clean(), where.constData());
        fs::remove_all(path);
    }
    QVERIFY2(refused > 15 && done > 15, qPrintable(QStringLiteral("%1 refused, %2 done").arg(refused).arg(done)));
}

void TestFullDisk::everyChangeWithoutRoom_data()
{
    QTest::addColumn<int>("change");
    QTest::newRow("append") << 0;
    QTest::newRow("remove") << 1;
    QTest::newRow("compact") << 2;
}

/// The same where nothing can be mounted: from some write on no byte fits any more.
void TestFullDisk::everyChangeWithoutRoom()
{
    QFETCH(int, change);
    TemporaryFolder folder;
    {
        auto made = StoreAccess::create(folder / "original", denseBytes(100, Codec::Zstd), {}, posixFileSystem());
        ZR_VERIFY_OK(made);
        ZR_VERIFY_OK(made->append(patternRecords(0, 50, 100)));
        ZR_VERIFY_OK(made->remove(std::vector<std::uint64_t>{4, 9}));
        ZR_VERIFY_OK(made->close());
    }
    const Bytes before = *readDense(*Store::open(folder / "original"));
    for (std::uint64_t n = 0;; ++n) {
        const fs::path path = folder / "s";
        copyFolder(folder / "original", path);
        FaultyFileSystem system;
        std::uint64_t writes = 0;
        bool full = false;
        auto store = StoreAccess::open(path, writing(), system);
        ZR_VERIFY_OK(store);
        system.failWhere([&](const FaultyFileSystem::Event& event) {
            if (event.call != FaultyFileSystem::Call::Write)
                return false;
            full = full || writes++ >= n;
            return full;
        }, ErrorCode::OutOfSpace);
        const Status status = change == 0 ? store->append(patternRecords(60, 3, 100)).status()
                              : change == 1 ? store->remove(std::vector<std::uint64_t>{1, 2, 30}).status()
                                            : store->compact().status();
        system.reset();
        const bool decided = status.message().find("is decided but") != std::string::npos;
        if (!status.ok())
            ZR_COMPARE_CODE(status, ErrorCode::OutOfSpace);
        const Bytes here = *readDense(*store);
        QVERIFY(status.ok() || decided || here == before);
        static_cast<void>(store->close());
        const auto again = Store::open(path, writing());
        ZR_VERIFY_OK(again);
        QVERIFY(*readDense(*again) == here);
        QVERIFY(again->verify()->clean());
        fs::remove_all(path);
        if (!full) {
            ZR_VERIFY_OK(status);
            QVERIFY(n >= 3);
            return;
        }
    }
}

int main(int argc, char** argv)
{
    std::string folder = fs::temp_directory_path() / "zr-full-disk-XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr)
        disk.refusal = std::strerror(errno);
    else
        mountSmallDisk(folder);
    TestFullDisk test;
    const int result = QTest::qExec(&test, argc, argv);
    if (!disk.folder.empty())
        ::umount(disk.folder.c_str());
    ::rmdir(folder.c_str());
    return result;
}

#include "tst_full_disk.moc"
