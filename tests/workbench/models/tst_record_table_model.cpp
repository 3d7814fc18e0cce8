#include "workbench/models/record_table_model.h"

#include <memory>
#include <utility>
#include <vector>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

#include "workbench/curate/record_tags.h"
#include "workbench/document/pending_changes.h"
#include "workbench/document/store_document.h"
#include "workbench/fetch/record_cache.h"
#include "workbench/find/record_search.h"
#include "workbench/models/record_roles.h"
#include "workbench/selection/record_order.h"
#include "workbench/selection/record_selection.h"
#include "workbench/support/fake_source.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;
using namespace zrecord::workbench::test;
using Kind = RecordTableModel::ColumnKind;

class RecordTableModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void columnsFollowTheStreams();
    void rowsAndRoles();
    void windowSlidesWithoutReset();
    void windowStaysWhereThereIsRoom();
    void removalAtTheEndOfTheWindow();
    void billionsOfRecordsInOneWindow();
    void dataReadsNothingAndAsksForNothing();
    void cacheChangesReachOnlyTheirRows();
    void selectionAndMarksAnnounceTheirRole();
    void failedCellsSayWhy();
    void multiDataAnswersLikeData();
    void otherStreamsReset();
    void orderDecidesWhichRecordIsWhere();
    void tagsAndStatisticsHaveColumns();
    void textsAreWholeInTheToolTip();

private:
    [[nodiscard]] std::filesystem::path folder() const { return m_folder->path().toStdString(); }
    void open(const std::filesystem::path& path, int windowRows = 100);
    void settle() {
        do {
            m_loader->settle();
            m_jobs->settle();
        } while (m_loader->waiting() + m_jobs->waiting() > 0);
    }
    void edit() {
        m_document->enableEditing();
        settle();
        takeSource();
    }
    void takeSource() {
        m_cache->setSource(m_document->source());
        m_selection->setRecordCount(m_document->recordCount());
        m_model->refresh();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ManualTaskRunner> m_loader;
    std::unique_ptr<ManualTaskRunner> m_jobs;
    std::unique_ptr<WorkbenchRuntime> m_runtime;
    std::unique_ptr<StoreDocument> m_document;
    std::unique_ptr<RecordCache> m_cache;
    std::unique_ptr<RecordSelection> m_selection;
    std::unique_ptr<PendingChanges> m_pending;
    std::unique_ptr<RecordTableModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void RecordTableModelTest::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_loader = std::make_unique<ManualTaskRunner>();
    m_jobs = std::make_unique<ManualTaskRunner>();
    m_runtime = std::make_unique<WorkbenchRuntime>(*m_loader, *m_jobs);
}

void RecordTableModelTest::cleanup() {
    m_tester.reset();
    m_model.reset();
    m_document.reset();
    settle();
    m_runtime.reset();
}

void RecordTableModelTest::open(const std::filesystem::path& path, int windowRows) {
    m_document = std::make_unique<StoreDocument>(toQString(path), *m_runtime);
    m_cache = std::make_unique<RecordCache>();
    m_selection = std::make_unique<RecordSelection>();
    m_pending = std::make_unique<PendingChanges>();
    m_model = std::make_unique<RecordTableModel>(*m_document, *m_cache, *m_selection, *m_pending, windowRows);
    if (windowRows <= 1000)
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    m_document->open();
    settle();
    takeSource();
}

void RecordTableModelTest::columnsFollowTheStreams() {
    makeImageStore(folder() / "set" / "image", {4, 4}, 3);
    makeRaggedStore(folder() / "set" / "text", {1, 2, 3});
    open(folder() / "set");
    QCOMPARE(m_model->columnCount(), 4);
    QCOMPARE(m_model->columnKind(0), Kind::Index);
    QCOMPARE(m_model->columnKind(1), Kind::Value);
    QCOMPARE(m_model->columnKind(2), Kind::Value);
    QCOMPARE(m_model->columnKind(3), Kind::Shape);
    QCOMPARE(m_model->columnStream(3), 1);
    QCOMPARE(m_model->valueColumn(1), 2);
    QCOMPARE(m_model->valueColumn(5), -1);
    QCOMPARE(m_model->headerData(1, Qt::Horizontal).toString(), QStringLiteral("image"));
    QVERIFY(m_model->headerData(1, Qt::Horizontal, Qt::ToolTipRole).toString().contains(QStringLiteral("uint8 (4, 4)")));
}

void RecordTableModelTest::rowsAndRoles() {
    makeByteStore(folder() / "bytes", {10, 11, 12});
    open(folder() / "bytes");
    QCOMPARE(m_model->rowCount(), 3);
    const QModelIndex cell = m_model->index(2, 1);
    QCOMPARE(cell.data(StateRole).toInt(), static_cast<int>(RecordState::NotRequested));
    QVERIFY(!cell.data().isValid());
    m_cache->insert(0, 0, m_cache->generation(), *m_document->source()->read({0, 0, 3, m_cache->generation()}, {}));
    QCOMPARE(cell.data().toString(), QStringLiteral("12"));
    QCOMPARE(cell.data(StateRole).toInt(), static_cast<int>(RecordState::Ready));
    QCOMPARE(cell.data(RecordIndexRole).toULongLong(), 2ULL);
    QCOMPARE(m_model->index(2, 0).data().toString(), QStringLiteral("2"));
    m_selection->select(2);
    m_pending->mark(RecordRanges(2, 1));
    QVERIFY(cell.data(SelectedRole).toBool());
    QVERIFY(cell.data(CurrentRole).toBool());
    QVERIFY(cell.data(MarkedRole).toBool());
    QVERIFY(!m_model->index(1, 1).data(MarkedRole).toBool());
}

void RecordTableModelTest::windowSlidesWithoutReset() {
    makeByteStore(folder() / "bytes", std::vector<int>(1000, 1));
    open(folder() / "bytes", 100);
    QCOMPARE(m_model->rowCount(), 100);
    QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    QSignalSpy header(m_model.get(), &QAbstractItemModel::headerDataChanged);
    QSignalSpy moved(m_model.get(), &RecordTableModel::baseChanged);
    QVERIFY(m_model->ensureWindow(500));
    QCOMPARE(m_model->base(), std::uint64_t{450});
    QCOMPARE(reset.count() + inserted.count(), 0);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.at(0).at(1).toModelIndex().row(), 99);
    QCOMPARE(header.count(), 1);
    QCOMPARE(moved.count(), 1);
    QCOMPARE(moved.at(0).at(0).value<std::uint64_t>(), std::uint64_t{0});
    QCOMPARE(m_model->rowCount(), 100);
    QCOMPARE(*m_model->rowOf(500), 50);
    QVERIFY(!m_model->rowOf(449));
    QVERIFY(!m_model->rowOf(550));
    QCOMPARE(m_model->recordAt(99), std::uint64_t{549});
    QCOMPARE(m_model->headerData(0, Qt::Vertical).toString(), QStringLiteral("450"));
    m_model->ensureWindow(999);
    QCOMPARE(m_model->base(), std::uint64_t{900});
    QCOMPARE(*m_model->rowOf(999), 99);
    m_model->ensureWindow(0);
    QCOMPARE(m_model->base(), std::uint64_t{0});
}

void RecordTableModelTest::windowStaysWhereThereIsRoom() {
    makeByteStore(folder() / "bytes", std::vector<int>(1000, 1));
    open(folder() / "bytes", 100);
    QVERIFY(!m_model->ensureWindow(0, 40));
    QVERIFY(!m_model->ensureWindow(60, 10));
    QVERIFY(m_model->ensureWindow(70, 10));
    QCOMPARE(m_model->base(), std::uint64_t{24});
    QVERIFY(!m_model->ensureWindow(60, 30));
    // Half a window beyond the end is clipped.
    QVERIFY(m_model->ensureWindow(980, 500));
    QCOMPARE(m_model->base(), std::uint64_t{900});
    QVERIFY(!m_model->ensureWindow(5000));
}

void RecordTableModelTest::removalAtTheEndOfTheWindow() {
    makeByteStore(folder() / "bytes", std::vector<int>(120, 1));
    open(folder() / "bytes", 100);
    edit();
    m_model->ensureWindow(119);
    QCOMPARE(m_model->base(), std::uint64_t{20});
    m_document->applyRemoval(RecordRanges(0, 5));
    settle();
    QSignalSpy removed(m_model.get(), &QAbstractItemModel::rowsRemoved);
    QSignalSpy moved(m_model.get(), &RecordTableModel::baseChanged);
    takeSource();
    QCOMPARE(removed.count(), 0);
    QCOMPARE(moved.count(), 1);
    QCOMPARE(m_model->base(), std::uint64_t{15});
    m_document->applyRemoval(RecordRanges(0, 50));
    settle();
    takeSource();
    QCOMPARE(removed.count(), 1);
    QCOMPARE(m_model->rowCount(), 65);
    QCOMPARE(m_model->base(), std::uint64_t{0});
    m_document->applyRemoval(RecordRanges(0, 65));
    settle();
    takeSource();
    QCOMPARE(m_model->rowCount(), 0);
}

void RecordTableModelTest::billionsOfRecordsInOneWindow() {
    constexpr std::uint64_t kRecords = (std::uint64_t{1} << 31) + 5;
    makeSparseStore(folder() / "sparse", kRecords, 3, 4);
    open(folder() / "sparse", RecordTableModel::kWindowRows);
    QCOMPARE(m_model->recordCount(), kRecords);
    QCOMPARE(m_model->rowCount(), 65'536);
    QVERIFY(m_model->ensureWindow(kRecords - 1));
    QCOMPARE(m_model->recordAt(65'535), kRecords - 1);
    QCOMPARE(m_model->index(65'535, 0).data(RecordIndexRole).toULongLong(), static_cast<qulonglong>(kRecords - 1));
    QCOMPARE(m_model->headerData(65'535, Qt::Vertical).toString(), QStringLiteral("2\u2009147\u2009483\u2009652"));
    m_selection->selectAll();
    QVERIFY(m_model->index(0, 0).data(SelectedRole).toBool());
}

void RecordTableModelTest::dataReadsNothingAndAsksForNothing() {
    makeByteStore(folder() / "bytes", std::vector<int>(50, 1));
    open(folder() / "bytes");
    auto source = std::make_shared<FakeSource>(50, Shape{1});
    source->m_generation = 1;
    m_cache->setSource(source);
    for (int row = 0; row < 50; ++row) {
        for (int column = 0; column < 2; ++column) {
            for (int role = 0; role < Qt::UserRole + 20; ++role)
                static_cast<void>(m_model->index(row, column).data(role));
        }
    }
    QVERIFY(source->m_reads.empty());
    QCOMPARE(m_loader->waiting(), std::size_t{0});
    QCOMPARE(m_jobs->waiting(), std::size_t{0});
}

void RecordTableModelTest::cacheChangesReachOnlyTheirRows() {
    makeByteStore(folder() / "bytes", std::vector<int>(3000, 1));
    open(folder() / "bytes", 100);
    m_model->ensureWindow(1024);
    QCOMPARE(m_model->base(), std::uint64_t{974});
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    const std::uint64_t generation = m_cache->generation();
    m_cache->insert(0, 2, generation, *m_document->source()->read({0, 2048, 952, generation}, {}));
    QCOMPARE(changed.count(), 0);
    m_cache->insert(0, 1, generation, *m_document->source()->read({0, 1024, 1024, generation}, {}));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.at(0).at(0).toModelIndex(), m_model->index(50, 1));
    QCOMPARE(changed.at(0).at(1).toModelIndex(), m_model->index(99, 1));
}

void RecordTableModelTest::selectionAndMarksAnnounceTheirRole() {
    makeByteStore(folder() / "bytes", {1, 2, 3});
    open(folder() / "bytes");
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    m_selection->select(1);
    QCOMPARE(changed.count(), 2);
    QCOMPARE(changed.at(0).at(2).value<QList<int>>(), QList<int>{SelectedRole});
    QCOMPARE(changed.at(1).at(2).value<QList<int>>(), QList<int>{CurrentRole});
    m_pending->mark(RecordRanges(0, 2));
    QCOMPARE(changed.at(2).at(2).value<QList<int>>(), QList<int>{MarkedRole});
}

void RecordTableModelTest::failedCellsSayWhy() {
    makeByteStore(folder() / "bytes", {1, 2, 3});
    open(folder() / "bytes");
    std::vector<DecodedRecord> records(3);
    const Status damaged = Status(ErrorCode::CorruptRecord, "the frame is damaged").withRecord(1);
    m_cache->insert(0, 0, m_cache->generation(), RecordBlock(0, std::move(records), {{1, damaged}}));
    const QModelIndex cell = m_model->index(1, 1);
    QCOMPARE(cell.data(StateRole).toInt(), static_cast<int>(RecordState::Failed));
    QVERIFY2(cell.data(ErrorTextRole).toString().contains(QStringLiteral("record 1")), qPrintable(cell.data(ErrorTextRole).toString()));
}

void RecordTableModelTest::multiDataAnswersLikeData() {
    makeByteStore(folder() / "bytes", {1, 2, 3});
    open(folder() / "bytes");
    m_selection->select(1);
    m_cache->insert(0, 0, m_cache->generation(), *m_document->source()->read({0, 0, 3, m_cache->generation()}, {}));
    QList<int> roles{Qt::DisplayRole, StateRole, MarkedRole, SelectedRole, RecordIndexRole, Qt::DecorationRole};
    std::vector<QModelRoleData> answers(roles.begin(), roles.end());
    const QModelIndex cell = m_model->index(1, 1);
    m_model->multiData(cell, answers);
    for (QModelRoleData& answer : answers)
        QCOMPARE(answer.data(), cell.data(answer.role()));
}

void RecordTableModelTest::otherStreamsReset() {
    makeByteStore(folder() / "set" / "a", {1, 2});
    open(folder() / "set");
    makeByteStore(folder() / "set" / "b", {1, 2});
    QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
    m_document->reload();
    settle();
    takeSource();
    QCOMPARE(reset.count(), 1);
    QCOMPARE(m_model->columnCount(), 3);
}

void RecordTableModelTest::orderDecidesWhichRecordIsWhere() {
    makeByteStore(folder() / "bytes", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    open(folder() / "bytes");
    m_model->setOrder(std::make_shared<RecordOrder>(std::vector<std::uint64_t>{9, 3, 7}));
    QCOMPARE(m_model->rowCount(), 3);
    QCOMPARE(m_model->recordAt(0), std::uint64_t{9});
    QCOMPARE(m_model->headerData(1, Qt::Vertical).toString(), QStringLiteral("3"));
    QCOMPARE(m_model->rowOf(7), std::optional<int>(2));
    QVERIFY(!m_model->rowOf(4));
    m_pending->mark(RecordRanges(3, 1));
    QVERIFY(m_model->index(1, 0).data(MarkedRole).toBool());
    QVERIFY(!m_model->index(2, 0).data(MarkedRole).toBool());
    m_model->setOrder(std::make_shared<RecordOrder>(10));
    QCOMPARE(m_model->rowCount(), 10);
}

void RecordTableModelTest::tagsAndStatisticsHaveColumns() {
    makeRaggedStore(folder() / "ragged", {1, 2, 3, 4, 1, 5});
    open(folder() / "ragged");
    QUndoStack stack;
    RecordTags tags(stack);
    RecordSearch search(*m_document, *m_runtime);
    search.takeSource();
    settle();
    m_model->setTags(&tags);
    m_model->setSearch(&search);
    const int streams = m_model->columnCount();
    QSignalSpy resets(m_model.get(), &QAbstractItemModel::modelReset);
    m_model->setFactColumns({QStringLiteral("mean"), QStringLiteral("stored")});
    QCOMPARE(m_model->columnCount(), streams + 2);
    QCOMPARE(m_model->index(1, streams).data(StateRole).toInt(), static_cast<int>(RecordState::NotRequested));
    QVERIFY(search.measure() != nullptr);
    settle();
    QCOMPARE(m_model->index(1, streams).data().toString(), QStringLiteral("100.5"));
    QCOMPARE(m_model->sortKey(streams), QStringLiteral("mean"));
    QCOMPARE(m_model->sortKey(2), QStringLiteral("elements"));
    QCOMPARE(m_model->sortKey(1), QString());  // lists have no order
    tags.toggle(QStringLiteral("odd"), RecordRanges(1, 1));
    tags.toggle(QStringLiteral("long"), RecordRanges(1, 4));
    QCOMPARE(m_model->columnCount(), streams + 3);
    QCOMPARE(m_model->index(1, streams + 2).data().toString(), QStringLiteral("odd, long"));
    QCOMPARE(m_model->index(0, streams + 2).data().toString(), QString());
    QCOMPARE(m_model->index(1, streams + 2).data(Qt::TextAlignmentRole).toInt(), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter));
    m_model->setFactColumns({});
    QCOMPARE(m_model->columnCount(), streams + 1);
    QCOMPARE(m_model->index(4, streams).data().toString(), QStringLiteral("long"));
    QCOMPARE(resets.count(), 0);  // places and widths stay
    QVERIFY(search.apply({}, {QStringLiteral("-elements")}));
    settle();
    QCOMPARE(m_model->headerData(2, Qt::Horizontal).toString().back(), QChar(u'\u2193'));
    m_tester.reset();
    m_model.reset();  // before what it reads
}

void RecordTableModelTest::textsAreWholeInTheToolTip() {
    QByteArray verse("In the beginning was the Word, ");
    verse = verse.repeated(20);
    makeTextStore(folder() / "verse", {verse.toStdString(), "short & <bold>"});
    open(folder() / "verse");
    auto block = m_document->source()->read({0, 0, 2, m_document->generation()}, {});
    QVERIFY(block.ok());
    QVERIFY(m_cache->insert(0, 0, m_document->generation(), *std::move(block)));
    const QModelIndex cell = m_model->index(0, 1);
    QVERIFY(cell.data().toString().size() < 300);
    QVERIFY2(cell.data(Qt::ToolTipRole).toString().size() > verse.size(), qPrintable(cell.data(Qt::ToolTipRole).toString()));
    QCOMPARE(m_model->index(1, 1).data(Qt::ToolTipRole).toString(), QStringLiteral("<p>\u201Cshort &amp; &lt;bold&gt;\u201D</p>"));
}

QTEST_GUILESS_MAIN(RecordTableModelTest)
#include "tst_record_table_model.moc"
