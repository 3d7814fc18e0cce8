#include "workbench/find/facts_remap.h"

#include <memory>

#include <QTest>

#include <zrecord/record_finder.h>

#include "workbench/document/index_remap.h"

using namespace zrecord;
using namespace zrecord::workbench;

class FactsRemapTest : public QObject {
    Q_OBJECT

    /// Record i has the mean i; every third has rank 2.
    static std::unique_ptr<FactsTable> table(std::uint64_t records, bool ragged, std::uint64_t without = UINT64_MAX) {
        auto facts = std::make_unique<FactsTable>(1, records);
        for (std::uint64_t first = 0; first < records; first += FactsTable::kBlockRecords) {
            if (first / FactsTable::kBlockRecords == without)
                continue;
            auto block = std::make_shared<FactsBlock>();
            block->first = first;
            block->known = {false, true};
            if (ragged)
                block->shapeOffsets.push_back(0);
            for (std::uint64_t i = first; i < std::min(first + FactsTable::kBlockRecords, records); ++i) {
                RecordFacts one;
                one.mean = static_cast<double>(i);
                block->facts.push_back(one);
                if (!ragged)
                    continue;
                block->dimensions.push_back(i);
                if (i % 3 == 0)
                    block->dimensions.push_back(2);
                block->shapeOffsets.push_back(block->dimensions.size());
            }
            if (!ragged)
                block->dimensions = {4, 5};
            facts->insert(0, first / FactsTable::kBlockRecords, block);
        }
        return facts;
    }

private Q_SLOTS:
    void everyRecordKeepsItsFacts_data() {
        QTest::addColumn<bool>("ragged");
        QTest::newRow("dense") << false;
        QTest::newRow("ragged") << true;
    }
    void everyRecordKeepsItsFacts() {
        QFETCH(bool, ragged);
        const std::uint64_t records = 3 * FactsTable::kBlockRecords + 10;
        const auto before = table(records, ragged);
        RecordRanges removed(3, 2);
        removed.add(records - 1, 1);
        removed.add(5000, 1);
        const IndexRemap remap = IndexRemap::plan(removed, records);
        const auto after = remappedFacts(*before, remap);
        QVERIFY(after != nullptr);
        QCOMPARE(after->recordCount(), records - 4);
        QCOMPARE(after->covered(0, {false, true}), records - 4);
        for (std::uint64_t record = 0; record < records - 4; ++record) {
            const auto block = after->block(0, record / FactsTable::kBlockRecords, {false, true});
            const std::size_t place = record - block->first;
            const std::uint64_t origin = remap.origin(record).value();
            QCOMPARE(block->facts[place].mean, static_cast<double>(origin));
            const auto shape = block->shape(place);
            QCOMPARE(shape[0], ragged ? origin : std::uint64_t{4});
            QCOMPARE(shape.size(), ragged ? (origin % 3 == 0 ? std::size_t{2} : std::size_t{1}) : std::size_t{2});
        }
        // What did not move is shared.
        QCOMPARE(after->block(0, 2, {}).get(), before->block(0, 2, {}).get());
    }

    void whatIsNotKnownStaysUnknown() {
        const std::uint64_t records = 2 * FactsTable::kBlockRecords;
        const auto before = table(records, false, 1);
        const auto after = remappedFacts(*before, IndexRemap::plan(RecordRanges(3, 1), records));
        QVERIFY(!after->block(0, 0, {}));  // its record 3 comes from the block that was not measured
        QVERIFY(!after->block(0, 1, {}));
    }
};

QTEST_GUILESS_MAIN(FactsRemapTest)
#include "tst_facts_remap.moc"
