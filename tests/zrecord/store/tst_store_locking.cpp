#include <QTest>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "store/store_access.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

OpenOptions writing()
{
    OpenOptions options;
    options.access = Access::ReadWrite;
    return options;
}

/// Runs the function in a forked child and returns its answer.
int inChild(const std::function<int()>& function)
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(function());
    int state = 0;
    ::waitpid(child, &state, 0);
    return WIFEXITED(state) ? WEXITSTATUS(state) : 255;
}

}  // namespace

class TestStoreLocking : public QObject {
    Q_OBJECT

private slots:
    void init();
    void manyReadersOrOneWriter();
    void busyNamesTheHolder();
    void loaderxLockKeepsUsOutAndTheReverse();
    void forkedChildIsRefused();
    void childDoesNotTakeTheLockAway();
    void childDoesNotKeepTheStoreBusy();
    void replacedHeaderIsNoticed();
    void withoutLocksOnlyOnRequest();
    void fewDescriptorsManyChunks();

private:
    std::unique_ptr<TemporaryFolder> m_folder;
    std::filesystem::path m_path;
};

void TestStoreLocking::init()
{
    m_folder = std::make_unique<TemporaryFolder>();
    m_path = *m_folder / "s";
    auto store = Store::create(m_path, denseBytes(4));
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(patternRecords(0, 10, 4)));
    ZR_VERIFY_OK(store->close());
}

void TestStoreLocking::manyReadersOrOneWriter()
{
    std::vector<Store> readers;
    for (int i = 0; i < 5; ++i) {
        auto reader = Store::open(m_path);
        ZR_VERIFY_OK(reader);
        readers.push_back(std::move(reader).value());
    }
    ZR_COMPARE_CODE(Store::open(m_path, writing()), ErrorCode::Busy);
    for (Store& reader : readers)
        ZR_VERIFY_OK(reader.close());
    auto writer = Store::open(m_path, writing());
    ZR_VERIFY_OK(writer);
    ZR_COMPARE_CODE(Store::open(m_path), ErrorCode::Busy);
    ZR_COMPARE_CODE(Store::open(m_path, writing()), ErrorCode::Busy);
    ZR_VERIFY_OK(writer->close());
    ZR_VERIFY_OK(Store::open(m_path, writing()));
}

void TestStoreLocking::busyNamesTheHolder()
{
    const auto writer = Store::open(m_path, writing());
    ZR_VERIFY_OK(writer);
    const auto second = Store::open(m_path);
    ZR_COMPARE_CODE(second, ErrorCode::Busy);
    const std::string message = second.status().message();
    const bool named = message.find("process " + std::to_string(::getpid())) != std::string::npos;
    const bool unknown = message.find("another program") != std::string::npos;
    QVERIFY2(named || unknown, message.c_str());
    QVERIFY(message.find(m_path.string()) != std::string::npos);
}

void TestStoreLocking::loaderxLockKeepsUsOutAndTheReverse()
{
    const int other = ::open((m_path / "meta.zr").c_str(), O_RDWR);
    QVERIFY(other >= 0);
    QCOMPARE(::flock(other, LOCK_EX | LOCK_NB), 0);
    ZR_COMPARE_CODE(Store::open(m_path), ErrorCode::Busy);
    QCOMPARE(::flock(other, LOCK_UN), 0);
    {
        const auto reader = Store::open(m_path);
        ZR_VERIFY_OK(reader);
        QCOMPARE(::flock(other, LOCK_EX | LOCK_NB), -1);
    }
    QCOMPARE(::flock(other, LOCK_EX | LOCK_NB), 0);
    ::close(other);
}

void TestStoreLocking::forkedChildIsRefused()
{
    auto store = Store::open(m_path, writing());
    ZR_VERIFY_OK(store);
    const int answer = inChild([&] {
        const bool refused = readDense(*store).code() == ErrorCode::Closed &&
                             store->append(patternRecord(0, 4)).code() == ErrorCode::Closed &&
                             store->stats().code() == ErrorCode::Closed && store->compact().code() == ErrorCode::Closed &&
                             store->sync().code() == ErrorCode::Closed && store->close().code() == ErrorCode::Closed;
        return refused && !store->isOpen() ? 0 : 1;
    });
    QCOMPARE(answer, 0);
    ZR_VERIFY_OK(store->append(patternRecord(0, 4)));
}

void TestStoreLocking::childDoesNotTakeTheLockAway()
{
    auto store = std::make_unique<Store>(std::move(*Store::open(m_path, writing())));
    QCOMPARE(inChild([&] {
                 store.reset();
                 return 0;
             }),
             0);
    ZR_COMPARE_CODE(Store::open(m_path), ErrorCode::Busy);
    ZR_VERIFY_OK(store->close());
}

void TestStoreLocking::childDoesNotKeepTheStoreBusy()
{
    auto store = Store::open(m_path, writing());
    ZR_VERIFY_OK(store);
    int channel[2];
    QCOMPARE(::pipe(channel), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        // Lives on with the inherited descriptor until the parent closes the pipe.
        ::close(channel[1]);
        char byte = 0;
        static_cast<void>(::read(channel[0], &byte, 1));
        ::_exit(0);
    }
    ::close(channel[0]);
    ZR_VERIFY_OK(store->close());
    const auto again = Store::open(m_path, writing());
    ::close(channel[1]);
    ::waitpid(child, nullptr, 0);
    ZR_VERIFY_OK(again);
}

void TestStoreLocking::replacedHeaderIsNoticed()
{
    FaultyFileSystem system;
    int exchanges = 0;
    const std::filesystem::path path = m_path;
    system.observe([&](const FaultyFileSystem::Event& event) {
        if (event.call != FaultyFileSystem::Call::Lock || exchanges++ > 0)
            return;
        // Another tool puts a new meta.zr under the name while it is being locked.
        std::filesystem::copy_file(path / "meta.zr", path / "meta.new");
        std::filesystem::rename(path / "meta.new", path / "meta.zr");
    });
    const auto store = StoreAccess::open(m_path, writing(), system);
    ZR_VERIFY_OK(store);
    QCOMPARE(exchanges, 2);
    ZR_COMPARE_CODE(Store::open(m_path), ErrorCode::Busy);
}

void TestStoreLocking::withoutLocksOnlyOnRequest()
{
    FaultyFileSystem system;
    system.failWhere([](const auto& event) { return event.call == FaultyFileSystem::Call::Lock; }, ErrorCode::Unsupported);
    ZR_COMPARE_CODE(StoreAccess::open(m_path, {}, system), ErrorCode::Unsupported);
    OpenOptions options = writing();
    options.withoutLock = true;
    auto store = StoreAccess::open(m_path, options, system);
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(patternRecord(1, 4)));
}

void TestStoreLocking::fewDescriptorsManyChunks()
{
    constexpr std::size_t kChunks = 4096;
    const StoreLimits limits{9, 1 << 20};  // two records of four bytes a chunk
    const std::filesystem::path path = *m_folder / "many";
    const Bytes records = patternRecords(0, 2 * kChunks, 4);
    {
        auto store = StoreAccess::create(path, denseBytes(4), {}, posixFileSystem(), limits);
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(records));
        QCOMPARE(store->summary().chunks, std::uint32_t{kChunks});
    }
    const int answer = inChild([&] {
        const rlimit few{64, 64};
        if (::setrlimit(RLIMIT_NOFILE, &few) != 0)
            return 2;
        const auto store = StoreAccess::open(path, {}, posixFileSystem(), limits);
        if (!store.ok())
            return 3;
        Bytes read(records.size());
        OperationContext context;
        context.executor = &inlineExecutor();
        for (int round = 0; round < 2; ++round)
            if (!store->gather(allIndices(2 * kChunks), read, context).ok() || read != records)
                return 4;
        int open = 0;
        for (int descriptor = 0; descriptor < 64; ++descriptor)
            open += ::fcntl(descriptor, F_GETFD) >= 0 ? 1 : 0;
        return open <= 48 ? 0 : 5;
    });
    QCOMPARE(answer, 0);
}

QTEST_APPLESS_MAIN(TestStoreLocking)
#include "tst_store_locking.moc"
