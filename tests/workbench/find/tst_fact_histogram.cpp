#include "workbench/find/fact_histogram.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include <QTest>

#include <zrecord/record_finder.h>

using namespace zrecord;
using namespace zrecord::workbench;

class FactHistogramTest : public QObject {
    Q_OBJECT

    /// Records whose mean and value are these numbers.
    static std::unique_ptr<FactsTable> tableOf(const std::vector<double>& values, std::uint64_t records = 0) {
        auto table = std::make_unique<FactsTable>(1, std::max<std::uint64_t>(records, values.size()));
        for (std::uint64_t first = 0; first < values.size(); first += FactsTable::kBlockRecords) {
            auto block = std::make_shared<FactsBlock>();
            block->first = first;
            block->known = {true, true};
            for (std::uint64_t i = first; i < std::min<std::uint64_t>(first + FactsTable::kBlockRecords, values.size()); ++i) {
                RecordFacts facts;
                facts.mean = facts.value = values[i];
                block->facts.push_back(facts);
            }
            table->insert(0, first / FactsTable::kBlockRecords, block);
        }
        return table;
    }

private Q_SLOTS:
    void everyValueIsInItsBar() {
        std::vector<double> values;
        for (int i = 0; i < 10'000; ++i)
            values.push_back(38.2 + std::fmod(i * 0.0137, 61.3));
        values.push_back(RecordFacts::kNone);
        const auto table = tableOf(values);
        const FactHistogram histogram = factHistogram(*table, 0, QStringLiteral("mean"));
        QCOMPARE(histogram.records, std::uint64_t{10'001});
        QCOMPARE(histogram.without, std::uint64_t{1});
        QVERIFY(histogram.counts.size() >= 15 && histogram.counts.size() <= 110);
        QCOMPARE(std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::uint64_t{0}), std::uint64_t{10'000});
        for (std::size_t bar = 0; bar < histogram.counts.size(); ++bar) {
            // Written into a filter and read again, the edges still give the same records.
            const double low = QString::number(histogram.edge(bar), 'g', 15).toDouble();
            const double high = QString::number(histogram.edge(bar + 1), 'g', 15).toDouble();
            QCOMPARE(low, histogram.edge(bar));
            const auto inside = std::count_if(values.begin(), values.end(), [low, high](double value) { return low <= value && value < high; });
            QCOMPARE(static_cast<std::uint64_t>(inside), histogram.counts[bar]);
        }
        QVERIFY(histogram.edge(0) <= histogram.low && histogram.high < histogram.edge(histogram.counts.size()));
    }

    void wholeNumbersHaveABarEach() {
        const FactHistogram histogram = factHistogram(*tableOf({3, 5, 5, 7}), 0, QStringLiteral("mean"));
        QCOMPARE(histogram.counts, (std::vector<std::uint64_t>{1, 0, 2, 0, 1}));
        QCOMPARE(histogram.edge(0), 3.0);
        QCOMPARE(histogram.edge(5), 8.0);
    }

    void oneValueAndNone() {
        const FactHistogram same = factHistogram(*tableOf({0.3, 0.3}), 0, QStringLiteral("mean"));
        QCOMPARE(same.counts, std::vector<std::uint64_t>{2});
        QVERIFY(same.edge(0) <= 0.3 && 0.3 < same.edge(1));
        QVERIFY(factHistogram(*tableOf({RecordFacts::kNone}), 0, QStringLiteral("mean")).counts.empty());
        QVERIFY(factHistogram(FactsTable(1, 10), 0, QStringLiteral("mean")).counts.empty());
    }

    void classesAreCounted() {
        const ClassCounts counts = classCounts(*tableOf({7, -1, 7, 3}), 0, QStringLiteral("label"));
        QCOMPARE(counts.classes, (std::vector<ClassCounts::Class>{{-1, 1}, {3, 1}, {7, 2}}));
        QCOMPARE(counts.records, std::uint64_t{4});
        QVERIFY(!counts.tooMany);
        std::vector<double> many(2000);
        std::iota(many.begin(), many.end(), 0.0);
        QVERIFY(classCounts(*tableOf(many), 0, QStringLiteral("label")).tooMany);
        QVERIFY(classCounts(*tableOf({0.5}), 0, QStringLiteral("label")).tooMany);
    }
};

QTEST_APPLESS_MAIN(FactHistogramTest)
#include "tst_fact_histogram.moc"
