#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <memory>

#include "widgets/laboratory/slots/slot_table.h"

using namespace zrecord;
using namespace zrecord::widgets;

class TestSlotTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cellsOfAllFilesAreRows() {
        auto map = std::make_shared<SlotMap>();
        map->cellBytes = 100;
        map->strips.push_back({0, 150, 0, {{90, 0, 2, 7, 60, 120}, {50, 10, 0, 0, 0, 0}}});
        map->strips.push_back({3, 20, 0, {{5, 0, 1, 4, 5, 50}}});
        SlotTable table;
        table.setMap(map);
        QCOMPARE(table.model()->rowCount(), 3);
        const auto cell = [&table](int row, int column) { return table.model()->index(row, column).data().toString(); };
        QCOMPARE(cell(1, 0), QStringLiteral("0.chunk"));
        QCOMPARE(cell(1, 2), QStringLiteral("50"));
        QCOMPARE(cell(1, 7), QStringLiteral("—"));
        QCOMPARE(cell(2, 0), QStringLiteral("3.chunk"));
        QCOMPARE(cell(2, 4), QStringLiteral("15"));
        QCOMPARE(table.csv().split(QStringLiteral("\r\n")),
                 (QStringList{QStringLiteral("file,offset,bytes,live,dead,marked,records,first record,stored,decoded"), QStringLiteral("0,0,100,90,10,0,2,7,60,120"),
                              QStringLiteral("0,100,50,50,0,10,0,,0,0"), QStringLiteral("3,0,20,5,15,0,1,4,5,50"), QString()}));
        QSignalSpy chosen(&table, &SlotTable::recordChosen);
        Q_EMIT table.activated(table.model()->index(1, 0));
        QCOMPARE(chosen.count(), 0);
        Q_EMIT table.activated(table.model()->index(2, 0));
        QCOMPARE(chosen.takeFirst().at(0).toULongLong(), quint64{4});
        table.setMap(nullptr);
        QCOMPARE(table.model()->rowCount(), 0);
    }
};

QTEST_MAIN(TestSlotTable)
#include "tst_slot_table.moc"
