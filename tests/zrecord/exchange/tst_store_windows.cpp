#include <QTest>

#include <QTemporaryDir>

#include "exchange/store_windows.h"
#include "exchange_testing.h"

namespace zrecord {

using namespace testing;

class TestStoreWindows : public QObject {
    Q_OBJECT
private slots:
    void walksOverEveryRecordOnce();
    void followsTheSelection();
    void raggedWindowsStayBelowTheBound();
    void refusesWhatLeavesTheStore();
};

namespace {

std::vector<std::uint64_t> walk(StoreWindows& windows)
{
    std::vector<std::uint64_t> all;
    StoreWindow window;
    while (windows.next(window, {}).ok() && !window.indices.empty())
        all.insert(all.end(), window.indices.begin(), window.indices.end());
    return all;
}

}  // namespace

void TestStoreWindows::walksOverEveryRecordOnce()
{
    QTemporaryDir folder;
    const Store store = makeDense(folder.filePath(QStringLiteral("s")).toStdString(), "<u2", {3}, 25);
    for (const std::uint64_t bound : {1U, 6U, 20U, 1000U}) {
        auto windows = StoreWindows::make(store, std::nullopt, bound);
        QVERIFY(windows.ok());
        QCOMPARE(windows->total(), UINT64_C(25));
        QVERIFY(walk(*windows) == allIndices(store));
        QVERIFY(walk(*windows).empty());
        windows->restart();
        QVERIFY(walk(*windows) == allIndices(store));
    }
}

void TestStoreWindows::followsTheSelection()
{
    QTemporaryDir folder;
    const Store store = makeDense(folder.filePath(QStringLiteral("s")).toStdString(), "u1", {}, 10);
    const std::vector<IndexRange> ranges{{9, 10, -1}, {5, 0, 1}, {0, 5, 2}, {3, 1, -7}};
    auto windows = StoreWindows::make(store, ranges, 4);
    QVERIFY(windows.ok());
    QVERIFY(walk(*windows) == *expandRanges(ranges));
    auto none = StoreWindows::make(store, std::vector<IndexRange>{}, 4);
    QVERIFY(walk(*none).empty());
}

void TestStoreWindows::raggedWindowsStayBelowTheBound()
{
    QTemporaryDir folder;
    const Store store = makeRagged(folder.filePath(QStringLiteral("r")).toStdString(), 400);
    const RaggedContents expected = raggedContents(store);
    auto windows = StoreWindows::make(store, std::nullopt, 100);
    QVERIFY(windows.ok());
    StoreWindow window;
    std::uint64_t done = 0;
    while (true) {
        QVERIFY(windows->next(window, {}).ok());
        if (window.indices.empty())
            break;
        QVERIFY(window.bytes.size() <= 100);
        QCOMPARE(window.layout.size(), window.indices.size());
        for (std::size_t i = 0; i < window.indices.size(); ++i, ++done) {
            QCOMPARE(window.indices[i], done);
            const auto record = std::span(window.bytes).subspan(static_cast<std::size_t>(window.layout.offsets[i]),
                                                               static_cast<std::size_t>(window.layout.offsets[i + 1] - window.layout.offsets[i]));
            QCOMPARE(arrayOf(record), expected.records[static_cast<std::size_t>(done)]);
            QVERIFY(std::ranges::equal(window.layout.shape(i), expected.shapes[static_cast<std::size_t>(done)]));
        }
    }
    QCOMPARE(done, UINT64_C(400));
    auto alone = StoreWindows::make(store, std::nullopt, 1);
    QVERIFY(walk(*alone) == allIndices(store));
}

void TestStoreWindows::refusesWhatLeavesTheStore()
{
    QTemporaryDir folder;
    Store store = makeDense(folder.filePath(QStringLiteral("s")).toStdString(), "u1", {}, 10);
    const std::vector<IndexRange> wrong{{10, 1, 1}, {9, 2, 1}, {0, 2, 10}, {0, 2, -1}, {5, 7, -1}, {0, UINT64_MAX, 1},
                                        {0, UINT64_MAX, INT64_MIN}, {0, 3, INT64_MAX}, {UINT64_MAX, 1, 1}};
    for (const IndexRange& range : wrong)
        QVERIFY(StoreWindows::make(store, std::vector<IndexRange>{{0, 10, 1}, range}, 4).code() == ErrorCode::OutOfRange);
    QVERIFY(StoreWindows::make(store, std::vector<IndexRange>{{9, 10, -1}, {0, 1, INT64_MIN}}, 4).ok());
    QVERIFY(store.close().ok());
    QVERIFY(StoreWindows::make(store, std::nullopt, 4).code() == ErrorCode::Closed);
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestStoreWindows)
#include "tst_store_windows.moc"
