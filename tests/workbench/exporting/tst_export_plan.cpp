#include "workbench/exporting/export_plan.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "workbench/document/stream_set.h"
#include "workbench/jobs/job.h"
#include "workbench/jobs/workbench_runtime.h"
#include "workbench/selection/record_order.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;
using namespace zrecord::workbench::test;
namespace fs = std::filesystem;

/// A set of two streams, "a" 0 … 5 and "b" 10 … 15, and a ragged store.
class ExportPlanTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        fs::create_directory(path("set"));
        makeByteStore(path("set/a"), {0, 1, 2, 3, 4, 5});
        makeByteStore(path("set/b"), {10, 11, 12, 13, 14, 15});
        QFile names(toQString(path("set/b.names.txt")));
        QVERIFY(names.open(QIODevice::WriteOnly) && names.write("zero\n") > 0);
        makeRaggedStore(path("ragged"), {1, 2, 3});
        m_set = *StreamSet::open(path("set"), Access::ReadOnly, 1);
        m_ragged = *StreamSet::open(path("ragged"), Access::ReadOnly, 1);
    }
    void cleanup() {
        m_set.reset();
        m_ragged.reset();
    }

    void selectionsAndOrdersBecomeRanges() {
        RecordRanges some(2, 3);
        some.add(9);
        QCOMPARE(exportRanges(some), (std::vector<IndexRange>{{2, 3, 1}, {9, 1, 1}}));
        QCOMPARE(exportRanges(RecordOrder(7)), (std::vector<IndexRange>{{0, 7, 1}}));
        QCOMPARE(exportRanges(RecordOrder(std::vector<std::uint64_t>{4, 5, 1})), (std::vector<IndexRange>{{4, 2, 1}, {1, 1, 1}}));
    }

    void writesRecordsInTheOrderShown() {
        ExportPlan plan = of("out.bin", ExportForm::Raw);
        plan.records = {{4, 2, 1}, {1, 1, 1}};
        const auto done = run(plan);
        QVERIFY2(done->ok(), done->status().message().data());
        QCOMPARE((*done)->records, std::uint64_t{3});
        QCOMPARE(content("out.bin"), QByteArray("\x04\x05\x01", 3));
        QVERIFY(exportCommand(plan).endsWith(QStringLiteral("4:6 1 --format raw")));
    }

    void anArrayHasItsShapeInTheHeader() {
        QVERIFY(run(of("out.npy", ExportForm::Npy))->ok());
        QVERIFY(content("out.npy").contains("'shape': (6, 1)"));
        QVERIFY(content("out.npy").endsWith(QByteArray("\x00\x01\x02\x03\x04\x05", 6)));
    }

    void aSetGoesAsAWhole() {
        ExportPlan plan = of("copy", ExportForm::Store);
        plan.chosen = {0, 1};
        plan.records = {{5, 1, 1}, {0, 2, 1}};
        QVERIFY(run(plan)->ok());
        QCOMPARE(byteValues(path("copy/a")), (std::vector<int>{5, 0, 1}));
        QCOMPARE(byteValues(path("copy/b")), (std::vector<int>{15, 10, 11}));
        QCOMPARE(content("copy/b.names.txt"), QByteArray("zero\n"));
        // Neither a second time nor over anything else.
        QCOMPARE(run(plan)->status().code(), ErrorCode::AlreadyExists);
    }

    void aFailureLeavesNothing() {
        ExportPlan plan = of("copy", ExportForm::Store);
        plan.chosen = {0, 1};
        plan.records = {{5, 2, 1}};  // one too many
        QCOMPARE(run(plan)->status().code(), ErrorCode::OutOfRange);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList({"ragged", "set"}));
    }

    void neverIntoItsOwnSource() {
        for (const char* inside : {"set/out.npy", "set/a/out.npy", "set/../set/b/x.npy"})
            QCOMPARE(checkExportTarget(of(inside, ExportForm::Npy)).code(), ErrorCode::InvalidArgument);
        QCOMPARE(checkExportTarget(of("set", ExportForm::Store)).code(), ErrorCode::InvalidArgument);
        QVERIFY(checkExportTarget(of("set2", ExportForm::Store)).ok());
    }

    void whatIsThereStaysUnlessAsked() {
        QFile old(toQString(path("out.npy")));
        QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
        old.close();
        ExportPlan plan = of("out.npy", ExportForm::Npy);
        QCOMPARE(run(plan)->status().code(), ErrorCode::AlreadyExists);
        QCOMPARE(content("out.npy"), QByteArray("old"));
        plan.overwrite = true;
        QVERIFY(run(plan)->ok());
        QVERIFY(content("out.npy").startsWith("\x93NUMPY"));
        QCOMPARE(checkExportTarget(of("none/out.npy", ExportForm::Npy)).code(), ErrorCode::NotFound);
    }

    void aLossIsNamed() {
        QVERIFY(exportLoss(ExportForm::Npz, StoreKind::Ragged).isEmpty());
        QVERIFY(exportLoss(ExportForm::Raw, StoreKind::Ragged).contains(QStringLiteral("shapes of the records are lost")));
        QVERIFY(exportLoss(ExportForm::Raw, StoreKind::Dense).contains(QStringLiteral("neither dtype nor shape")));
        QCOMPARE(exportForms(StoreKind::Ragged), (std::vector<ExportForm>{ExportForm::Npz, ExportForm::Store, ExportForm::Raw}));
    }

    void recordsThatHaveMovedAreNotWritten() {
        ManualTaskRunner loader;
        ManualTaskRunner jobs;
        WorkbenchRuntime runtime(loader, jobs);
        makeByteStore(path("moving"), {1, 2, 3});
        const std::shared_ptr<StreamSet> streams = *StreamSet::open(path("moving"), Access::ReadWrite, 1);
        ExportPlan plan = of("out.npy", ExportForm::Npy);
        plan.streams = streams;
        plan.records = {{0, 2, 1}};
        std::optional<ErrorCode> end;
        QObject context;
        startExport(runtime.jobs(), plan, &context, [&end](Job&, const Result<ExportedRecords>& done) { end = done.status().code(); });
        QVERIFY(streams->remove(RecordRanges(0, 1), {}).ok());
        jobs.settle();
        QCOMPARE(*end, ErrorCode::Closed);
        QVERIFY(!fs::exists(path("out.npy")));
    }

private:
    [[nodiscard]] fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
    [[nodiscard]] QByteArray content(const char* name) const {
        QFile file(toQString(path(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("none");
    }
    [[nodiscard]] ExportPlan of(const char* target, ExportForm form) const {
        ExportPlan plan;
        plan.streams = m_set;
        plan.chosen = {0};
        plan.records = {{0, 6, 1}};
        plan.target = toQString(path(target));
        plan.form = form;
        return plan;
    }
    static std::optional<Result<ExportedRecords>> run(const ExportPlan& plan) {
        ManualTaskRunner loader;
        ManualTaskRunner jobs;
        WorkbenchRuntime runtime(loader, jobs);
        QObject context;
        std::optional<Result<ExportedRecords>> end;
        startExport(runtime.jobs(), plan, &context, [&end](Job&, Result<ExportedRecords> done) { end.emplace(std::move(done)); });
        jobs.settle();
        return end;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<const StreamSet> m_set;
    std::shared_ptr<const StreamSet> m_ragged;
};

QTEST_GUILESS_MAIN(ExportPlanTest)
#include "tst_export_plan.moc"
