#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sstream>

#include <unistd.h>

#include "record_choice.h"

using namespace zrecord;
using namespace zrecord::cli;

namespace {

Result<std::vector<IndexRange>> resolve(const std::vector<std::string>& words, std::uint64_t length, int input = -1)
{
    RecordChoice choice;
    ArgumentParser parser({"get", "", "", {"x"}});
    choice.declare(parser, "");
    if (Status status = parser.parse(words); !status.ok())
        return status;
    std::ostringstream out;
    Session session({input, -1, out, out, false}, nullptr);
    return choice.resolve(length, "store", session);
}

}  // namespace

class TestRecordChoice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingNamedIsEverything()
    {
        QCOMPARE(*resolve({}, 7), (std::vector<IndexRange>{{0, 7, 1}}));
        QVERIFY(resolve({}, 0)->empty());
    }

    void orderIsKeptAndNeighboursAreMerged()
    {
        QCOMPARE(*resolve({"5", "6", "7", "-1", "::50"}, 100), (std::vector<IndexRange>{{5, 3, 1}, {99, 1, 1}, {0, 2, 50}}));
    }

    void pipeAndFileAreRead()
    {
        int ends[2];
        QCOMPARE(pipe(ends), 0);
        const std::string text = "# comment\n3\r\n\n  4:6 \n-1";
        QCOMPARE(write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
        close(ends[1]);
        const auto fromPipe = resolve({"--indices", "-"}, 10, ends[0]);
        close(ends[0]);
        const std::vector<IndexRange> expected{{3, 1, 1}, {4, 2, 1}, {9, 1, 1}};
        QCOMPARE(*fromPipe, expected);

        const QTemporaryDir folder;
        const std::string file = folder.filePath(QStringLiteral("chosen")).toStdString();
        std::ofstream(file) << text;
        QCOMPARE(*resolve({"--indices", file}, 10), expected);
    }

    void faultsNameTheLine()
    {
        const QTemporaryDir folder;
        const std::string file = folder.filePath(QStringLiteral("chosen")).toStdString();
        std::ofstream(file) << "1\n12\n";
        const auto result = resolve({"--indices", file}, 10);
        QCOMPARE(result.code(), ErrorCode::OutOfRange);
        QVERIFY(result.status().message().find("line 2: index 12 is outside") != std::string::npos);
        QCOMPARE(resolve({"--indices", file + "x"}, 10).code(), ErrorCode::NotFound);
    }

    void streamHandsOutAllInOrder()
    {
        IndexStream stream({{2, 3, 1}, {9, 3, -4}});
        QCOMPARE(stream.next(2), (std::vector<std::uint64_t>{2, 3}));
        QCOMPARE(stream.next(3), (std::vector<std::uint64_t>{4, 9, 5}));
        QCOMPARE(stream.next(10), (std::vector<std::uint64_t>{1}));
        QVERIFY(stream.next(10).empty());
        QCOMPARE(recordCount({{2, 3, 1}, {9, 3, -4}}), 6ULL);
    }
};

QTEST_APPLESS_MAIN(TestRecordChoice)
#include "tst_record_choice.moc"
