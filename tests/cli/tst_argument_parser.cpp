#include <QTest>

#include "argument_parser.h"

using namespace zrecord;
using namespace zrecord::cli;

namespace {

struct Targets {
    std::string store;
    std::vector<std::string> records;
    std::string codec = "zstd";
    std::optional<std::uint64_t> limit;
    std::vector<std::string> names;
    bool json = false;

    Status parse(const std::vector<std::string>& words)
    {
        ArgumentParser parser({"get", "Print records.", "", {"zr get store 1"}});
        parser.positional("STORE", store, "A store.");
        parser.positionals("RECORDS", records, "Indices.");
        parser.choice("-c,--codec", codec, {"raw", "zstd", "zstd_dict"}, "How.");
        parser.option("--limit", limit, "N", "How many.");
        parser.option("-n,--name", names, "NAME", "May be repeated.");
        parser.flag("--json", json, "As JSON.");
        const Status status = parser.parse(words);
        helpWanted = parser.helpWanted();
        help = parser.help();
        return status;
    }
    bool helpWanted = false;
    std::string help;
};

QString failure(const std::vector<std::string>& words)
{
    Targets targets;
    const Status status = targets.parse(words);
    return status.ok() ? QStringLiteral("accepted") : QString::fromStdString(status.message());
}

}  // namespace

class TestArgumentParser : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fillsEveryTarget()
    {
        Targets t;
        QVERIFY(t.parse({"folder", "-1", "3:5", "--codec", "raw", "-n", "a", "--limit=1K", "--name", "b", "--json", "-5:"}).ok());
        QCOMPARE(t.store, std::string("folder"));
        QCOMPARE(t.records, (std::vector<std::string>{"-1", "3:5", "-5:"}));
        QCOMPARE(t.codec, std::string("raw"));
        QCOMPARE(t.limit, std::optional<std::uint64_t>(1000));
        QCOMPARE(t.names, (std::vector<std::string>{"a", "b"}));
        QVERIFY(t.json);
    }

    void optionsTakeOneValueOnly()
    {
        Targets t;
        QVERIFY(t.parse({"--name", "a", "folder", "7"}).ok());
        QCOMPARE(t.store, std::string("folder"));
        QCOMPARE(t.names, std::vector<std::string>{"a"});
    }

    void faultsAreNamedWithTheNearestWord()
    {
        QCOMPARE(failure({}), QStringLiteral("STORE is missing. See 'zr get --help'."));
        QCOMPARE(failure({"s", "--lmit", "3"}), QStringLiteral("'zr get' has no option '--lmit'. Did you mean '--limit'?"));
        QCOMPARE(failure({"s", "--codec", "zst"}), QStringLiteral("--codec cannot be 'zst'. Did you mean 'zstd'?"));
        QCOMPARE(failure({"s", "--codec", "something"}), QStringLiteral("--codec cannot be 'something'. Choose one of raw, zstd, zstd_dict."));
        QCOMPARE(failure({"s", "--limit"}), QStringLiteral("--limit needs a value. See 'zr get --help'."));
        QVERIFY(failure({"s", "--limit", "-3"}).startsWith(QStringLiteral("--limit takes a whole number, not '-3'")));
        QCOMPARE(failure({"s", "--codec", "raw", "--codec", "raw"}), QStringLiteral("--codec is given more than once. See 'zr get --help'."));
    }

    void nothingIsAnOptionAfterTwoDashes()
    {
        Targets t;
        QVERIFY(t.parse({"s", "--limit", "3", "--", "-1", "--limit"}).ok());
        QCOMPARE(t.limit, std::optional<std::uint64_t>(3));
        QCOMPARE(t.records, (std::vector<std::string>{"-1", "--limit"}));
        Targets first;
        QVERIFY(first.parse({"--", "-s", "-1"}).ok());
        QCOMPARE(first.store, std::string("-s"));
        QCOMPARE(first.records, std::vector<std::string>{"-1"});
    }

    void helpNeedsNoArguments()
    {
        Targets t;
        QVERIFY(t.parse({"--help"}).ok());
        QVERIFY(t.helpWanted);
        const QString page = QString::fromStdString(t.help);
        QVERIFY(page.contains(QStringLiteral("Usage: zr get STORE [RECORDS...] [options]")));
        QVERIFY(page.contains(QStringLiteral("-c, --codec raw|zstd|zstd_dict")));
        QVERIFY(page.endsWith(QStringLiteral("Example:\n  zr get store 1\n")));
    }

    void nearestWordIsNear()
    {
        const std::vector<std::string> words{"create", "compact", "stats"};
        QCOMPARE(nearestWord("creat", words), std::optional<std::string>("create"));
        QCOMPARE(nearestWord("compakt", words), std::optional<std::string>("compact"));
        QVERIFY(!nearestWord("xyzzy", words));
    }

    void counts()
    {
        QCOMPARE(*parseCount("0"), 0ULL);
        QCOMPARE(*parseCount("1_000"), 1000ULL);
        QCOMPARE(*parseCount("2M"), 2'000'000ULL);
        QCOMPARE(*parseCount("18446744073709551615"), UINT64_MAX);
        for (const char* text : {"", "-1", "K", "1.5", "1x", "18446744073709551616", "99999999999999999G", "_1"})
            QVERIFY2(!parseCount(text).ok(), text);
    }
};

QTEST_APPLESS_MAIN(TestArgumentParser)
#include "tst_argument_parser.moc"
