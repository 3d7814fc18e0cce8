#include <algorithm>
#include <cmath>

#include <QTest>

#include "zrecord/record_filter.h"

namespace zrecord {
namespace {

/// A set of pictures, labels with names, and a ragged stream called like a fact.
FilterSchema schema()
{
    FilterSchema all;
    all.streams.push_back({"image", StoreKind::Dense, *DType::parse("|u1"), {28, 28}, {}});
    all.streams.push_back({"label", StoreKind::Dense, *DType::parse("|u1"), {}, {"Coat", "Bag", "Sneaker"}});
    all.streams.push_back({"min", StoreKind::Ragged, *DType::parse("<f4"), {}, {}});
    all.streams.push_back({"name", StoreKind::Dense, *DType::parse("|S8"), {}, {}});
    const auto records = [](std::vector<IndexRange> ranges) { return std::make_shared<const std::vector<IndexRange>>(std::move(ranges)); };
    all.tags.push_back({"blurred", records({{0, 3, 1}, {40, 2, 1}})});
    all.tags.push_back({"dark", records({{42, 8, 1}})});
    all.sets.push_back({"marked", records({{41, 1, 1}})});
    all.sets.push_back({"reviewed", nullptr});
    return all;
}

/// image: mean 10, std 2, 0 … 20, 784 bytes stored in 196. label: 2. min: shape (5, 3), mean −1, 1 NaN.
struct Row {
    RecordFacts image, label, other, name;
    std::vector<std::uint64_t> imageShape{28, 28}, none, otherShape{5, 3};

    Row()
    {
        image.min = 0;
        image.max = 20;
        image.mean = 10;
        image.std = 2;
        image.elements = 784;
        image.plainBytes = 784;
        image.storedBytes = 196;
        label.value = 2;
        label.elements = 1;
        other.mean = -1;
        other.nanCount = 1;
        other.elements = 15;
    }
    bool matches(const RecordFilter& filter) const { return ask<bool>([&filter](const FilterRow& row) { return filter.matches(row); }); }
    double number(const RecordFilter& filter) const { return ask<double>([&filter](const FilterRow& row) { return filter.evaluate(row); }); }

private:
    template <typename Answer, typename Question>
    Answer ask(Question question) const
    {
        const std::vector<const RecordFacts*> facts{&image, &label, &other, &name};
        const std::vector<std::span<const std::uint64_t>> shapes{imageShape, none, otherShape, none};
        return question(FilterRow{41, facts, shapes});
    }
};

}  // namespace

class TestRecordFilter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void decides_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("expected");
        const auto row = [](const char* text, bool expected) { QTest::newRow(text) << QByteArray(text) << expected; };
        row("std < 3", true);
        row("std < 2", false);
        row("std <= 2", true);
        row("std == 2 and mean == 10", true);
        row("std == 2 and mean == 11", false);
        row("mean == 11 or std == 2 and max == 20", true);
        row("(mean == 11 or std == 2) and max == 21", false);
        row("not mean == 11", true);
        row("!(mean == 11) && max != 21", true);
        row("NOT mean == 11 AND max == 20", true);
        row("1 < std < 5", true);
        row("1 < std < 2", false);
        row("1 < std < 5 < max", true);
        row("shape[0] > 64 or label == 2", true);
        row("shape[0] == 28 and shape[-1] == 28 and ndim == 2", true);
        row("shape[2] > 0", false);
        row("shape[2] != 0", true);
        row("index == 41", true);
        row("index % 2 == 1", true);
        row("-index % 10 == 9", true);
        row("ratio == 4", true);
        row("bytes / stored == 784 / 196", true);
        row("2 + 3 * 4 == 14", true);
        row("(2 + 3) * 4 == 20", true);
        row("10 - 2 - 3 == 5", true);
        row("abs(mean - 12) == 2", true);
        row("label in [1, 2]", true);
        row("label not in [1, 2]", false);
        row("label in [0]", false);
        row("label == 'Sneaker'", true);
        row("\"Coat\" != label", true);
        row("label in ['Bag', 'Sneaker']", true);
        row("image.std == 2 and label.elements == 1", true);
        row("min == 0", true);
        row("min.mean == -1", true);
        row("min.nan == 1 and min.shape[1] == 3", true);
        row("mean == 1e1 and mean == 10. and .5 < 1", true);
        row("value == 2", false);
        row("tag == 'blurred'", true);
        row("tag != 'blurred'", false);
        row("tag == 'dark'", false);
        row("tag in ['dark', 'blurred'] and std == 2", true);
        row("tag not in ['dark', 'blurred']", false);
        row("not tag == 'dark' or mean == 11", true);
        row("marked", true);
        row("not marked or reviewed", false);
        row("unreadable", false);
        row("not unreadable", true);
    }
    void decides()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, expected);
        FilterSchema all = schema();
        if (text == "value == 2")
            all.main = 2;  // ragged: may have one element, this one has fifteen
        const auto filter = RecordFilter::compile(text.toStdString(), all);
        QVERIFY2(filter.ok(), filter.status().message().c_str());
        QCOMPARE(Row().matches(*filter), expected);
    }

    void pointsAtTheCharacter_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("begin");
        QTest::addColumn<int>("end");
        QTest::addColumn<QByteArray>("why");
        const auto row = [](const char* text, int begin, int end, const char* why) { QTest::newRow(text) << QByteArray(text) << begin << end << QByteArray(why); };
        row("std <", 5, 6, "a value is expected");
        row("std = 3", 4, 5, "two equals signs");
        row("sdt < 3", 0, 3, "nothing called 'sdt'; there are index, min, max");
        row("std < 3 mean", 8, 12, "'and', 'or' or an operator is missing");
        row("std", 0, 3, "a comparison is expected");
        row("tag == 'blurry'", 7, 15, "no tag has this name; there are blurred, dark");
        row("tag == 3", 7, 8, "the name of a tag in quotes");
        row("tag < 'dark'", 4, 5, "one of ==, != and in");
        row("tag in ['dark'", 14, 15, "closing bracket ]");
        row("marked + 1 == 2", 0, 6, "a number is expected");
        row("std < 3 and mean", 12, 16, "a comparison is expected");
        row("(std < 3", 8, 9, "closing bracket ) is missing");
        row("std < 3)", 7, 8, "never opened");
        row("std < 3 and and", 12, 15, "a value is expected before 'and'");
        row("shape > 3", 6, 7, "an axis is expected");
        row("shape[0 > 3", 8, 9, "closing bracket ] is missing");
        row("shape[x] > 3", 6, 7, "the axis is a whole number");
        row("label == 'Shoe'", 9, 15, "no value has this name; there are Coat, Bag, Sneaker");
        row("label < 'Bag'", 8, 13, "compared with == and != only");
        row("std == 'Bag'", 7, 12, "whose values have names");
        row("label == 'Bag", 9, 13, "closing quote is missing");
        row("std < 3 # all", 8, 9, "no meaning");
        row("std < 3px", 6, 8, "something follows it");
        row("std < 1e999", 6, 11, "too large");
        row("value == 1", 0, 5, "records of the shape (28, 28) have no single value");
        row("name.std < 1", 5, 8, "which has no std");
        row("image.foo < 1", 6, 9, "one of min, max");
        row("(std < 3) + 1 == 2", 0, 9, "a number is expected");
        row("label in 3", 9, 10, "a list is expected");
        row("label in [1 2]", 12, 13, "a comma or the closing bracket");
    }
    void pointsAtTheCharacter()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, begin);
        QFETCH(int, end);
        QFETCH(QByteArray, why);
        FilterFault fault;
        const auto filter = RecordFilter::compile(text.toStdString(), schema(), &fault);
        QCOMPARE(filter.code(), ErrorCode::InvalidArgument);
        QVERIFY2(fault.what.find(why.toStdString()) != std::string::npos, fault.what.c_str());
        QCOMPARE(static_cast<int>(fault.begin), begin);
        QCOMPARE(static_cast<int>(fault.end), end);
        const std::string place = begin < text.size() ? "at character " + std::to_string(begin + 1) : "at the end";
        QVERIFY2(filter.status().message().find(place) != std::string::npos, filter.status().message().c_str());
    }

    void numbersToSortBy()
    {
        const auto key = RecordFilter::compileNumber("abs(mean - 12) + label", schema());
        QVERIFY2(key.ok(), key.status().message().c_str());
        QCOMPARE(Row().number(*key), 4.0);
        QCOMPARE(RecordFilter::compileNumber("std < 3", schema()).code(), ErrorCode::InvalidArgument);
    }

    void damagedRecordsMatchOnlyWhereAskedFor()
    {
        Row row;
        row.image = RecordFacts();
        row.image.readable = false;
        QVERIFY(!row.matches(*RecordFilter::compile("mean != 3", schema())));
        QVERIFY(row.matches(*RecordFilter::compile("unreadable", schema())));
        QVERIFY(row.matches(*RecordFilter::compile("label == 2", schema())));
        QVERIFY(std::isnan(row.number(*RecordFilter::compileNumber("mean", schema()))));
    }

    void asksForNoMoreThanItNeeds()
    {
        const auto needs = [](const char* text, std::size_t stream) { return RecordFilter::compile(text, schema())->needs(stream); };
        QVERIFY(!needs("index < 3", 0));
        QCOMPARE(needs("shape[0] > 3", 0), FactNeeds{});
        QCOMPARE(needs("ratio > 3", 0), (FactNeeds{true, false}));
        QCOMPARE(needs("ratio > 3 and std > 1", 0), (FactNeeds{true, true}));
        QVERIFY(!needs("label == 1", 0));
        QCOMPARE(needs("label == 1", 1), (FactNeeds{false, true}));
    }

    void emptyMatchesEverything()
    {
        for (const char* text : {"", "  "}) {
            const auto filter = RecordFilter::compile(text, schema());
            QVERIFY(filter.ok() && filter->matchesAll() && Row().matches(*filter));
        }
    }

    void depthIsBounded()
    {
        std::string deep(5000, '(');
        deep.append("1").append(5000, ')').append(" == 1");
        QCOMPARE(RecordFilter::compile(deep, schema()).code(), ErrorCode::InvalidArgument);
        std::string signs(5000, '-');
        signs.append("1 == 1");
        QCOMPARE(RecordFilter::compile(signs, schema()).code(), ErrorCode::InvalidArgument);
        std::string wide = "index == 0";
        for (int i = 1; i < 5000; ++i)
            wide += " or index == " + std::to_string(i);
        const auto filter = RecordFilter::compile(wide, schema());
        QVERIFY(filter.ok() && Row().matches(*filter));
    }

    void withoutStreamsThereIsOnlyTheIndex()
    {
        QVERIFY(RecordFilter::compile("index < 3", FilterSchema()).ok());
        QCOMPARE(RecordFilter::compile("std < 3", FilterSchema()).code(), ErrorCode::InvalidArgument);
    }

    void namesForCompletion()
    {
        const auto names = RecordFilter::names(schema());
        const auto has = [&names](const char* name) { return std::find(names.begin(), names.end(), name) != names.end(); };
        QVERIFY(has("index") && has("std") && has("shape[0]") && has("label") && has("label.value") && has("min.mean"));
        QVERIFY(!has("value") && !has("name.std") && !has("image") && !has("name"));
        for (const std::string& name : names)
            QVERIFY2(RecordFilter::compileNumber(name, schema()).ok() || RecordFilter::compile(name, schema()).ok() || name == "tag", name.c_str());
        QVERIFY(has("tag") && has("marked") && has("unreadable"));
    }
};

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestRecordFilter)
#include "tst_record_filter.moc"
