#include "workbench/curate/tag_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "workbench/document/stream_set.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::workbench;
using namespace zrecord::workbench::test;

class TagFileTest : public QObject {
    Q_OBJECT

    static TagState sample() {
        TagState state;
        RecordRanges some(2, 3);
        some.add(UINT64_C(1) << 40, 5);
        state.tags = {{QStringLiteral("blurred"), some}, {QStringLiteral("Größe \"1\""), {}}};
        state.reviewed = RecordRanges(0, 7);
        state.records = (UINT64_C(1) << 40) + 5;
        state.witnesses = {{2, UINT64_C(0xfedcba9876543210)}};
        return state;
    }

private Q_SLOTS:
    void comesBackAsItWas() {
        TagState state = sample();
        QCOMPARE(*tag_file::decode(tag_file::encode(state)), state);
        state.removing = RecordRanges(4, 1);
        QCOMPARE(*tag_file::decode(tag_file::encode(state)), state);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("train.tags.json"));
        QCOMPARE(tag_file::read(path).code(), ErrorCode::NotFound);
        QVERIFY(tag_file::write(path, state).ok());
        QCOMPARE(*tag_file::read(path), state);
        QCOMPARE(tag_file::pathFor(folder.filePath(QStringLiteral("train"))), path);
    }

    void refusesWhatItDoesNotUnderstand_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("no json") << QByteArray("tags");
        QTest::newRow("other format") << QByteArray("{\"format\":\"coco\",\"version\":1,\"records\":3}");
        QTest::newRow("newer") << QByteArray("{\"format\":\"zrecord tags\",\"version\":2,\"records\":3}");
        QTest::newRow("negative") << QByteArray("{\"format\":\"zrecord tags\",\"version\":1,\"records\":3,\"reviewed\":[[-1,2]]}");
        QTest::newRow("empty range") << QByteArray("{\"format\":\"zrecord tags\",\"version\":1,\"records\":3,\"tags\":[{\"name\":\"a\",\"records\":[[1,0]]}]}");
        QTest::newRow("nameless") << QByteArray("{\"format\":\"zrecord tags\",\"version\":1,\"records\":3,\"tags\":[{\"records\":[[1,1]]}]}");
        QTest::newRow("hash") << QByteArray("{\"format\":\"zrecord tags\",\"version\":1,\"records\":3,\"witnesses\":[[1,\"xyz\"]]}");
    }
    void refusesWhatItDoesNotUnderstand() {
        QFETCH(QByteArray, json);
        const Result<TagState> state = tag_file::decode(json);
        QCOMPARE(state.code(), ErrorCode::InvalidArgument);
        QVERIFY(!state.status().remedy().empty());
    }

    void cannotWriteSaysWhere() {
        const QTemporaryDir folder;
        const Status status = tag_file::write(folder.filePath(QStringLiteral("no/such/folder.tags.json")), sample());
        QCOMPARE(status.code(), ErrorCode::IoError);
        QVERIFY(status.message().find("folder.tags.json") != std::string::npos);
    }

    /// The store of ten is the one that the tags were saved for.
    void belongsToTheStore() {
        const QTemporaryDir folder;
        const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "bytes";
        makeByteStore(path, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
        RecordRanges some(3, 1);
        some.add(9, 1);
        TagState state;
        state.tags = {{QStringLiteral("a"), some}};
        state.records = 10;
        {
            const auto streams = *StreamSet::open(path, Access::ReadOnly, 1);
            state.witnesses = *tag_file::witnesses(*streams, state.tags);
            QCOMPARE(state.witnesses.size(), std::size_t{2});
            QCOMPARE(*tag_file::matched(state, *streams), state);
        }
        // A removal that was announced and has happened.
        TagState announced = state;
        announced.removing = RecordRanges(3, 1);
        announced.removing.add(8, 1);
        {
            const auto streams = *StreamSet::open(path, Access::ReadOnly, 1);
            const TagState before = *tag_file::matched(announced, *streams);  // it has not happened
            QCOMPARE(before.tags, state.tags);
            QVERIFY(before.removing.isEmpty());
        }
        {
            const auto streams = *StreamSet::open(path, Access::ReadWrite, 1);
            QVERIFY(streams->remove(announced.removing, {}).ok());
            const TagState after = *tag_file::matched(announced, *streams);
            QCOMPARE(after.tags[0].records, RecordRanges(3, 1));  // what was 9
            QCOMPARE(after.records, std::uint64_t{8});
            // The same without the announcement: somebody else has removed records.
            QCOMPARE(tag_file::matched(state, *streams).code(), ErrorCode::WrongKind);
        }
        // As many records as before, but others: only their bytes tell.
        const std::filesystem::path other = std::filesystem::path(folder.path().toStdString()) / "other";
        makeByteStore(other, {0, 1, 2, 9, 4, 5, 6, 7, 8, 9});
        QCOMPARE(tag_file::matched(state, **StreamSet::open(other, Access::ReadOnly, 1)).code(), ErrorCode::WrongKind);
        // Appending changes nothing.
        const std::filesystem::path longer = std::filesystem::path(folder.path().toStdString()) / "longer";
        makeByteStore(longer, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
        QCOMPARE(tag_file::matched(state, **StreamSet::open(longer, Access::ReadOnly, 1))->tags, state.tags);
    }

    void fewWitnessesOfMany() {
        const QTemporaryDir folder;
        const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "bytes";
        makeByteStore(path, std::vector<int>(2000, 5));
        const auto streams = *StreamSet::open(path, Access::ReadOnly, 1);
        const auto seen = *tag_file::witnesses(*streams, {{QStringLiteral("a"), RecordRanges(100, 1000)}});
        QCOMPARE(seen.size(), tag_file::kWitnesses);
        QCOMPARE(seen.front().record, std::uint64_t{100});
        QVERIFY(seen.back().record > 1090 && seen.back().record < 1100);
    }
};

QTEST_GUILESS_MAIN(TagFileTest)
#include "tst_tag_file.moc"
