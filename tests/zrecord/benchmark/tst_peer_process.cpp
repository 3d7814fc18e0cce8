#include <QTest>

#include <filesystem>
#include <fstream>
#include <stop_token>
#include <string>
#include <thread>

#include "benchmark/contender_files.h"
#include "benchmark/peer_process.h"
#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/benchmark.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

/// A program that takes the place of Python.
std::string writeScript(const std::filesystem::path& path, const std::string& text)
{
    std::ofstream(path) << "#!/bin/sh\n" << text;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path.string();
}

}  // namespace

class TestPeerProcess : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asksAndAnswers()
    {
        TemporaryFolder folder;
        const std::string program = writeScript(folder / "answers", "printf 'peer\\tloaderx\\t7\\nnote\\tlmdb is left out\\npeer\\tnumpy raw\\t3\\nready\\n'\n"
                                                                    "while read -r peer first count singles; do echo \"$peer.5 0.25 $first$count$singles\"; done\n");
        auto process = PeerProcess::start(program, folder.path(), "raw", {});
        ZR_VERIFY_OK(process);
        QCOMPARE(process->peers().size(), std::size_t{2});
        QCOMPARE(process->peers()[0].name, std::string("loaderx"));
        QCOMPARE(process->peers()[0].batches, std::uint64_t{7});
        QCOMPARE(process->peers()[1].name, std::string("numpy raw"));
        QCOMPARE(process->notes(), (std::vector<std::string>{"lmdb is left out"}));
        const auto turn = process->turn(1, 20, 3, 4, {});
        ZR_VERIFY_OK(turn);
        QCOMPARE(turn->seconds, 1.5);
        QCOMPARE(turn->latencies, (std::vector<double>{0.25, 2034}));
        for (const ContenderFile& file : contenderFiles())
            QVERIFY(std::filesystem::file_size(folder / "contenders" / file.name) == file.text.size());
    }

    void saysWhyItEnded()
    {
        TemporaryFolder folder;
        const auto failed = PeerProcess::start(writeScript(folder / "fails", "echo 'No module named numpy' >&2; exit 1\n"), folder.path(), "raw", {});
        ZR_COMPARE_CODE(failed, ErrorCode::IoError);
        QVERIFY(failed.status().what().find("No module named numpy") != std::string_view::npos);
        ZR_COMPARE_CODE(PeerProcess::start((folder / "missing").string(), folder.path(), "raw", {}), ErrorCode::NotFound);
    }

    void isKilledWhenStopped()
    {
        TemporaryFolder folder;
        std::stop_source stop;
        stop.request_stop();
        ZR_COMPARE_CODE(PeerProcess::start(writeScript(folder / "waits", "exec sleep 1000\n"), folder.path(), "raw", stop.get_token()), ErrorCode::Cancelled);
        auto process = PeerProcess::start(writeScript(folder / "ready", "printf 'peer\\ta\\t1\\nready\\n'; exec sleep 1000\n"), folder.path(), "raw", {});
        ZR_VERIFY_OK(process);
        ZR_COMPARE_CODE(process->turn(0, 0, 1, 0, stop.get_token()), ErrorCode::Cancelled);
        QVERIFY(!process->turn(0, 0, 1, 0, {}).ok());  // has ended, and the program that asks lives on
    }

    void takesTurnsInABenchmark()
    {
        TemporaryFolder folder;
        {
            auto store = Store::create(folder / "s", denseBytes(20));
            ZR_VERIFY_OK(store->append(patternRecords(0, 200, 20)));
        }
        BenchmarkOptions options;
        options.batch = 16;
        options.rounds = 3;
        options.batches = 2;
        options.peers = true;
        options.workFolder = folder / "work";
        options.python = writeScript(folder / "answers", "printf 'peer\\tx\\t1\\nnote\\ty is left out\\nready\\n'; while read -r a b c d; do echo 0.5 0.25; done\n");
        const auto report = runBenchmark(folder / "s", options);
        ZR_VERIFY_OK(report);
        const BenchmarkLine& line = report->lines.back();
        QVERIFY(line.peer && !line.limit);
        QCOMPARE(line.name, std::string("x"));
        QCOMPARE(line.seconds, (std::vector<double>{0.5, 0.5, 0.5}));
        QCOMPARE(line.percentile(0.5), 0.25);
        QCOMPARE(report->notes, (std::vector<std::string>{"y is left out"}));
        QVERIFY(report->bestLimit() != &line);
        QVERIFY(std::filesystem::is_empty(folder / "work"));
        options.python = (folder / "missing").string();
        const auto without = runBenchmark(folder / "s", options);
        ZR_VERIFY_OK(without);
        QCOMPARE(without->notes.size(), std::size_t{1});
        QVERIFY(!without->lines.back().peer);
    }
};

QTEST_APPLESS_MAIN(TestPeerProcess)
#include "tst_peer_process.moc"
