#include <QTest>

#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/aligned_set.h"

using namespace zrecord;
using namespace zrecord::test;

class TestAlignedSet : public QObject {
    Q_OBJECT

private slots:
    void init();
    void streamsInNameOrder();
    void unequalLengthsAreReadOnly();
    void removesFromEveryStream();
    void checksEveryStreamBeforeTheFirstChange();
    void emptyFolder();
    void noStreamIsLeftOut_data();
    void noStreamIsLeftOut();
    void emptiedStream();

private:
    void addStream(const char* name, std::size_t records, std::size_t width);
    std::unique_ptr<TemporaryFolder> m_folder;
    OpenOptions m_writing;
};

void TestAlignedSet::addStream(const char* name, std::size_t records, std::size_t width)
{
    auto store = Store::create(*m_folder / name, denseBytes(width));
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(patternRecords(0, records, width)));
}

void TestAlignedSet::init()
{
    m_folder = std::make_unique<TemporaryFolder>();
    m_writing.access = Access::ReadWrite;
}

void TestAlignedSet::streamsInNameOrder()
{
    addStream("label", 5, 1);
    addStream("image", 5, 20);
    addStream(".hidden", 3, 20);
    std::filesystem::create_directory(*m_folder / "empty");
    writeAll(*m_folder / "notes.txt", bytesOf({1}));
    QCOMPARE(AlignedSet::streamNames(m_folder->path()), (std::vector<std::string>{"image", "label"}));
    const auto set = AlignedSet::open(m_folder->path());
    ZR_VERIFY_OK(set);
    QCOMPARE(set->streams().size(), std::size_t{2});
    QCOMPARE(set->streams()[0].name, std::string("image"));
    QCOMPARE(set->size(), std::uint64_t{5});
    QVERIFY(!set->alignment());
}

void TestAlignedSet::unequalLengthsAreReadOnly()
{
    addStream("a", 5, 1);
    addStream("b", 5, 2);
    addStream("c", 4, 2);
    auto set = AlignedSet::open(m_folder->path());
    ZR_VERIFY_OK(set);
    QVERIFY(set->alignment().has_value());
    QCOMPARE(set->alignment()->message(), std::string("Stream c has 4 records, but a has 5 records."));
    QCOMPARE(set->size(), std::uint64_t{4});
    ZR_VERIFY_OK(set->close());
    const auto writing = AlignedSet::open(m_folder->path(), m_writing);
    ZR_COMPARE_CODE(writing, ErrorCode::WrongKind);
    QVERIFY(writing.status().message().find("Stream c has 4 records") != std::string::npos);
    // Nothing stays locked.
    ZR_VERIFY_OK(Store::open(*m_folder / "a", m_writing));
}

void TestAlignedSet::removesFromEveryStream()
{
    addStream("a", 10, 4);
    addStream("b", 10, 8);
    auto set = AlignedSet::open(m_folder->path(), m_writing);
    ZR_VERIFY_OK(set);
    const std::vector<std::uint64_t> targets{1, 8, 1};
    const auto removed = set->remove(targets);
    ZR_VERIFY_OK(removed);
    QCOMPARE(removed->removed, std::uint64_t{2});
    QCOMPARE(removed->moves, (std::vector<RecordMove>{{9, 1}}));
    QCOMPARE(set->size(), std::uint64_t{8});
    QCOMPARE(*readDense(set->streams()[0].store, {1}), patternRecord(9, 4));
    QCOMPARE(*readDense(set->streams()[1].store, {1}), patternRecord(9, 8));
    ZR_VERIFY_OK(set->close());
    ZR_COMPARE_CODE(set->remove(targets), ErrorCode::Closed);
}

void TestAlignedSet::checksEveryStreamBeforeTheFirstChange()
{
    addStream("a", 10, 4);
    addStream("b", 10, 8);
    auto set = AlignedSet::open(m_folder->path(), m_writing);
    const std::vector<std::uint64_t> outside{1, 10};
    ZR_COMPARE_CODE(set->remove(outside), ErrorCode::OutOfRange);
    ZR_VERIFY_OK(set->streams()[1].store.close());
    const std::vector<std::uint64_t> inside{1};
    ZR_COMPARE_CODE(set->remove(inside), ErrorCode::Closed);
    QCOMPARE(set->streams()[0].store.size(), std::uint64_t{10});
    ZR_VERIFY_OK(set->streams()[0].store.close());
    auto reading = AlignedSet::open(m_folder->path());
    ZR_COMPARE_CODE(reading->remove(inside), ErrorCode::ReadOnly);
}

void TestAlignedSet::emptyFolder()
{
    ZR_COMPARE_CODE(AlignedSet::open(m_folder->path()), ErrorCode::NotFound);
    ZR_COMPARE_CODE(AlignedSet::open(*m_folder / "nowhere"), ErrorCode::NotFound);
}

void TestAlignedSet::noStreamIsLeftOut_data()
{
    QTest::addColumn<int>("damage");
    QTest::addRow("without its description") << 0;
    QTest::addRow("without header and description") << 1;
    QTest::addRow("nobody can look into it") << 2;
}

void TestAlignedSet::noStreamIsLeftOut()
{
    QFETCH(int, damage);
    addStream("image", 10, 4);
    addStream("label", 10, 1);
    const std::filesystem::path label = *m_folder / "label";
    if (damage == 2) {
        std::filesystem::remove_all(label);
        std::filesystem::create_symlink("label", label);  // a loop
    } else {
        std::filesystem::remove(label / "meta.zr");
        if (damage == 1)
            std::filesystem::remove(label / "store.zr");
    }
    for (const Access access : {Access::ReadOnly, Access::ReadWrite}) {
        OpenOptions options;
        options.access = access;
        const auto set = AlignedSet::open(m_folder->path(), options);
        QVERIFY(!set.ok());
        QVERIFY2(set.status().message().find("label") != std::string::npos, set.status().message().c_str());
    }
    QCOMPARE(AlignedSet::streamNames(m_folder->path()), (std::vector<std::string>{"image", "label"}));
}

void TestAlignedSet::emptiedStream()
{
    addStream("image", 10, 4);
    std::filesystem::create_directory(*m_folder / "label");
    QCOMPARE(AlignedSet::open(m_folder->path())->size(), std::uint64_t{10});
    const auto writing = AlignedSet::open(m_folder->path(), m_writing);
    ZR_COMPARE_CODE(writing, ErrorCode::WrongKind);
    QVERIFY(writing.status().message().find("'label'") != std::string::npos);
    std::filesystem::remove(*m_folder / "label");
    std::filesystem::create_directory(*m_folder / ".exports");
    ZR_VERIFY_OK(AlignedSet::open(m_folder->path(), m_writing));
}

QTEST_APPLESS_MAIN(TestAlignedSet)
#include "tst_aligned_set.moc"
