#include <filesystem>
#include <functional>
#include <new>
#include <string>
#include <vector>

#include <QTest>

#include "support/allocation_hook.h"
#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/export_target.h"
#include "zrecord/import_source.h"
#include "zrecord/maintenance/store_check.h"
#include "zrecord/maintenance/store_clean.h"
#include "zrecord/maintenance/store_repair.h"
#include "zrecord/npy_file.h"
#include "zrecord/store_copy.h"

namespace {

/// Allocations of this thread inside the library until one fails; negative: none does.
thread_local std::int64_t left = -1;
thread_local bool isInside = false;
thread_local bool hasFailed = false;

void failWhenItsTurn(std::size_t)
{
    if (isInside && left >= 0 && left-- == 0) {
        hasFailed = true;
        throw std::bad_alloc();
    }
}

}  // namespace

using namespace zrecord;
using namespace zrecord::test;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kWidth = 24;
constexpr std::uint64_t kRecords = 12;

OpenOptions writing()
{
    OpenOptions options;
    options.access = Access::ReadWrite;
    options.durability = Durability::Process;
    return options;
}

/// Everything on this thread, where allocations are counted.
OperationContext here()
{
    OperationContext context;
    context.executor = &inlineExecutor();
    return context;
}

/// Only what the library itself allocates counts, not what a test puts together for it.
template <typename Call>
auto library(Call&& call) -> decltype(call())
{
    struct Inside {
        Inside() { isInside = true; }
        ~Inside() { isInside = false; }
    };
    const Inside inside;
    return call();
}

/// What is done in a folder that holds the store "s", the array "a.npy" and nothing else.
using Action = std::function<Status(const fs::path&)>;

Status change(const fs::path& folder, const std::function<Status(Store&)>& what)
{
    const fs::path path = folder / "s";
    auto store = library([&] { return Store::open(path, writing()); });
    return store.ok() ? what(*store) : std::move(store).status();
}

Status appendSome(const fs::path& folder)
{
    const Bytes records = patternRecords(50, 3, kWidth);
    return change(folder, [&](Store& store) { return library([&] { return store.append(records, here()).status(); }); });
}

Status removeSome(const fs::path& folder)
{
    const std::vector<std::uint64_t> targets{1, 7, 4};
    return change(folder, [&](Store& store) { return library([&] { return store.remove(targets, here()).status(); }); });
}

Status compactAll(const fs::path& folder)
{
    return change(folder, [](Store& store) { return library([&] { return store.compact(here()).status(); }); });
}

Status undoDelete(const fs::path& folder)
{
    return change(folder, [](Store& store) { return library([&] { return store.undoRemoval(here()).status(); }); });
}

Status readAndCount(const fs::path& folder)
{
    const fs::path path = folder / "s";
    const std::vector<std::uint64_t> all = allIndices(kRecords - 2);
    Bytes bytes(all.size() * kWidth);
    return library([&] {
        const auto store = Store::open(path);
        if (!store.ok())
            return store.status();
        if (Status status = store->gather(all, bytes, here()); !status.ok())
            return status;
        if (Status status = store->verify({}, here()).status(); !status.ok())
            return status;
        return store->stats(here()).status();
    });
}

Status checkAndPlan(const fs::path& folder)
{
    const fs::path path = folder / "s";
    return library([&] {
        if (Status status = checkStore(path, {}, here()).status(); !status.ok())
            return status;
        if (Status status = planRepair(path, {}, here()).status(); !status.ok())
            return status;
        return cleanStore(path, {}, here()).status();
    });
}

Status copyAndExport(const fs::path& folder)
{
    const fs::path path = folder / "s";
    const fs::path array = folder / "out.npy";
    const fs::path copy = folder / "copy";
    return library([&] {
        const auto store = Store::open(path);
        if (!store.ok())
            return store.status();
        if (Status status = exportRecords(*store, array, {}, here()).status(); !status.ok())
            return status;
        return copyStore(*store, copy, {}, here()).status();
    });
}

Status importAll(const fs::path& folder)
{
    const fs::path array = folder / "a.npy";
    const fs::path target = folder / "imported";
    return library([&] {
        auto source = openImportSource(array);
        return source.ok() ? importAsNewStore(**source, target, {}, here()).status() : std::move(source).status();
    });
}

Status createOne(const fs::path& folder)
{
    const fs::path path = folder / "made";
    const StoreDescription description = denseBytes(kWidth, Codec::Zstd);
    return library([&] { return Store::create(path, description).status(); });
}

}  // namespace

Q_DECLARE_METATYPE(Action)

/// Memory runs out at each allocation of a call in turn: the call says so, or can do without; nothing is thrown out of the library,
/// and the store holds what it held before or what it should hold after.
class TestAllocationSweep : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { allocationHook = failWhenItsTurn; }
    void everyAllocationFailsOnce_data();
    void everyAllocationFailsOnce();

private:
    static void prepare(const fs::path& folder, Codec codec);
};

void TestAllocationSweep::prepare(const fs::path& folder, Codec codec)
{
    fs::create_directories(folder);
    CreateOptions options;
    options.durability = Durability::Process;
    auto store = Store::create(folder / "s", denseBytes(kWidth, codec), options);
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(patternRecords(0, kRecords, kWidth)));
    ZR_VERIFY_OK(store->remove(std::vector<std::uint64_t>{2, 9}));
    Bytes array = *makeNpyHeader(*DType::parse("|u1"), std::vector<std::uint64_t>{4, kWidth});
    const Bytes values = patternRecords(0, 4, kWidth);
    array.insert(array.end(), values.begin(), values.end());
    writeAll(folder / "a.npy", array);
}

void TestAllocationSweep::everyAllocationFailsOnce_data()
{
    QTest::addColumn<Action>("action");
    QTest::addColumn<Codec>("codec");
    QTest::newRow("append raw") << Action(appendSome) << Codec::Raw;
    QTest::newRow("append zstd") << Action(appendSome) << Codec::Zstd;
    QTest::newRow("remove") << Action(removeSome) << Codec::Zstd;
    QTest::newRow("compact") << Action(compactAll) << Codec::Zstd;
    QTest::newRow("undo") << Action(undoDelete) << Codec::Raw;
    QTest::newRow("read") << Action(readAndCount) << Codec::Zstd;
    QTest::newRow("check") << Action(checkAndPlan) << Codec::Zstd;
    QTest::newRow("copy") << Action(copyAndExport) << Codec::Raw;
    QTest::newRow("import") << Action(importAll) << Codec::Raw;
    QTest::newRow("create") << Action(createOne) << Codec::Raw;
}

void TestAllocationSweep::everyAllocationFailsOnce()
{
    QFETCH(Action, action);
    QFETCH(Codec, codec);
    TemporaryFolder root;
    prepare(root / "original", codec);
    const Bytes before = *readDense(*Store::open(root / "original" / "s"));
    copyFolder(root / "original", root / "done");
    ZR_VERIFY_OK(action(root / "done"));
    const Bytes after = *readDense(*Store::open(root / "done" / "s"));
    std::int64_t reported = 0;
    for (std::int64_t n = 0;; ++n) {
        const fs::path folder = root / "now";
        copyFolder(root / "original", folder);
        Status status;
        bool thrown = false;
        hasFailed = false;
        left = n;
        try {
            status = action(folder);
        } catch (...) {
            thrown = true;
        }
        left = -1;
        const QByteArray where = QStringLiteral("allocation %1: %2").arg(n).arg(QString::fromStdString(status.message())).toUtf8();
        QVERIFY2(!thrown, where.constData());
        if (!hasFailed)
            break;
        QVERIFY2(status.ok() || status.code() == ErrorCode::OutOfMemory, where.constData());
        reported += status.ok() ? 0 : 1;
        const auto again = Store::open(folder / "s", writing());
        QVERIFY2(again.ok(), where.constData());
        const Bytes found = *readDense(*again);
        QVERIFY2(found == after || (!status.ok() && found == before), where.constData());
        QVERIFY2(again->verify()->clean(), where.constData());
        for (const char* name : {"made", "imported", "copy"})
            QVERIFY2(!fs::exists(folder / name) || Store::open(folder / name).ok(), where.constData());
        fs::remove_all(folder);
    }
    QVERIFY2(reported > 20, qPrintable(QString::number(reported)));
}

QTEST_APPLESS_MAIN(TestAllocationSweep)
#include "tst_allocation_sweep.moc"
