#include <QTest>

#include <cstdint>
#include <thread>
#include <vector>

#include "support/status_checks.h"
#include "zrecord/result_memory.h"

using namespace zrecord;

/// The pool of result memory: aligned, used again, and bounded.
class TestResultMemory : public QObject {
    Q_OBJECT

private slots:
    void init() { ResultMemory::setIdleLimit(0); }
    void beginsOnAPage();
    void isUsedAgain();
    void wasteIsBounded();
    void limitHolds();
    void tooMuchIsRefused();
    void threadsShareIt();
};

void TestResultMemory::beginsOnAPage()
{
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{4096}, std::size_t{5000}, std::size_t{3'000'000}}) {
        const auto memory = ResultMemory::take(bytes);
        ZR_VERIFY_OK(memory);
        QCOMPARE(memory->size(), bytes);
        QVERIFY(memory->capacity() >= bytes);
        QCOMPARE(reinterpret_cast<std::uintptr_t>(memory->data()) % 4096, std::uintptr_t{0});
        memory->data()[bytes - 1] = std::byte{1};
    }
    const auto nothing = ResultMemory::take(0);
    ZR_VERIFY_OK(nothing);
    QCOMPARE(nothing->size(), std::size_t{0});
}

void TestResultMemory::isUsedAgain()
{
    ResultMemory::setIdleLimit(1 << 20);
    std::byte* first = nullptr;
    {
        const auto memory = ResultMemory::take(100'000);
        ZR_VERIFY_OK(memory);
        first = memory->data();
        QCOMPARE(ResultMemory::idleBytes(), std::uint64_t{0});
    }
    QVERIFY(ResultMemory::idleBytes() >= 100'000);
    const auto again = ResultMemory::take(99'000);
    ZR_VERIFY_OK(again);
    QVERIFY(again->data() == first);
    QCOMPARE(again->size(), std::size_t{99'000});
    const auto other = ResultMemory::take(99'000);
    ZR_VERIFY_OK(other);
    QVERIFY(other->data() != first);
}

void TestResultMemory::wasteIsBounded()
{
    ResultMemory::setIdleLimit(1 << 20);
    ZR_VERIFY_OK(ResultMemory::take(400'000));
    const auto small = ResultMemory::take(100'000);
    ZR_VERIFY_OK(small);
    QVERIFY(small->capacity() < 200'000);
}

void TestResultMemory::limitHolds()
{
    constexpr std::uint64_t kLimit = 100 * 4096;
    ResultMemory::setIdleLimit(kLimit);
    {
        std::vector<ResultMemory> many;
        for (int i = 0; i < 300; ++i) {
            auto memory = ResultMemory::take(4096);
            ZR_VERIFY_OK(memory);
            many.push_back(std::move(memory).value());
        }
    }
    QVERIFY(ResultMemory::idleBytes() > 0);
    QVERIFY(ResultMemory::idleBytes() <= kLimit);
    ZR_VERIFY_OK(ResultMemory::take(2 * kLimit));
    QVERIFY(ResultMemory::idleBytes() <= kLimit);
    ResultMemory::setIdleLimit(4096);
    QVERIFY(ResultMemory::idleBytes() <= 4096);
    ResultMemory::setIdleLimit(0);
    QCOMPARE(ResultMemory::idleBytes(), std::uint64_t{0});
}

void TestResultMemory::tooMuchIsRefused()
{
    ZR_COMPARE_CODE(ResultMemory::take(SIZE_MAX), ErrorCode::OutOfMemory);
    ZR_COMPARE_CODE(ResultMemory::take(SIZE_MAX / 4), ErrorCode::OutOfMemory);
}

void TestResultMemory::threadsShareIt()
{
    ResultMemory::setIdleLimit(1 << 22);
    std::vector<std::thread> threads;
    std::vector<int> wrong(4);
    for (std::size_t t = 0; t < wrong.size(); ++t)
        threads.emplace_back([&wrong, t] {
            for (std::size_t i = 0; i < 2000; ++i) {
                auto memory = ResultMemory::take(1 + i * 37 % 50'000);
                if (!memory.ok()) {
                    ++wrong[t];
                    continue;
                }
                const std::byte mark{static_cast<unsigned char>(t)};
                memory->data()[0] = mark;
                memory->data()[memory->size() - 1] = mark;
                wrong[t] += memory->data()[0] != mark;
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(wrong, std::vector<int>(4));
    QVERIFY(ResultMemory::idleBytes() <= 1 << 22);
}

QTEST_APPLESS_MAIN(TestResultMemory)
#include "tst_result_memory.moc"
