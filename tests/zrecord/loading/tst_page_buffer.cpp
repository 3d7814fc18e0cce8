#include <QTest>

#include <cstdint>
#include <cstring>
#include <utility>

#include <unistd.h>

#include "loading/page_buffer.h"

using namespace zrecord;

class TestPageBuffer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void beginsOnAPage()
    {
        PageBuffer buffer;
        QVERIFY(buffer.data() == nullptr);
        QVERIFY(buffer.reserve(1).ok());
        const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
        QCOMPARE(reinterpret_cast<std::uintptr_t>(buffer.data()) % page, std::uintptr_t{0});
        QCOMPARE(buffer.capacity(), page);
        std::memset(buffer.data(), 7, buffer.capacity());
    }

    void staysWhereItIsWhileItFits()
    {
        PageBuffer buffer;
        QVERIFY(buffer.reserve(100'000).ok());
        std::byte* const before = buffer.data();
        const std::size_t capacity = buffer.capacity();
        QVERIFY(capacity >= 100'000);
        QVERIFY(buffer.reserve(0).ok());
        QVERIFY(buffer.reserve(capacity).ok());
        QCOMPARE(buffer.data(), before);
        QVERIFY(buffer.reserve(capacity + 1).ok());
        QVERIFY(buffer.capacity() > capacity);
        std::memset(buffer.data(), 1, buffer.capacity());
    }

    void refusesWhatNoMemoryHas()
    {
        PageBuffer buffer;
        QCOMPARE(buffer.reserve(SIZE_MAX).code(), ErrorCode::OutOfMemory);
        QCOMPARE(buffer.reserve(SIZE_MAX / 2).code(), ErrorCode::OutOfMemory);
        QVERIFY(buffer.reserve(10).ok());
    }

    void movesWithItsMemory()
    {
        PageBuffer first;
        QVERIFY(first.reserve(10).ok());
        std::byte* const memory = first.data();
        PageBuffer second(std::move(first));
        QCOMPARE(second.data(), memory);
        PageBuffer third;
        third = std::move(second);
        QCOMPARE(third.data(), memory);
    }
};

QTEST_APPLESS_MAIN(TestPageBuffer)
#include "tst_page_buffer.moc"
