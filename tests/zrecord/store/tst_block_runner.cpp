#include <QTest>

#include <atomic>
#include <mutex>
#include <set>

#include "store/block_runner.h"
#include "support/status_checks.h"

using namespace zrecord;

class TestBlockRunner : public QObject {
    Q_OBJECT

private slots:
    void coversEveryItemOnce();
    void lowestFailureWins();
    void stopsBetweenBlocks();
    void lackOfMemoryIsAnError();
};

void TestBlockRunner::coversEveryItemOnce()
{
    for (const std::uint64_t count : {0u, 1u, 7u, 8u, 9u, 1000u}) {
        OperationContext context;
        ProgressReporter progress(context, "testing", count);
        std::vector<std::atomic<int>> touched(count);
        ZR_VERIFY_OK(runBlocks(context, progress, count, 8, [&](std::uint64_t begin, std::uint64_t end) -> Status {
            if (end - begin > 8)
                return Status(ErrorCode::Internal, "block too large");
            for (std::uint64_t i = begin; i < end; ++i)
                ++touched[i];
            return {};
        }));
        for (const auto& times : touched)
            QCOMPARE(times.load(), 1);
        QCOMPARE(progress.done(), count);
    }
}

void TestBlockRunner::lowestFailureWins()
{
    for (int round = 0; round < 50; ++round) {
        OperationContext context;
        ProgressReporter progress(context, "testing", 1000);
        const Status status = runBlocks(context, progress, 1000, 10, [](std::uint64_t begin, std::uint64_t) -> Status {
            if (begin >= 300 && begin % 100 == 0)
                return Status(ErrorCode::CorruptRecord, "block " + std::to_string(begin));
            return {};
        });
        QCOMPARE(status.what(), std::string_view("block 300"));
    }
}

void TestBlockRunner::stopsBetweenBlocks()
{
    std::stop_source source;
    OperationContext context;
    context.stop = source.get_token();
    context.executor = &inlineExecutor();
    ProgressReporter progress(context, "testing", 100);
    int blocks = 0;
    const Status status = runBlocks(context, progress, 100, 10, [&](std::uint64_t, std::uint64_t) -> Status {
        if (++blocks == 3)
            source.request_stop();
        return {};
    });
    ZR_COMPARE_CODE(status, ErrorCode::Cancelled);
    QCOMPARE(blocks, 3);
}

void TestBlockRunner::lackOfMemoryIsAnError()
{
    OperationContext context;
    ProgressReporter progress(context, "testing", 100);
    const Status status = runBlocks(context, progress, 100, 10, [](std::uint64_t begin, std::uint64_t) -> Status {
        if (begin == 50)
            throw std::bad_alloc();
        return {};
    });
    ZR_COMPARE_CODE(status, ErrorCode::OutOfMemory);
}

QTEST_APPLESS_MAIN(TestBlockRunner)
#include "tst_block_runner.moc"
