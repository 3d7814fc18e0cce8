#include "workbench/find/facts_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <zrecord/record_finder.h>

#include "workbench/document/stream_set.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;
using namespace zrecord::workbench::test;

class FactsFileTest : public QObject {
    Q_OBJECT

    static std::shared_ptr<StreamSet> ragged(const QTemporaryDir& folder) {
        const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "ragged";
        if (!std::filesystem::exists(path))
            makeRaggedStore(path, {1, 2, 3, 4, 1, 5});
        return *StreamSet::open(path, Access::ReadOnly, 1);
    }

private Q_SLOTS:
    void comesBackAsItWas() {
        const QTemporaryDir folder;
        const auto streams = ragged(folder);
        const FactsPlace place = facts_file::place(*streams, folder.filePath(QStringLiteral("facts")));
        FactsTable table(1, 6);
        const FindTarget target = StreamSet::findTarget(streams, 1, 6, &table);
        QVERIFY(fillFacts(target, 0, {true, true}).ok());
        QVERIFY(facts_file::write(place, table).ok());
        FactsTable again(1, 6);
        QCOMPARE(facts_file::read(place, again), std::uint64_t{6});
        QCOMPARE(again.covered(0, {true, true}), std::uint64_t{6});
        const auto before = table.block(0, 0, {});
        const auto after = again.block(0, 0, {});
        for (std::size_t i = 0; i < 6; ++i) {
            QCOMPARE(after->facts[i].hash, before->facts[i].hash);
            QCOMPARE(after->facts[i].storedBytes, before->facts[i].storedBytes);
            QVERIFY(std::ranges::equal(after->shape(i), before->shape(i)));
        }
        QCOMPARE(after->facts[1].mean, 100.5);
    }

    void anotherStateReadsAsNothing() {
        const QTemporaryDir folder;
        const QString facts = folder.filePath(QStringLiteral("facts"));
        FactsPlace before;
        {
            const auto streams = ragged(folder);
            before = facts_file::place(*streams, facts);
            FactsTable table(1, 6);
            QVERIFY(fillFacts(StreamSet::findTarget(streams, 1, 6, &table), 0, {true, true}).ok());
            QVERIFY(facts_file::write(before, table).ok());
        }
        const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "ragged";
        {
            const auto streams = *StreamSet::open(path, Access::ReadWrite, 1);
            QVERIFY(streams->remove(RecordRanges(1, 1), {}).ok());
        }
        const FactsPlace now = facts_file::place(*ragged(folder), facts);
        QCOMPARE(now.file, before.file);
        QVERIFY(now.identity != before.identity);
        FactsTable table(1, 5);
        QCOMPARE(facts_file::read(now, table), std::uint64_t{0});
    }

    void aDamagedFileReadsAsNothing() {
        const QTemporaryDir folder;
        const auto streams = ragged(folder);
        const FactsPlace place = facts_file::place(*streams, folder.path());
        FactsTable table(1, 6);
        QVERIFY(fillFacts(StreamSet::findTarget(streams, 1, 6, &table), 0, {true, true}).ok());
        QVERIFY(facts_file::write(place, table).ok());
        QFile file(place.file);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray good = file.readAll();
        file.close();
        const auto readAs = [&](const QByteArray& bytes) {
            QFile damaged(place.file);
            if (!damaged.open(QIODevice::WriteOnly | QIODevice::Truncate) || damaged.write(bytes) != bytes.size())
                return std::uint64_t{99};
            damaged.close();
            FactsTable into(1, 6);
            return facts_file::read(place, into);
        };
        QCOMPARE(readAs(good), std::uint64_t{6});
        QCOMPARE(readAs(good.chopped(1)), std::uint64_t{0});
        QCOMPARE(readAs({}), std::uint64_t{0});
        for (const qsizetype at : {qsizetype{0}, qsizetype{9}, qsizetype{20}, good.size() / 2, good.size() - 1}) {
            QByteArray bytes = good;
            bytes[at] = static_cast<char>(bytes[at] ^ 1);
            QCOMPARE(readAs(bytes), std::uint64_t{0});
        }
    }
};

QTEST_GUILESS_MAIN(FactsFileTest)
#include "tst_facts_file.moc"
