#include <fstream>

#include "fact_stores.h"
#include "zrecord/record_finder.h"

namespace zrecord {
namespace {

/// 10,000 pictures of two bytes, (i mod 251, i mod 7), and their labels, i mod 10.
struct Pair {
    test::FactStores stores;
    Store image;
    Store label;
    FilterSchema schema;

    static constexpr std::uint64_t kRecords = 10'000;

    Pair() : image(stores.dense("set/image", "|u1", {2}, imageValues())), label(stores.dense("set/label", "|u1", {}, labelValues()))
    {
        schema.streams = {filterStream("image", image), filterStream("label", label)};
        schema.main = likelyMainStream(schema);
    }
    FindTarget target(FactsTable* table = nullptr) const { return {{&image, &label}, kRecords, table}; }
    FindQuestion question(const char* filter, std::vector<const char*> keys = {}) const
    {
        FindQuestion made;
        made.filter = *RecordFilter::compile(filter, schema);
        for (const char* key : keys)
            made.keys.push_back({*RecordFilter::compileNumber(key, schema), false});
        return made;
    }

private:
    static std::vector<std::uint8_t> imageValues()
    {
        std::vector<std::uint8_t> values;
        for (std::uint64_t i = 0; i < kRecords; ++i) {
            values.push_back(static_cast<std::uint8_t>(i % 251));
            values.push_back(static_cast<std::uint8_t>(i % 7));
        }
        return values;
    }
    static std::vector<std::uint8_t> labelValues()
    {
        std::vector<std::uint8_t> values;
        for (std::uint64_t i = 0; i < kRecords; ++i)
            values.push_back(static_cast<std::uint8_t>(i % 10));
        return values;
    }
};

}  // namespace

class TestRecordFinder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsAcrossStreams()
    {
        const Pair pair;
        QCOMPARE(pair.schema.main, std::size_t{0});
        const auto found = findRecords(pair.target(), pair.question("max == 250 and label == 0"));
        QVERIFY2(found.ok(), found.status().message().c_str());
        std::vector<std::uint64_t> expected;
        for (std::uint64_t i = 0; i < Pair::kRecords; ++i)
            if (i % 251 == 250 && i % 10 == 0)
                expected.push_back(i);
        QCOMPARE(*expandRanges(found->ranges), expected);
        QCOMPARE(found->matches, static_cast<std::uint64_t>(expected.size()));
        QCOMPARE(found->unreadable, std::uint64_t{0});
        QVERIFY(found->order.empty());
    }

    void neighboursAreOneRange()
    {
        const Pair pair;
        const auto found = findRecords(pair.target(), pair.question("4000 <= index < 9000"));
        QCOMPARE(found->ranges, (std::vector<IndexRange>{{4000, 5000, 1}}));
    }

    void sortsByManyKeysAndKeepsTheOrderOfEquals()
    {
        const Pair pair;
        const auto found = findRecords(pair.target(), pair.question("index < 40", {"label", "-index % 3"}));
        const auto key = [](std::uint64_t i) { return std::pair(i % 10, (3 - i % 3) % 3); };
        std::vector<std::uint64_t> expected(40);
        for (std::uint64_t i = 0; i < 40; ++i)
            expected[i] = i;
        std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return key(a) < key(b); });
        QCOMPARE(found->order, expected);
        QCOMPARE(found->ranges, (std::vector<IndexRange>{{0, 40, 1}}));
    }

    void nanComesLastBothWays()
    {
        test::FactStores stores;
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const Store store = stores.dense<float>("f", "<f4", {}, {3, nan, 1, 2});
        FilterSchema schema;
        schema.streams = {filterStream("", store)};
        for (const bool descending : {false, true}) {
            FindQuestion question;
            question.keys = {{*RecordFilter::compileNumber("value", schema), descending}};
            const auto found = findRecords({{&store}, 4, nullptr}, question);
            QCOMPARE(found->order, descending ? (std::vector<std::uint64_t>{0, 3, 2, 1}) : (std::vector<std::uint64_t>{2, 3, 0, 1}));
        }
    }

    void theTableIsFilledOnceAndAskedAfterwards()
    {
        Pair pair;
        FactsTable table(2, Pair::kRecords);
        QVERIFY(findRecords(pair.target(&table), pair.question("std > 1")).ok());
        QCOMPARE(table.covered(0, {false, true}), Pair::kRecords);
        QCOMPARE(table.covered(1, {false, true}), std::uint64_t{0});
        QCOMPARE(table.covered(0, {true, true}), std::uint64_t{0});
        // A closed store can answer nothing more: what comes now comes from the table.
        QVERIFY(pair.image.close().ok());
        QVERIFY(findRecords(pair.target(&table), pair.question("max == 250")).ok());
        QCOMPARE(findRecords(pair.target(), pair.question("max == 250")).code(), ErrorCode::Closed);
    }

    void moreFactsJoinThoseThatAreThere()
    {
        const Pair pair;
        FactsTable table(2, Pair::kRecords);
        QVERIFY(fillFacts(pair.target(&table), 0, {true, false}).ok());
        QVERIFY(fillFacts(pair.target(&table), 0, {false, true}).ok());
        QCOMPARE(table.covered(0, {true, true}), Pair::kRecords);
    }

    void aStopKeepsWhatWasMeasured()
    {
        const Pair pair;
        FactsTable table(2, Pair::kRecords);
        std::stop_source stop;
        FindTarget target = pair.target(&table);
        target.guard = [&stop](const std::function<Status()>& read) {
            Status status = read();
            stop.request_stop();
            return status;
        };
        QCOMPARE(fillFacts(target, 0, {false, true}, {stop.get_token(), {}, nullptr}).code(), ErrorCode::Cancelled);
        const std::uint64_t covered = table.covered(0, {false, true});
        QCOMPARE(covered, FactsTable::kBlockRecords);
        QVERIFY(fillFacts(pair.target(&table), 0, {false, true}).ok());
        QCOMPARE(table.covered(0, {false, true}), Pair::kRecords);
    }

    void theGuardMayRefuse()
    {
        const Pair pair;
        FindTarget target = pair.target();
        target.guard = [](const std::function<Status()>&) { return Status(ErrorCode::Closed, "the records have moved"); };
        QCOMPARE(findRecords(target, pair.question("max == 250")).code(), ErrorCode::Closed);
        QVERIFY(findRecords(target, pair.question("index < 3")).ok());
        QCOMPARE(findDuplicates(target, 0).code(), ErrorCode::Closed);
    }

    void theTableKeepsItsLimit()
    {
        const Pair pair;
        FactsTable table(2, Pair::kRecords, 600'000);  // one block of 4096 records takes 400 KiB or less
        QVERIFY(fillFacts(pair.target(&table), 0, {false, true}).ok());
        QVERIFY(table.isFull());
        QVERIFY(table.memoryBytes() <= 600'000);
        QVERIFY(table.covered(0, {false, true}) >= FactsTable::kBlockRecords);
        const auto found = findRecords(pair.target(&table), pair.question("max == 250"));
        QCOMPARE(found->matches, std::uint64_t{39});
    }

    void namesLieBesideTheStream()
    {
        test::FactStores stores;
        const Store store = stores.dense<std::uint8_t>("set/label", "|u1", {}, {0, 1});
        std::ofstream(stores.path("set/label.names.txt")) << "Coat\r\nBag\n";
        QCOMPARE(filterStream("label", store).valueNames, (std::vector<std::string>{"Coat", "Bag"}));
    }
};

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestRecordFinder)
#include "tst_record_finder.moc"
