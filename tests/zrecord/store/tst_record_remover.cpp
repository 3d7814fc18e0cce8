#include <QTest>

#include <algorithm>
#include <map>

#include "store/record_remover.h"
#include "store/store_access.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

/// The rule itself, step by step: targets descending, each takes what is last.
std::vector<std::uint64_t> deleteOneByOne(std::uint64_t records, std::vector<std::uint64_t> targets)
{
    std::vector<std::uint64_t> places = allIndices(records);
    std::ranges::sort(targets, std::greater<>());
    for (const std::uint64_t target : targets) {
        places[target] = places.back();
        places.pop_back();
    }
    return places;
}

std::vector<std::uint64_t> followMoves(const RemovalResult& result)
{
    std::vector<std::uint64_t> places = allIndices(result.recordsBefore - result.removed);
    for (const RecordMove& move : result.moves)
        places[move.to] = move.from;
    return places;
}

}  // namespace

class TestRecordRemover : public QObject {
    Q_OBJECT

private slots:
    void planEqualsTheRuleForEverySubset();
    void movesAreFinalAndAscending();
    void duplicatesCountOnce();
    void rangeIsCheckedBeforeAnyWrite();
    void raggedPairsStayTogether();
    void everythingAndNothing();
    void writesNeighboursTogether();
    void stopLeavesAllAsItWas();
};

void TestRecordRemover::planEqualsTheRuleForEverySubset()
{
    for (std::uint64_t records = 1; records <= 10; ++records)
        for (std::uint64_t subset = 0; subset < (std::uint64_t{1} << records); ++subset) {
            std::vector<std::uint64_t> targets;
            for (std::uint64_t i = 0; i < records; ++i)
                if ((subset >> i) & 1)
                    targets.push_back(i);
            const RemovalResult plan = planSwapLast(records, targets);
            QCOMPARE(plan.removed, static_cast<std::uint64_t>(targets.size()));
            QCOMPARE(followMoves(plan), deleteOneByOne(records, targets));
        }
}

void TestRecordRemover::movesAreFinalAndAscending()
{
    const std::vector<std::uint64_t> targets{1, 4, 8, 9};
    const RemovalResult plan = planSwapLast(10, targets);
    // 9 goes alone; 8 goes alone; 4 takes 7; 1 takes 6.
    QCOMPARE(plan.moves, (std::vector<RecordMove>{{6, 1}, {7, 4}}));
    QCOMPARE(plan.recordsBefore, std::uint64_t{10});
}

void TestRecordRemover::duplicatesCountOnce()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", denseBytes(3));
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(patternRecords(0, 5, 3)));
    const std::uint64_t generation = store->generation();
    const std::vector<std::uint64_t> targets{1, 1, 1};
    const auto planned = store->planRemoval(targets);
    ZR_VERIFY_OK(planned);
    const auto removed = store->remove(targets);
    ZR_VERIFY_OK(removed);
    QCOMPARE(removed->removed, std::uint64_t{1});
    QCOMPARE(removed->moves, planned->moves);
    QCOMPARE(store->size(), std::uint64_t{4});
    QVERIFY(store->generation() > generation);
    const auto stats = store->stats();
    QCOMPARE(stats->liveBytes, std::uint64_t{12});
    QCOMPARE(stats->reclaimable, std::uint64_t{3});
    QCOMPARE(store->summary().records, std::uint64_t{4});
}

void TestRecordRemover::rangeIsCheckedBeforeAnyWrite()
{
    TemporaryFolder folder;
    FaultyFileSystem system;
    auto store = StoreAccess::create(folder / "s", denseBytes(3), {}, system);
    ZR_VERIFY_OK(store->append(patternRecords(0, 5, 3)));
    system.reset();
    const std::vector<std::uint64_t> targets{1, 5};
    const auto removed = store->remove(targets);
    ZR_COMPARE_CODE(removed, ErrorCode::OutOfRange);
    QVERIFY(removed.status().message().find("index 5 is outside the store, which has 5 records") != std::string::npos);
    QCOMPARE(system.calls(FaultyFileSystem::Call::Write), std::uint64_t{0});
    QCOMPARE(store->size(), std::uint64_t{5});
}

void TestRecordRemover::raggedPairsStayTogether()
{
    TemporaryFolder folder;
    FaultyFileSystem system;
    auto store = StoreAccess::create(folder / "s", raggedBytes(Codec::Zstd), {}, system, StoreLimits{5000, 8});
    ZR_VERIFY_OK(store);
    std::vector<OwnedRagged> records;
    for (std::uint64_t i = 0; i < 40; ++i)
        records.push_back(patternRagged(i));
    ZR_VERIFY_OK(appendRagged(*store, records));
    bool halfPair = false;
    system.observe([&](const FaultyFileSystem::Event& event) {
        halfPair = halfPair || (event.call == FaultyFileSystem::Call::Write && event.path.ends_with(".loc") && event.bytes % 32 != 0);
    });
    const std::vector<std::uint64_t> targets{0, 3, 4, 5, 21, 38};
    ZR_VERIFY_OK(store->remove(targets));
    QVERIFY(!halfPair);
    std::vector<OwnedRagged> expected;
    for (const std::uint64_t old : deleteOneByOne(40, targets))
        expected.push_back(records[old]);
    const auto read = readRagged(*store);
    ZR_VERIFY_OK(read);
    QVERIFY(*read == expected);
}

void TestRecordRemover::everythingAndNothing()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", denseBytes(3));
    ZR_VERIFY_OK(store->append(patternRecords(0, 100, 3)));
    const auto nothing = store->remove({});
    ZR_VERIFY_OK(nothing);
    QCOMPARE(nothing->removed, std::uint64_t{0});
    const auto everything = store->remove(allIndices(100));
    ZR_VERIFY_OK(everything);
    QVERIFY(everything->moves.empty());
    QCOMPARE(store->size(), std::uint64_t{0});
    ZR_VERIFY_OK(store->compact());
    QVERIFY(!std::filesystem::exists(folder / "s/0.loc"));
    QCOMPARE(std::filesystem::file_size(folder / "s/0.chunk"), std::uintmax_t{0});
    QCOMPARE(store->summary().chunkBytes, std::uint64_t{0});
    ZR_VERIFY_OK(store->append(patternRecords(7, 2, 3)));
    QCOMPARE(*readDense(*store), patternRecords(7, 2, 3));
}

void TestRecordRemover::writesNeighboursTogether()
{
    TemporaryFolder folder;
    FaultyFileSystem system;
    auto store = StoreAccess::create(folder / "s", denseBytes(1), {}, system);
    ZR_VERIFY_OK(store->append(Bytes(100'000)));
    system.reset();
    std::vector<std::uint64_t> targets = allIndices(20'000);
    ZR_VERIFY_OK(store->remove(targets));
    QVERIFY2(system.calls() < 60, qPrintable(QString::number(system.calls())));
    QCOMPARE(store->size(), std::uint64_t{80'000});
}

void TestRecordRemover::stopLeavesAllAsItWas()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", denseBytes(1));
    ZR_VERIFY_OK(store->append(Bytes(1000)));
    std::stop_source source;
    source.request_stop();
    OperationContext context;
    context.stop = source.get_token();
    const std::vector<std::uint64_t> targets{5};
    ZR_COMPARE_CODE(store->remove(targets, context), ErrorCode::Cancelled);
    ZR_COMPARE_CODE(store->append(Bytes(1000), context), ErrorCode::Cancelled);
    QCOMPARE(store->size(), std::uint64_t{1000});
}

QTEST_APPLESS_MAIN(TestRecordRemover)
#include "tst_record_remover.moc"
