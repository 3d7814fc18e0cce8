#include <fstream>

#include "workbench/document/stream_set.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;
using namespace zrecord::workbench::test;

class StreamSetTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void singleStore();
    void aFileIsNotTheFolderItLiesIn();
    void alignedSet();
    void unequalLengthsReadOnly();
    void missingStoreNamesTheWayOn();
    void aFileOfTheStoreMeansItsFolder();
    void raggedLengthsShapesAndValues();
    void largeRecordsComeWithoutBytes();
    void readsOfAnOldGenerationAreRefused();
    void removalCountsMovesAndDeadBytes();
    void removalFromAllStreamsOrNone();
    void tooManyMarksAreRefused();
    void compactionGivesBytesBack();
    void closedAnswersClosed();
    void sparseStoresOpenAtOnce_data();
    void sparseStoresOpenAtOnce();
    void severalThreadsReadTogether();

private:
    [[nodiscard]] std::filesystem::path folder() const { return m_folder->path().toStdString(); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

int firstByte(const RecordBlock& block, std::uint64_t index) {
    return std::to_integer<int>(block.record(index).bytes()[0]);
}

}  // namespace

void StreamSetTest::init() {
    m_folder = std::make_unique<QTemporaryDir>();
}

void StreamSetTest::singleStore() {
    makeByteStore(folder() / "bytes", {5, 6, 7});
    const auto opened = StreamSet::open(folder() / "bytes", Access::ReadOnly, 4);
    QVERIFY2(opened.ok(), opened.status().message().c_str());
    const StreamSet& set = **opened;
    QVERIFY(!set.isAlignedSet());
    QCOMPARE(set.recordCount(), std::uint64_t{3});
    QCOMPARE(set.generation(), std::uint64_t{4});
    QCOMPARE(set.streamName(0), std::string("bytes"));
    const auto block = set.read({0, 1, 2, 4}, {});
    QVERIFY(block.ok());
    QCOMPARE(firstByte(*block, 1), 6);
    QCOMPARE(firstByte(*block, 2), 7);
    QVERIFY((*set.summaries())[0].codec == Codec::Raw);
}

void StreamSetTest::aFileIsNotTheFolderItLiesIn() {
    makeByteStore(folder() / "set" / "label", {1, 2, 3});
    std::ofstream(folder() / "set" / "label.names.txt") << "Boot\n";
    for (const auto* name : {"label.names.txt", "label/0.chunk", "nothing"}) {
        const auto opened = StreamSet::open(folder() / "set" / name, Access::ReadOnly, 1);
        QVERIFY2(!opened.ok(), name);
        QCOMPARE(opened.code(), ErrorCode::NotFound);
        QVERIFY2(opened.status().store().find(name) != std::string_view::npos, name);
        QVERIFY2(opened.status().remedy() != opened.status().info().advice, name);
    }
    // The head of a store is what people choose in a dialog of files.
    QVERIFY(StreamSet::open(folder() / "set" / "label" / "meta.zr", Access::ReadOnly, 1).ok());
}

void StreamSetTest::alignedSet() {
    makeImageStore(folder() / "set" / "image", {4, 4}, 5);
    makeByteStore(folder() / "set" / "label", {9, 8, 7, 6, 5});
    const auto opened = StreamSet::open(folder() / "set", Access::ReadOnly, 1);
    QVERIFY2(opened.ok(), opened.status().message().c_str());
    QVERIFY((*opened)->isAlignedSet());
    QCOMPARE((*opened)->streamCount(), std::size_t{2});
    QCOMPARE((*opened)->streamName(1), std::string("label"));
    QVERIFY(!(*opened)->alignment());
    QCOMPARE(firstByte(*(*opened)->read({1, 0, 5, 1}, {}), 4), 5);
}

void StreamSetTest::unequalLengthsReadOnly() {
    makeByteStore(folder() / "set" / "a", {1, 2, 3, 4, 5});
    makeByteStore(folder() / "set" / "b", {1, 2, 3, 4, 5});
    makeByteStore(folder() / "set" / "c", {1, 2, 3, 4});
    const auto opened = StreamSet::open(folder() / "set", Access::ReadOnly, 1);
    QVERIFY2(opened.ok(), opened.status().message().c_str());
    QVERIFY((*opened)->alignment().has_value());
    QCOMPARE((*opened)->alignment()->stream, std::string("c"));
    QCOMPARE((*opened)->alignment()->records, std::uint64_t{4});
    QCOMPARE((*opened)->recordCount(), std::uint64_t{4});
    static_cast<void>((*opened)->close());
    QVERIFY(!StreamSet::open(folder() / "set", Access::ReadWrite, 1).ok());
}

void StreamSetTest::missingStoreNamesTheWayOn() {
    QCOMPARE(StreamSet::open(folder() / "nowhere", Access::ReadOnly, 1).code(), ErrorCode::NotFound);
    makeByteStore(folder() / "outer" / "train" / "label", {1});
    const Status status = StreamSet::open(folder() / "outer", Access::ReadOnly, 1).status();
    QCOMPARE(status.code(), ErrorCode::NotFound);
    QVERIFY2(status.remedy().find("\"train\"") != std::string_view::npos, status.message().c_str());
}

void StreamSetTest::aFileOfTheStoreMeansItsFolder() {
    makeByteStore(folder() / "bytes", {5});
    QVERIFY(StreamSet::open(folder() / "bytes" / "meta.zr", Access::ReadOnly, 1).ok());
}

void StreamSetTest::raggedLengthsShapesAndValues() {
    const std::vector<std::uint64_t> lengths{1, 2, 3, 4, 1, 5};
    makeRaggedStore(folder() / "ragged", lengths);
    const auto opened = StreamSet::open(folder() / "ragged", Access::ReadOnly, 1);
    QVERIFY2(opened.ok(), opened.status().message().c_str());
    const auto block = (*opened)->read({0, 0, 6, 1}, {});
    QVERIFY2(block.ok(), block.status().message().c_str());
    for (std::uint64_t i = 0; i < lengths.size(); ++i) {
        const DecodedRecord& record = block->record(i);
        QCOMPARE(record.shape().size(), std::size_t{1});
        QCOMPARE(record.shape()[0], lengths[i]);
        QCOMPARE(record.bytes().size(), std::size_t{lengths[i] * 4});
        std::int32_t last = 0;
        std::memcpy(&last, record.bytes().data() + (lengths[i] - 1) * 4, 4);
        QCOMPARE(last, static_cast<std::int32_t>(100 * i + lengths[i] - 1));
    }
}

void StreamSetTest::largeRecordsComeWithoutBytes() {
    makeRaggedStore(folder() / "ragged", {1, 100, 2, 100, 3});
    const auto opened = StreamSet::open(folder() / "ragged", Access::ReadOnly, 1);
    const auto block = (*opened)->read({0, 0, 5, 1, 50}, {});
    QVERIFY2(block.ok(), block.status().message().c_str());
    QVERIFY(block->record(0).hasBytes());
    QVERIFY(!block->record(1).hasBytes());
    QCOMPARE(block->record(1).plainBytes(), std::uint64_t{400});
    QCOMPARE(block->record(1).shape()[0], std::uint64_t{100});
    std::int32_t value = 0;
    std::memcpy(&value, block->record(4).bytes().data() + 8, 4);
    QCOMPARE(value, 402);
    QVERIFY(block->memoryBytes() < 2000);
    makeImageStore(folder() / "image", {64, 64}, 3);
    const auto dense = StreamSet::open(folder() / "image", Access::ReadOnly, 1);
    const auto images = (*dense)->read({0, 0, 3, 1, 1000}, {});
    QVERIFY(!images->record(2).hasBytes());
    QCOMPARE(images->record(2).shape()[0], std::uint64_t{64});
}

void StreamSetTest::readsOfAnOldGenerationAreRefused() {
    makeByteStore(folder() / "bytes", {5, 6, 7});
    const auto opened = StreamSet::open(folder() / "bytes", Access::ReadWrite, 1);
    QVERIFY2(opened.ok(), opened.status().message().c_str());
    QVERIFY((*opened)->remove(RecordRanges(0, 1), {}).ok());
    QCOMPARE((*opened)->read({0, 0, 1, 1}, {}).code(), ErrorCode::Closed);
    QCOMPARE(firstByte(*(*opened)->read({0, 0, 1, 2}, {}), 0), 7);
}

void StreamSetTest::removalCountsMovesAndDeadBytes() {
    makeByteStore(folder() / "bytes", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    const auto opened = StreamSet::open(folder() / "bytes", Access::ReadWrite, 1);
    RecordRanges marks(2, 2);
    marks.add(9);
    const auto applied = (*opened)->remove(marks, {});
    QVERIFY2(applied.ok(), applied.status().message().c_str());
    QCOMPARE(applied->removed, std::uint64_t{3});
    QCOMPARE(applied->moved, std::uint64_t{2});
    QCOMPARE(applied->deadBytes, std::uint64_t{3});
    QCOMPARE(applied->generation, std::uint64_t{2});
    QCOMPARE(applied->summaries[0].records, std::uint64_t{7});
    // What was planned is what happened.
    QVERIFY(applied->remap.moves() == IndexRemap::plan(marks, 10).moves());
    QCOMPARE((*opened)->recordCount(), std::uint64_t{7});
    QVERIFY((*opened)->close().ok());
    std::vector<int> expected;
    for (std::uint64_t i = 0; i < 7; ++i)
        expected.push_back(static_cast<int>(applied->remap.origin(i).value()));
    QCOMPARE(byteValues(folder() / "bytes"), expected);
}

void StreamSetTest::removalFromAllStreamsOrNone() {
    makeByteStore(folder() / "set" / "a", {0, 1, 2, 3, 4});
    makeByteStore(folder() / "set" / "b", {10, 11, 12, 13, 14});
    makeByteStore(folder() / "set" / "c", {20, 21, 22, 23, 24});
    const auto opened = StreamSet::open(folder() / "set", Access::ReadWrite, 1);
    QVERIFY2(opened.ok(), opened.status().message().c_str());
    const auto applied = (*opened)->remove(RecordRanges(2, 1), {});
    QVERIFY2(applied.ok(), applied.status().message().c_str());
    QCOMPARE(applied->deadBytes, std::uint64_t{3});
    // An index beyond the end: nothing happens anywhere.
    QCOMPARE((*opened)->remove(RecordRanges(1, 9), {}).code(), ErrorCode::OutOfRange);
    QCOMPARE((*opened)->generation(), std::uint64_t{2});
    QVERIFY((*opened)->close().ok());
    QCOMPARE(byteValues(folder() / "set" / "a"), (std::vector<int>{0, 1, 4, 3}));
    QCOMPARE(byteValues(folder() / "set" / "b"), (std::vector<int>{10, 11, 14, 13}));
    QCOMPARE(byteValues(folder() / "set" / "c"), (std::vector<int>{20, 21, 24, 23}));
}

void StreamSetTest::tooManyMarksAreRefused() {
    makeByteStore(folder() / "bytes", {0});
    const auto opened = StreamSet::open(folder() / "bytes", Access::ReadWrite, 1);
    QCOMPARE((*opened)->remove(RecordRanges(0, StreamSet::kMaximumRemoval + 1), {}).code(), ErrorCode::InvalidArgument);
}

void StreamSetTest::compactionGivesBytesBack() {
    makeImageStore(folder() / "set" / "image", {10, 10}, 10);
    makeByteStore(folder() / "set" / "label", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    const auto opened = StreamSet::open(folder() / "set", Access::ReadWrite, 1);
    QVERIFY((*opened)->remove(RecordRanges(0, 4), {}).ok());
    QCOMPARE((*(*opened)->stats({}))[0].reclaimable, std::uint64_t{400});
    const auto compacted = (*opened)->compact({});
    QVERIFY2(compacted.ok(), compacted.status().message().c_str());
    QCOMPARE(compacted->freedBytes, std::uint64_t{404});
    QCOMPARE(compacted->streams[1].stream, std::string("label"));
    // Records keep their places, so what is cached stays right.
    QCOMPARE((*opened)->generation(), std::uint64_t{2});
    QCOMPARE((*(*opened)->stats({}))[0].reclaimable, std::uint64_t{0});
    QCOMPARE(firstByte(*(*opened)->read({1, 0, 6, 2}, {}), 0), firstByte(*(*opened)->read({0, 0, 6, 2}, {}), 0));
}

void StreamSetTest::closedAnswersClosed() {
    makeByteStore(folder() / "bytes", {5, 6, 7});
    const auto opened = StreamSet::open(folder() / "bytes", Access::ReadOnly, 1);
    QVERIFY((*opened)->close().ok());
    QVERIFY((*opened)->close().ok());
    QCOMPARE((*opened)->read({0, 0, 1, 1}, {}).code(), ErrorCode::Closed);
    QCOMPARE((*opened)->stats({}).code(), ErrorCode::Closed);
    QCOMPARE((*opened)->summaries().code(), ErrorCode::Closed);
    // The lock is free: somebody else may write.
    QVERIFY(StreamSet::open(folder() / "bytes", Access::ReadWrite, 1).ok());
}

void StreamSetTest::sparseStoresOpenAtOnce_data() {
    QTest::addColumn<qulonglong>("records");
    QTest::newRow("340 205 976") << 340'205'976ULL;
    QTest::newRow("2^31 + 5") << (1ULL << 31) + 5;
}

void StreamSetTest::sparseStoresOpenAtOnce() {
    QFETCH(qulonglong, records);
    makeSparseStore(folder() / "sparse", records, 17, 99);
    QElapsedTimer timer;
    timer.start();
    const auto opened = StreamSet::open(folder() / "sparse", Access::ReadOnly, 1);
    QVERIFY2(opened.ok(), opened.status().message().c_str());
    QCOMPARE(qulonglong{(*opened)->recordCount()}, records);
    const auto last = (*opened)->read({0, records - 1, 1, 1}, {});
    QVERIFY2(last.ok(), last.status().message().c_str());
    QCOMPARE(firstByte(*last, records - 1), 99);
    QVERIFY(timer.elapsed() < 1000);
    // Holes are damaged records, each on its own.
    const auto around = readIsolating(**opened, {0, records - 3, 3, 1}, {});
    QVERIFY(around.ok());
    QVERIFY(around->record(records - 2).isNull());
    QCOMPARE(*around->status(records - 2).record(), std::uint64_t{records - 2});
    QCOMPARE(firstByte(*around, records - 1), 99);
}

void StreamSetTest::severalThreadsReadTogether() {
    makeImageStore(folder() / "image", {8, 8}, 3000);
    const auto opened = StreamSet::open(folder() / "image", Access::ReadWrite, 1);
    std::atomic<int> wrong = 0;
    std::atomic<int> refused = 0;
    std::vector<std::thread> readers;
    for (std::uint64_t t = 0; t < 4; ++t) {
        readers.emplace_back([&, t] {
            for (std::uint64_t i = 0; i < 200; ++i) {
                const std::uint64_t index = (t * 701 + i * 37) % 2900;
                const auto block = (*opened)->read({0, index, 10, 1}, {});
                if (!block.ok())
                    ++(block.code() == ErrorCode::Closed ? refused : wrong);
                else if (firstByte(*block, index + 9) != static_cast<int>((index + 9) % 256))
                    ++wrong;
            }
        });
    }
    const auto applied = (*opened)->remove(RecordRanges(2999, 1), {});
    for (std::thread& reader : readers)
        reader.join();
    QVERIFY(applied.ok());
    // Reads either saw the old records or were told that those are gone.
    QCOMPARE(wrong.load(), 0);
}

QTEST_GUILESS_MAIN(StreamSetTest)
#include "tst_stream_set.moc"
