#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <zrecord/store.h>

#include "workbench/jobs/workbench_runtime.h"
#include "workbench/laboratory/dictionary_study.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;

class TestDictionaryStudy : public QObject {
    Q_OBJECT

private:
    test::ManualTaskRunner m_loader;
    test::ManualTaskRunner m_jobs;
    QTemporaryDir m_folder;

    QString path(const char* name) { return m_folder.filePath(QLatin1String(name)); }

    static TuneOptions fewCandidates() {
        TuneOptions options;
        options.candidates = {*parseTuneCandidate("raw"), *parseTuneCandidate("zstd:5"), *parseTuneCandidate("1K:7")};
        options.rounds = 1;
        return options;
    }

private Q_SLOTS:
    void initTestCase() { test::makeImageStore(path("images").toStdString(), {12, 10}, 800); }

    void comparesAndWritesAStore() {
        WorkbenchRuntime runtime(m_loader, m_jobs);
        DictionaryStudy study(runtime.jobs());
        QSignalSpy finished(&study, &DictionaryStudy::finished);
        QSignalSpy written(&study, &DictionaryStudy::written);
        QVERIFY(study.writeStore(1, path("early"), QStringLiteral("write")) == nullptr);
        study.start(path("images"), fewCandidates(), QStringLiteral("compare"));
        m_jobs.settle();
        QCOMPARE(finished.count(), 1);
        QCOMPARE(study.report()->results.size(), std::size_t{3});
        QCOMPARE(study.report()->records, std::uint64_t{800});
        QVERIFY(study.writeStore(9, path("none"), QStringLiteral("write")) == nullptr);
        QVERIFY(study.writeStore(1, path("plain"), QStringLiteral("write")) != nullptr);
        m_jobs.settle();
        QCOMPARE(written.count(), 1);
        const auto copy = Store::open(path("plain").toStdString());
        QVERIFY(copy.ok());
        QCOMPARE(copy->size(), std::uint64_t{800});
        QCOMPARE(copy->summary().codec, Codec::Zstd);
        if (study.report()->results[2].status.ok()) {
            study.writeStore(2, path("trained"), QStringLiteral("write"));
            m_jobs.settle();
            const auto trained = Store::open(path("trained").toStdString());
            QVERIFY(trained.ok());
            QCOMPARE(trained->summary().dictionaryBytes, study.report()->results[2].dictionaryBytes);
        }
    }

    void failuresAndCancel() {
        WorkbenchRuntime runtime(m_loader, m_jobs);
        DictionaryStudy study(runtime.jobs());
        QSignalSpy failed(&study, &DictionaryStudy::failed);
        QSignalSpy cancelled(&study, &DictionaryStudy::cancelled);
        study.start(path("missing"), fewCandidates(), QStringLiteral("compare"));
        m_jobs.settle();
        QCOMPARE(failed.count(), 1);
        study.start(path("images"), fewCandidates(), QStringLiteral("compare"));
        study.cancel();
        m_jobs.settle();
        QCOMPARE(cancelled.count(), 1);
        QVERIFY(!study.report());
        // Nothing is heard any more of what was forgotten.
        study.start(path("images"), fewCandidates(), QStringLiteral("compare"));
        study.forget();
        m_jobs.settle();
        QCOMPARE(cancelled.count(), 1);
        QVERIFY(!study.isRunning());
    }

    void targetThatIsTakenIsRefused() {
        WorkbenchRuntime runtime(m_loader, m_jobs);
        DictionaryStudy study(runtime.jobs());
        QSignalSpy failed(&study, &DictionaryStudy::failed);
        study.start(path("images"), fewCandidates(), QStringLiteral("compare"));
        m_jobs.settle();
        study.writeStore(0, path("images"), QStringLiteral("write"));
        m_jobs.settle();
        QCOMPARE(failed.count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestDictionaryStudy)
#include "tst_dictionary_study.moc"
