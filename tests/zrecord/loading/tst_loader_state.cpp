#include <QTest>

#include "zrecord/loader_state.h"

using namespace zrecord;

namespace {

constexpr const char* kJson = R"({"zrecord_loader": 1, "step": 7, "mode": "iid", "seed": 18446744073709551615, "length": 1003, "batch": 8, )"
                              R"("rank": 2, "world": 3, "split": "blocked", "remainder": "uneven", )"
                              R"("generator": "00000000000000010000000000000002fffffffffffffffe0000000000000045"})";

LoaderState sample()
{
    LoaderState state;
    state.step = 7;
    state.mode = SamplerMode::Iid;
    state.seed = UINT64_MAX;
    state.length = 1003;
    state.batch = 8;
    state.rank = 2;
    state.world = 3;
    state.split = RankSplit::Blocked;
    state.remainder = RankRemainder::Uneven;
    state.generator = std::array<std::uint64_t, 4>{1, 2, UINT64_MAX - 1, 0x45};
    return state;
}

}  // namespace

class TestLoaderState : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void text()
    {
        QCOMPARE(sample().toJson(), std::string(kJson));
        const auto read = LoaderState::fromJson(kJson);
        QVERIFY(read.ok());
        QVERIFY(*read == sample());
    }

    void everyOtherCombination()
    {
        for (const SamplerMode mode : {SamplerMode::Sequential, SamplerMode::Iid, SamplerMode::Cyclic})
            for (const RankSplit split : {RankSplit::Strided, RankSplit::Blocked})
                for (const RankRemainder remainder : {RankRemainder::Drop, RankRemainder::Wrap, RankRemainder::Uneven}) {
                    LoaderState state = sample();
                    state.mode = mode;
                    state.split = split;
                    state.remainder = remainder;
                    if (mode != SamplerMode::Iid)
                        state.generator.reset();
                    const auto read = LoaderState::fromJson(state.toJson() + "\n");
                    QVERIFY(read.ok());
                    QVERIFY(*read == state);
                }
    }

    // An order takes the place of the mode; a state has one of them.
    void orders()
    {
        LoaderState state;
        state.length = 10;
        state.batch = 2;
        state.order = "subset(shuffled(10),of=20,xxh3=0011223344556677)/keep";
        const std::string json = state.toJson();
        QVERIFY(json.find("\"mode\"") == std::string::npos);
        const auto read = LoaderState::fromJson(json);
        QVERIFY(read.ok());
        QVERIFY(*read == state);
        const auto both = LoaderState::fromJson(json.substr(0, json.size() - 1) + ", \"mode\": \"cyclic\"}");
        QCOMPARE(std::string(both.status().what()), std::string("this is not the state of a loader: it has a mode and an order"));
        state.generator = std::array<std::uint64_t, 4>{1, 2, 3, 45};
        QCOMPARE(LoaderState::fromJson(state.toJson()).code(), ErrorCode::BadFormat);
    }

    void ranksAreOptional()
    {
        const auto read = LoaderState::fromJson(R"({"batch": 2, "length": 9, "seed": 1, "mode": "cyclic", "step": 3, "zrecord_loader": 1})");
        QVERIFY(read.ok());
        QCOMPARE(read->step, std::uint64_t{3});
        QCOMPARE(read->world, std::uint64_t{1});
        QVERIFY(!read->generator);
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("says");
        const auto add = [](const char* name, const char* from, const char* to, const char* says) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QByteArray(says);
        };
        add("no JSON", "{", "", "'{' is expected");
        add("newer", "loader\": 1", "loader\": 2", "its version is 2");
        add("no version", "\"zrecord_loader\": 1, ", "", "\"zrecord_loader\" is missing");
        add("no step", "\"step\": 7, ", "", "\"step\" is missing");
        add("no mode", "\"mode\": \"iid\", ", "", "\"mode\" is missing");
        add("text for number", "\"step\": 7", "\"step\": \"7\"", "\"step\" is not a number");
        add("number for text", "\"mode\": \"iid\"", "\"mode\": 1", "\"mode\" is not a text");
        add("unknown mode", "\"iid\"", "\"odd\"", "there is no sampler mode \"odd\"");
        add("unknown split", "\"blocked\"", "\"odd\"", "no split between ranks called 'odd'");
        add("unknown remainder", "\"uneven\"", "\"odd\"", "no rule for the remainder called 'odd'");
        add("unknown key", "\"step\"", "\"extra\": 1, \"step\"", "\"extra\" is unknown");
        add("short generator", "00000045\"", "0000045\"", "64 hexadecimal digits");
        add("no hex", "00000045\"", "000000g5\"", "64 hexadecimal digits");
        add("generator of cyclic", "\"iid\"", "\"cyclic\"", "only the mode iid");
        add("rank", "\"rank\": 2", "\"rank\": 3", "rank 3 is not below");
        add("length", "\"length\": 1003", "\"length\": 0", "at least 1");
        add("batch", "\"batch\": 8", "\"batch\": 0", "at least 1");
    }

    void refuses()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, says);
        QByteArray json(kJson);
        QVERIFY(json.contains(from));
        const auto read = LoaderState::fromJson(json.replace(from, to).toStdString());
        QCOMPARE(read.code(), ErrorCode::BadFormat);
        const QByteArray what = QByteArray::fromStdString(std::string(read.status().what()));
        QVERIFY2(what.contains(says), what.constData());
    }

    void names()
    {
        QVERIFY(rankSplitName(*parseRankSplit("strided")) == "strided");
        QVERIFY(rankRemainderName(*parseRankRemainder("wrap")) == "wrap");
        QCOMPARE(parseRankSplit("").code(), ErrorCode::InvalidArgument);
        QCOMPARE(parseRankRemainder("Drop").code(), ErrorCode::InvalidArgument);
    }
};

QTEST_APPLESS_MAIN(TestLoaderState)
#include "tst_loader_state.moc"
