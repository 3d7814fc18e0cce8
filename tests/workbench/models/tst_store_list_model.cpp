#include "workbench/models/store_list_model.h"

#include <memory>

#include <QAbstractItemModelTester>
#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>

#include "workbench/document/document_list.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;
using namespace zrecord::workbench::test;

namespace {

/// Every line as text, streams indented.
QStringList dump(const StoreListModel& model) {
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex document = model.index(row, 0);
        lines << document.data().toString();
        for (int stream = 0; stream < model.rowCount(document); ++stream) {
            const QModelIndex line = model.index(stream, 0, document);
            lines << QStringLiteral("- ") + line.data().toString() + u' ' + line.data(StoreListModel::RecordsRole).toString();
        }
    }
    return lines;
}

}  // namespace

class StoreListModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void documentsAndStreams() {
        QTemporaryDir temporary;
        const std::filesystem::path folder = temporary.path().toStdString();
        makeByteStore(folder / "single", {1, 2, 3});
        makeByteStore(folder / "set" / "image", {1, 2});
        makeByteStore(folder / "set" / "label", {1, 2});
        ManualTaskRunner loader;
        ManualTaskRunner jobs;
        WorkbenchRuntime runtime(loader, jobs);
        DocumentList list(runtime);
        const auto settle = [&] {
            loader.settle();
            jobs.settle();
            loader.settle();
        };

        DocumentSession* single = list.open(toQString(folder / "single"));
        settle();
        StoreListModel model(list);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(dump(model), QStringList{QStringLiteral("single")});

        DocumentSession* set = list.open(toQString(folder / "set"));
        QVERIFY(model.index(1, 0).data(StoreListModel::BusyRole).toBool());
        QCOMPARE(model.rowCount(model.index(1, 0)), 0);
        settle();
        QCOMPARE(dump(model), (QStringList{QStringLiteral("single"), QStringLiteral("set"), QStringLiteral("- image 2"), QStringLiteral("- label 2")}));
        QVERIFY(!model.index(1, 0).data(StoreListModel::BusyRole).toBool());

        const QModelIndex label = model.indexOf(set, 1);
        QCOMPARE(label.data().toString(), QStringLiteral("label"));
        QCOMPARE(model.sessionAt(label), set);
        QCOMPARE(model.streamAt(label), 1);
        QCOMPARE(model.streamAt(model.indexOf(single)), -1);
        QCOMPARE(label.parent(), model.indexOf(set));
        QVERIFY(label.data(StoreListModel::DescriptionRole).toString().contains(QStringLiteral("uint8 (1,)")));
        QVERIFY(model.indexOf(set).data(StoreListModel::CurrentRole).toBool());

        set->pending().mark(RecordRanges(0, 1));
        QCOMPARE(model.indexOf(set).data(StoreListModel::PendingRole).toULongLong(), 1ULL);
        set->document().enableEditing();
        settle();
        QVERIFY(model.indexOf(set).data(StoreListModel::EditableRole).toBool());

        list.close(single);
        QCOMPARE(dump(model).first(), QStringLiteral("set"));
        QCOMPARE(model.indexOf(set, 1).row(), 1);
        list.close(set);
        QCOMPARE(model.rowCount(), 0);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        settle();
    }
};

QTEST_GUILESS_MAIN(StoreListModelTest)
#include "tst_store_list_model.moc"
