#include <QTest>

#include <csignal>
#include <cstdlib>
#include <thread>

#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "concurrency/thread_pool.h"
#include "platform/fault_guard.h"
#include "platform/file_map.h"
#include "platform/file_system.h"
#include "support/temporary_store.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

constexpr std::size_t kBytes = 256 * 1024;

struct Sum {
    const std::byte* from;
    std::size_t bytes;
    std::uint64_t total = 0;
};

void addUp(Sum& sum) noexcept
{
    for (std::size_t i = 0; i < sum.bytes; ++i)
        sum.total += std::to_integer<std::uint64_t>(sum.from[i]);
}

/// A mapped file of ones.
struct MappedOnes {
    explicit MappedOnes(const std::filesystem::path& where) : path(where)
    {
        writeAll(path, Bytes(kBytes, std::byte{1}));
        auto file = posixFileSystem().open(path, OpenMode::Read);
        if (file.ok())
            map = (*file)->map(kBytes);
    }
    std::filesystem::path path;
    FileMap map;
};

/// How a child that runs `body` ends.
template <typename Body>
int endOfChild(Body body)
{
    const pid_t child = ::fork();
    if (child == 0) {
        body();
        ::_exit(0);
    }
    int state = 0;
    ::waitpid(child, &state, 0);
    return state;
}

void leaveWith42(int) { ::_exit(42); }
void leaveWith43(int, siginfo_t*, void*) { ::_exit(43); }

/// An access that no FileMap covers and that fails with SIGBUS.
void touchForeignMap(const std::filesystem::path& path)
{
    auto file = posixFileSystem().open(path, OpenMode::Read);
    std::FILE* const stream = std::fopen(path.c_str(), "rb");
    void* const at = ::mmap(nullptr, kBytes, PROT_READ, MAP_SHARED, ::fileno(stream), 0);
    resizeFile(path, 0);
    Sum sum{static_cast<const std::byte*>(at), 1};
    // Guarded or not, it is not ours.
    if (!runGuarded(addUp, sum))
        ::_exit(1);
}

}  // namespace

/// Reads of a mapped file that ends early come back, and every other SIGBUS takes the way that it took before.
class TestFaultGuard : public QObject {
    Q_OBJECT

private slots:
    // First: they need a process that has no handler yet.
    void earlierHandlersGetWhatIsNotOurs_data();
    void earlierHandlersGetWhatIsNotOurs();
    void sentSignalsReachTheEarlierHandler();

    void soundReadsJustRun();
    void cutFileIsNoCrash();
    void faultsMayRepeat();
    void guardsMayNest();
    void workersOfThePoolAreGuarded();
    void blockedThreadsAreRecognised();
};

void TestFaultGuard::earlierHandlersGetWhatIsNotOurs_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("none") << 0;
    QTest::newRow("plain handler") << 1;
    QTest::newRow("handler with information") << 2;
    QTest::newRow("ignored") << 3;
}

void TestFaultGuard::earlierHandlersGetWhatIsNotOurs()
{
    QFETCH(int, kind);
    TemporaryFolder folder;
    const auto path = folder / "f";
    writeAll(path, Bytes(kBytes, std::byte{1}));
    const int state = endOfChild([&] {
        struct sigaction earlier {};
        if (kind == 1)
            earlier.sa_handler = leaveWith42;
        if (kind == 2) {
            earlier.sa_sigaction = leaveWith43;
            earlier.sa_flags = SA_SIGINFO;
        }
        if (kind == 3)
            earlier.sa_handler = SIG_IGN;
        ::sigaction(SIGBUS, &earlier, nullptr);
        if (!installFaultHandler())
            ::_exit(2);
        touchForeignMap(path);
    });
    if (kind == 1 || kind == 2) {
        QVERIFY(WIFEXITED(state));
        QCOMPARE(WEXITSTATUS(state), 41 + kind);
    } else {
        // The processor's own signal cannot be ignored.
        QVERIFY(WIFSIGNALED(state));
        QCOMPARE(WTERMSIG(state), SIGBUS);
    }
}

void TestFaultGuard::sentSignalsReachTheEarlierHandler()
{
    const int ignored = endOfChild([] {
        std::signal(SIGBUS, SIG_IGN);
        installFaultHandler();
        ::raise(SIGBUS);
        ::_exit(7);
    });
    QVERIFY(WIFEXITED(ignored));
    QCOMPARE(WEXITSTATUS(ignored), 7);
    const int standard = endOfChild([] {
        std::signal(SIGBUS, SIG_DFL);
        installFaultHandler();
        ::raise(SIGBUS);
        ::_exit(7);
    });
    QVERIFY(WIFSIGNALED(standard));
    QCOMPARE(WTERMSIG(standard), SIGBUS);
}

void TestFaultGuard::soundReadsJustRun()
{
    TemporaryFolder folder;
    const MappedOnes ones(folder / "f");
    QVERIFY(ones.map);
    Sum sum{ones.map.data(), kBytes};
    QVERIFY(runGuarded(addUp, sum));
    QCOMPARE(sum.total, std::uint64_t{kBytes});
    QVERIFY(currentRecoveryPoint() == nullptr);
}

void TestFaultGuard::cutFileIsNoCrash()
{
    TemporaryFolder folder;
    const MappedOnes ones(folder / "f");
    resizeFile(ones.path, kBytes / 2);
    Sum sum{ones.map.data(), kBytes};
    QVERIFY(!runGuarded(addUp, sum));
    QVERIFY(currentRecoveryPoint() == nullptr);
    Sum half{ones.map.data(), kBytes / 2};
    QVERIFY(runGuarded(addUp, half));
    QCOMPARE(half.total, std::uint64_t{kBytes / 2});
}

void TestFaultGuard::faultsMayRepeat()
{
    TemporaryFolder folder;
    const MappedOnes ones(folder / "f");
    resizeFile(ones.path, 0);
    // A signal that stayed blocked after the first jump would end the program at the second.
    for (int i = 0; i < 100; ++i) {
        Sum sum{ones.map.data() + 4096 * (i % 8), 1};
        QVERIFY(!runGuarded(addUp, sum));
    }
    // The file may come back: the map shows what is there.
    writeAll(ones.path, Bytes(kBytes, std::byte{1}));
    Sum sum{ones.map.data(), kBytes};
    QVERIFY(runGuarded(addUp, sum));
    QCOMPARE(sum.total, std::uint64_t{kBytes});
}

void TestFaultGuard::guardsMayNest()
{
    TemporaryFolder folder;
    const MappedOnes sound(folder / "a");
    const MappedOnes cut(folder / "b");
    resizeFile(cut.path, 0);
    struct Both {
        const MappedOnes& sound;
        const MappedOnes& cut;
        bool inner = true;
        std::uint64_t total = 0;
    } both{sound, cut};
    const auto body = +[](Both& pair) {
        Sum bad{pair.cut.map.data(), 1};
        pair.inner = runGuarded(addUp, bad);
        Sum good{pair.sound.map.data(), kBytes};
        addUp(good);
        pair.total = good.total;
    };
    QVERIFY(runGuarded(body, both));
    QVERIFY(!both.inner);
    QCOMPARE(both.total, std::uint64_t{kBytes});
    resizeFile(sound.path, 0);
    QVERIFY(!runGuarded(body, both));
    QVERIFY(currentRecoveryPoint() == nullptr);
}

void TestFaultGuard::workersOfThePoolAreGuarded()
{
    TemporaryFolder folder;
    const MappedOnes ones(folder / "f");
    resizeFile(ones.path, 0);
    ThreadPool pool(4);
    std::atomic<int> faults{0};
    std::atomic<int> blocked{0};
    pool.parallelFor(400, 1, [&](std::uint64_t begin, std::uint64_t) {
        Sum sum{ones.map.data() + 4096 * (begin % 60), 1};
        if (!threadTakesFaults())
            ++blocked;
        else if (!runGuarded(addUp, sum))
            ++faults;
    });
    QCOMPARE(blocked.load(), 0);
    QCOMPARE(faults.load(), 400);
}

void TestFaultGuard::blockedThreadsAreRecognised()
{
    QVERIFY(threadTakesFaults());
    bool takes = true;
    std::thread([&takes] {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
        takes = threadTakesFaults();
    }).join();
    QVERIFY(!takes);
}

QTEST_APPLESS_MAIN(TestFaultGuard)
#include "tst_fault_guard.moc"
