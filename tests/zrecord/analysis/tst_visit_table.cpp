#include <QTest>

#include <map>

#include "analysis/visit_table.h"
#include "support/status_checks.h"

using namespace zrecord;

class TestVisitTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Few records take the direct form; far more records than indices, the hash form.
    void visits_data()
    {
        QTest::addColumn<quint64>("length");
        QTest::newRow("direct") << quint64{97};
        QTest::newRow("hashed") << (quint64{1} << 40);
    }
    void visits()
    {
        QFETCH(quint64, length);
        auto made = VisitTable::create(length, 5'000, UINT64_C(1) << 24);
        ZR_VERIFY_OK(made);
        VisitTable table = std::move(made).value();
        std::map<std::uint64_t, std::uint64_t> last;
        std::map<std::uint64_t, std::uint64_t> counts;
        for (std::uint64_t position = 0; position < 5'000; ++position) {
            // A square of the position repeats and skips; a few records far apart share hash slots.
            const std::uint64_t record = position * position % 91 * (length / 97);
            const auto before = table.visit(record, position);
            QCOMPARE(before.has_value(), last.count(record) == 1);
            if (before)
                QCOMPARE(*before, last[record]);
            last[record] = position;
            ++counts[record];
        }
        const auto counted = table.visits(17);
        ZR_VERIFY_OK(counted);
        const VisitTable::Visits& visits = *counted;
        std::vector<std::uint64_t> histogram(17);
        histogram[0] = length - counts.size();
        std::uint64_t most = 0;
        for (const auto& [record, count] : counts) {
            ++histogram[std::min<std::size_t>(count, 16)];
            most = std::max(most, count);
        }
        QCOMPARE(visits.histogram, histogram);
        QCOMPARE(visits.most, most);
        QCOMPARE(visits.least, std::uint64_t{0});
    }

    void leastIsOfAllRecords()
    {
        VisitTable table = std::move(VisitTable::create(2, 5, 1'024)).value();
        for (std::uint64_t position = 0; position < 5; ++position)
            table.visit(position % 2, position);
        QCOMPARE(table.visits(4)->least, std::uint64_t{2});
        QCOMPARE(table.visits(4)->most, std::uint64_t{3});
        QCOMPARE(table.visits(4)->histogram, (std::vector<std::uint64_t>{0, 0, 1, 1}));
        QCOMPARE(table.visits(3)->histogram, (std::vector<std::uint64_t>{0, 0, 2}));
    }

    void countingCanBeStopped()
    {
        const VisitTable table = std::move(VisitTable::create(2, 5, 1'024)).value();
        std::stop_source stop;
        stop.request_stop();
        OperationContext context;
        context.stop = stop.get_token();
        ZR_COMPARE_CODE(table.visits(4, context), ErrorCode::Cancelled);
    }

    void memoryIsLimited()
    {
        const std::uint64_t limit = UINT64_C(1) << 20;
        const std::uint64_t most = VisitTable::mostIndices(UINT64_C(1) << 40, limit);
        QCOMPARE(most, std::uint64_t{32'768});  // half of 65,536 slots of 16 bytes
        ZR_VERIFY_OK(VisitTable::create(UINT64_C(1) << 40, most, limit));
        const auto refused = VisitTable::create(UINT64_C(1) << 40, most + 1, limit);
        ZR_COMPARE_CODE(refused, ErrorCode::InvalidArgument);
        QVERIFY(refused.status().message().find("32768 indices fit") != std::string::npos);
        QCOMPARE(VisitTable::mostIndices(limit / 8, limit), std::uint64_t{4'294'967'294});
    }
};

QTEST_APPLESS_MAIN(TestVisitTable)
#include "tst_visit_table.moc"
