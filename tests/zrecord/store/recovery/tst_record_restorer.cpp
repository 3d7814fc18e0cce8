#include <QTest>

#include <chrono>
#include <random>

#include "store/record_remover.h"
#include "store/store_access.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

constexpr std::size_t kWidth = 10;

OpenOptions writing()
{
    OpenOptions options;
    options.access = Access::ReadWrite;
    return options;
}

Status removeAt(Store& store, std::vector<std::uint64_t> targets)
{
    return store.remove(targets).status();
}

}  // namespace

/// The undo of deletes. Its crashes are simulated in tests/crash.
class TestRecordRestorer : public QObject {
    Q_OBJECT

private slots:
    void init();
    void exactOrderOfRandomDeletes_data();
    void exactOrderOfRandomDeletes();
    void saysWhatMovedBack();
    void isListedForReaders();
    void anotherProcessMayUndo();
    void appendEndsIt();
    void compactEndsIt();
    void foreignChangeEndsIt();
    void foreignBytesUnderTheSameHeader();
    void damagedFileIsRefused();
    void damagedRecordComesBackDamaged();
    void keepsNothingOnRequest();
    void oldestGoFirst();
    void setsUndoTogether();

private:
    Result<Store> newStore(std::size_t records, Codec codec = Codec::Raw);
    [[nodiscard]] std::filesystem::path path() const { return *m_folder / "s"; }
    std::unique_ptr<TemporaryFolder> m_folder;
};

void TestRecordRestorer::init()
{
    m_folder = std::make_unique<TemporaryFolder>();
}

Result<Store> TestRecordRestorer::newStore(std::size_t records, Codec codec)
{
    ZR_ASSIGN_OR_RETURN(Store store, Store::create(path(), withCodec(denseBytes(kWidth), codec), {}));
    ZR_RETURN_IF_ERROR(store.append(patternRecords(0, records, kWidth)).status());
    return store;
}

void TestRecordRestorer::exactOrderOfRandomDeletes_data()
{
    QTest::addColumn<bool>("ragged");
    QTest::newRow("dense") << false;
    QTest::newRow("ragged") << true;
}

void TestRecordRestorer::exactOrderOfRandomDeletes()
{
    QFETCH(bool, ragged);
    std::mt19937_64 random(7);
    auto store = Store::create(path(), ragged ? raggedBytes(Codec::Zstd) : denseBytes(kWidth, Codec::Zstd));
    ZR_VERIFY_OK(store);
    constexpr std::size_t kRecords = 150;
    std::vector<OwnedRagged> records;
    for (std::size_t i = 0; i < kRecords; ++i)
        records.push_back(patternRagged(i));
    if (ragged)
        ZR_VERIFY_OK(appendRagged(*store, records));
    else
        ZR_VERIFY_OK(store->append(patternRecords(0, kRecords, kWidth)));
    const auto contents = [&]() -> std::pair<Bytes, std::vector<OwnedRagged>> {
        return ragged ? std::pair(Bytes(), *readRagged(*store)) : std::pair(*readDense(*store), std::vector<OwnedRagged>());
    };
    // Deletes of all shapes one upon the other, then all back again.
    std::vector<std::pair<Bytes, std::vector<OwnedRagged>>> states{contents()};
    while (store->size() > 3) {
        std::vector<std::uint64_t> targets;
        const std::uint64_t chance = 1 + random() % 6;
        for (std::uint64_t i = 0; i < store->size(); ++i)
            if (random() % 8 < chance)
                targets.push_back(i);
        if (targets.empty())
            continue;
        ZR_VERIFY_OK(removeAt(*store, targets));
        states.push_back(contents());
    }
    QVERIFY(states.size() > 4);
    QCOMPARE(store->undoableRemovals()->size(), states.size() - 1);
    while (states.size() > 1) {
        states.pop_back();
        ZR_VERIFY_OK(store->undoRemoval());
        QVERIFY(contents() == states.back());
        QVERIFY(store->verify()->clean());
    }
    ZR_COMPARE_CODE(store->undoRemoval(), ErrorCode::NotFound);
    QVERIFY(!std::filesystem::exists(path() / ".zrx"));
}

void TestRecordRestorer::saysWhatMovedBack()
{
    auto store = newStore(10);
    const std::vector<std::uint64_t> targets{1, 3, 8};
    const auto removed = store->remove(targets);
    const std::uint64_t generation = store->generation();
    const auto restored = store->undoRemoval();
    ZR_VERIFY_OK(restored);
    QCOMPARE(restored->recordsBefore, std::uint64_t{7});
    QCOMPARE(restored->restored, targets);
    QCOMPARE(restored->moves, (std::vector<RecordMove>{{1, 7}, {3, 9}}));
    QCOMPARE(removed->moves, (std::vector<RecordMove>{{7, 1}, {9, 3}}));
    QVERIFY(store->generation() > generation);
    // The redo is the same delete.
    const auto again = store->remove(restored->restored);
    QCOMPARE(again->moves, removed->moves);
}

void TestRecordRestorer::isListedForReaders()
{
    const auto now = [] { return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count(); };
    const auto earliest = now();
    {
        auto store = newStore(10);
        ZR_VERIFY_OK(removeAt(*store, {1, 2, 3}));
        ZR_VERIFY_OK(removeAt(*store, {6}));
    }
    auto store = Store::open(path());
    const auto removals = store->undoableRemovals();
    ZR_VERIFY_OK(removals);
    QCOMPARE(removals->size(), std::size_t{2});
    QCOMPARE((*removals)[0].records, std::uint64_t{1});
    QCOMPARE((*removals)[1].records, std::uint64_t{3});
    QVERIFY((*removals)[0].when >= earliest && (*removals)[0].when <= now());
    ZR_COMPARE_CODE(store->undoRemoval(), ErrorCode::ReadOnly);
}

void TestRecordRestorer::anotherProcessMayUndo()
{
    {
        auto store = newStore(10);
        ZR_VERIFY_OK(removeAt(*store, {0, 9}));
    }
    auto store = Store::open(path(), writing());
    ZR_VERIFY_OK(store->undoRemoval());
    QCOMPARE(*readDense(*store), patternRecords(0, 10, kWidth));
}

void TestRecordRestorer::appendEndsIt()
{
    auto store = newStore(10);
    ZR_VERIFY_OK(removeAt(*store, {2}));
    ZR_VERIFY_OK(store->append(patternRecord(50, kWidth)));
    QVERIFY(store->undoableRemovals()->empty());
    const Status status = store->undoRemoval().status();
    ZR_COMPARE_CODE(status, ErrorCode::NotFound);
    QVERIFY2(status.message().find("changed or compacted since") != std::string::npos, status.message().c_str());
    // Later deletes can be undone, down to the append.
    ZR_VERIFY_OK(removeAt(*store, {3}));
    QCOMPARE(store->undoableRemovals()->size(), std::size_t{1});
    ZR_VERIFY_OK(store->undoRemoval());
    QCOMPARE(store->size(), std::uint64_t{10});
    ZR_COMPARE_CODE(store->undoRemoval(), ErrorCode::NotFound);
}

void TestRecordRestorer::compactEndsIt()
{
    auto store = newStore(10);
    ZR_VERIFY_OK(removeAt(*store, {2}));
    ZR_VERIFY_OK(store->compact());
    QVERIFY(store->undoableRemovals()->empty());
    QVERIFY(!std::filesystem::exists(path() / ".zrx"));
}

void TestRecordRestorer::foreignChangeEndsIt()
{
    {
        auto store = newStore(10);
        ZR_VERIFY_OK(removeAt(*store, {2}));
    }
    // loaderx deletes in place: the last entry goes into the place, the header counts one less.
    Bytes table = readAll(path() / "0.loc");
    std::copy_n(table.begin() + 8 * 16, 16, table.begin());
    writeAll(path() / "0.loc", table);
    Bytes header = readAll(path() / "meta.zr");
    header[14] = std::byte{8};
    writeAll(path() / "meta.zr", header);
    ZR_COMPARE_CODE(Store::open(path(), writing())->undoRemoval(), ErrorCode::NotFound);
    QVERIFY(!std::filesystem::exists(path() / ".zrx"));
}

void TestRecordRestorer::foreignBytesUnderTheSameHeader()
{
    // The last record is removed; another program compacts, appends one and removes it: header and table are the same
    // again, but the bytes of the removed record are not.
    {
        auto store = newStore(10);
        ZR_VERIFY_OK(removeAt(*store, {9}));
    }
    Bytes chunk = readAll(path() / "0.chunk");
    const Bytes other = patternRecord(77, kWidth);
    std::ranges::copy(other, chunk.end() - kWidth);
    writeAll(path() / "0.chunk", chunk);
    auto store = Store::open(path(), writing());
    QCOMPARE(store->undoableRemovals()->size(), std::size_t{1});
    const Status status = store->undoRemoval().status();
    ZR_COMPARE_CODE(status, ErrorCode::NotFound);
    QVERIFY2(status.message().find("another program has changed the store") != std::string::npos, status.message().c_str());
    QCOMPARE(store->size(), std::uint64_t{9});
    QCOMPARE(*readDense(*store), patternRecords(0, 9, kWidth));
}

void TestRecordRestorer::damagedFileIsRefused()
{
    {
        auto store = newStore(10);
        ZR_VERIFY_OK(removeAt(*store, {1, 5}));
    }
    const Bytes good = readAll(path() / ".zrx" / "undo-1");
    for (std::size_t at : {std::size_t{3}, std::size_t{150}, std::size_t{257}, good.size() - 1}) {
        Bytes bad = good;
        bad[at] ^= std::byte{1};
        writeAll(path() / ".zrx" / "undo-1", bad);
        auto store = Store::open(path(), writing());
        const Status status = store->undoRemoval().status();
        QVERIFY(status.code() == ErrorCode::BadFormat || status.code() == ErrorCode::NotFound);
        QCOMPARE(store->size(), std::uint64_t{8});
        if (!std::filesystem::exists(path() / ".zrx"))
            std::filesystem::create_directory(path() / ".zrx");
        writeAll(path() / ".zrx" / "undo-1", good);
    }
    auto store = Store::open(path(), writing());
    ZR_VERIFY_OK(store->undoRemoval());
    QCOMPARE(*readDense(*store), patternRecords(0, 10, kWidth));
}

void TestRecordRestorer::damagedRecordComesBackDamaged()
{
    {
        auto store = newStore(10);
        ZR_VERIFY_OK(store);
    }
    Bytes table = readAll(path() / "0.loc");
    table[4 * 16 + 12] = std::byte{9};  // a chunk that does not exist
    writeAll(path() / "0.loc", table);
    auto store = Store::open(path(), writing());
    ZR_VERIFY_OK(removeAt(*store, {4}));
    QVERIFY(store->verify()->clean());
    ZR_VERIFY_OK(store->undoRemoval());
    QCOMPARE(readAll(path() / "0.loc"), table);
}

void TestRecordRestorer::keepsNothingOnRequest()
{
    {
        auto store = newStore(10);
        ZR_VERIFY_OK(store);
    }
    OpenOptions options = writing();
    options.keepUndo = false;
    auto store = Store::open(path(), options);
    ZR_VERIFY_OK(removeAt(*store, {2}));
    ZR_VERIFY_OK(removeAt(*store, {8}));
    QVERIFY(store->undoableRemovals()->empty());
    QVERIFY(!std::filesystem::exists(path() / ".zrx"));
}

void TestRecordRestorer::oldestGoFirst()
{
    auto store = newStore(60);
    for (std::uint64_t i = 0; i < 40; ++i)
        ZR_VERIFY_OK(removeAt(*store, {i % 5}));
    QCOMPARE(store->undoableRemovals()->size(), std::size_t{32});
    for (int i = 0; i < 32; ++i)
        ZR_VERIFY_OK(store->undoRemoval());
    ZR_COMPARE_CODE(store->undoRemoval(), ErrorCode::NotFound);
    QCOMPARE(store->size(), std::uint64_t{52});
}

void TestRecordRestorer::setsUndoTogether()
{
    for (const char* name : {"a", "b"}) {
        auto store = Store::create(*m_folder / "set" / name, denseBytes(kWidth));
        ZR_VERIFY_OK(store->append(patternRecords(0, 10, kWidth)));
    }
    auto set = AlignedSet::open(*m_folder / "set", writing());
    const std::vector<std::uint64_t> first{2, 9};
    const std::vector<std::uint64_t> second{0};
    ZR_VERIFY_OK(set->remove(first));
    ZR_VERIFY_OK(set->remove(second));
    QCOMPARE(set->undoableRemovals()->size(), std::size_t{2});
    const auto restored = set->undoRemoval();
    ZR_VERIFY_OK(restored);
    QCOMPARE(restored->restored, second);
    QCOMPARE(restored->moves, (std::vector<RecordMove>{{0, 7}}));
    // A delete of one stream alone stands in the way of the set's.
    const std::vector<std::uint64_t> own{3};
    ZR_VERIFY_OK(set->streams()[1].store.remove(own));
    QVERIFY(set->undoableRemovals()->empty());
    const Status status = set->undoRemoval().status();
    ZR_COMPARE_CODE(status, ErrorCode::NotFound);
    QVERIFY2(status.message().find("the last one of this stream was its own") != std::string::npos, status.message().c_str());
    ZR_VERIFY_OK(set->streams()[1].store.undoRemoval());
    ZR_VERIFY_OK(set->undoRemoval());
    for (const AlignedSet::Stream& stream : set->streams())
        QCOMPARE(*readDense(stream.store), patternRecords(0, 10, kWidth));
}

QTEST_APPLESS_MAIN(TestRecordRestorer)
#include "tst_record_restorer.moc"
