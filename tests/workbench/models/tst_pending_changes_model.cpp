#include "workbench/models/pending_changes_model.h"

#include <QAbstractItemModelTester>
#include <QTemporaryDir>
#include <QTest>

#include "workbench/document/pending_changes.h"
#include "workbench/document/store_document.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;
using namespace zrecord::workbench::test;

class PendingChangesModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reviewRowsTellTheEffect() {
        QTemporaryDir temporary;
        const std::filesystem::path path = std::filesystem::path(temporary.path().toStdString()) / "bytes";
        makeByteStore(path, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
        ManualTaskRunner runner;
        WorkbenchRuntime runtime(runner, runner);
        StoreDocument document(toQString(path), runtime);
        document.open();
        runner.settle();
        PendingChanges changes;
        PendingChangesModel model(changes, document);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        changes.mark(RecordRanges(2, 1), {MarkReason::Kind::Duplicate, QStringLiteral("of 18")});
        changes.mark(RecordRanges(9, 1));
        QCOMPARE(model.rowCount(), 2);
        const auto text = [&model](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, PendingChangesModel::RecordColumn), QStringLiteral("2"));
        QVERIFY(text(0, PendingChangesModel::ReasonColumn).contains(QStringLiteral("of 18")));
        // 9 goes first, so it is 8 that moves.
        QCOMPARE(text(0, PendingChangesModel::EffectColumn), QStringLiteral("Record 8 moves here"));
        QCOMPARE(text(1, PendingChangesModel::EffectColumn), QStringLiteral("None: the store gets shorter"));
        QCOMPARE(model.recordAt(1), std::uint64_t{9});
        changes.unmark(RecordRanges(2, 1));
        QCOMPARE(model.rowCount(), 1);
    }

    void moreMarksThanRowsAreCounted() {
        ManualTaskRunner runner;
        WorkbenchRuntime runtime(runner, runner);
        const StoreDocument document(QStringLiteral("/nowhere"), runtime);
        PendingChanges changes;
        const PendingChangesModel model(changes, document);
        changes.mark(RecordRanges(5, (std::uint64_t{1} << 31) + 5));
        QCOMPARE(model.rowCount(), PendingChangesModel::kMaximumRows);
        QCOMPARE(model.hiddenCount(), (std::uint64_t{1} << 31) + 5 - 65'536);
        QCOMPARE(model.recordAt(65'535), std::uint64_t{65'540});
        QVERIFY(!model.index(0, PendingChangesModel::EffectColumn).data().toString().isEmpty());
    }
};

QTEST_GUILESS_MAIN(PendingChangesModelTest)
#include "tst_pending_changes_model.moc"
