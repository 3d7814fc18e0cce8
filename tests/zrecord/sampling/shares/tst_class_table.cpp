#include <QTest>

#include <set>

#include "sampling/shares/class_table.h"

using namespace zrecord;

class TestClassTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sorts()
    {
        const std::vector<std::uint32_t> classOf{2, 0, 2, 5, 0, 2};
        const ClassTable table = *ClassTable::create(classOf);
        QCOMPARE(table.classes(), std::size_t{6});
        QCOMPARE(table.records(), std::uint64_t{6});
        QCOMPARE(table.size(0), std::uint64_t{2});
        QCOMPARE(table.size(1), std::uint64_t{0});
        QCOMPARE(table.size(2), std::uint64_t{3});
        QCOMPARE(table.start(5), std::uint64_t{5});
        const std::size_t expected[] = {0, 0, 2, 2, 2, 5};
        for (std::uint64_t place = 0; place < 6; ++place)
            QCOMPARE(table.classAt(place), expected[place]);
        QCOMPARE(ClassTable::create({}).code(), ErrorCode::InvalidArgument);
    }

    // Every cycle of a class holds all of its records and no other, in an order of its own.
    void cyclesOfAClass()
    {
        std::vector<std::uint32_t> classOf;
        for (std::uint32_t i = 0; i < 300; ++i)
            classOf.push_back(i % 3);
        const ClassTable table = *ClassTable::create(classOf);
        const Philox keys(7, RandomPurpose::ClassKey);
        std::set<std::vector<std::uint64_t>> orders;
        for (std::size_t number = 0; number < 3; ++number)
            for (std::uint64_t cycle = 0; cycle < 3; ++cycle) {
                std::vector<std::uint64_t> places;
                std::set<std::uint64_t> records;
                for (std::uint64_t place = 0; place < 100; ++place) {
                    const std::uint64_t record = table.shuffled(number, keys, cycle, place);
                    QCOMPARE(record % 3, std::uint64_t{number});
                    records.insert(record);
                    places.push_back(record / 3);
                }
                QCOMPARE(records.size(), std::size_t{100});
                orders.insert(places);
            }
        QCOMPARE(orders.size(), std::size_t{9});
    }
};

QTEST_APPLESS_MAIN(TestClassTable)
#include "tst_class_table.moc"
