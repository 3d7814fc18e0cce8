#include <QTest>

#include <algorithm>
#include <limits>
#include <string>

#include "zrecord/record_selection.h"

namespace zrecord {
namespace {

/// Python's slice semantics by walking, the plain way: the model that parseSelector() must equal.
std::vector<std::uint64_t> modelSlice(std::int64_t length, const std::string& start, const std::string& stop, const std::string& step)
{
    const std::int64_t by = step.empty() ? 1 : std::stoll(step);
    const auto bound = [&](const std::string& text, std::int64_t otherwise) {
        if (text.empty())
            return otherwise;
        std::int64_t value = std::stoll(text);
        if (value < 0)
            value += length;
        if (by > 0)
            return std::clamp(value, std::int64_t{0}, length);
        return std::clamp(value, std::int64_t{-1}, length - 1);
    };
    std::vector<std::uint64_t> indices;
    const std::int64_t first = bound(start, by > 0 ? 0 : length - 1);
    const std::int64_t last = bound(stop, by > 0 ? length : -1);
    for (std::int64_t i = first; by > 0 ? i < last : i > last; i += by)
        indices.push_back(static_cast<std::uint64_t>(i));
    return indices;
}

}  // namespace

class TestRecordSelection : public QObject {
    Q_OBJECT
private slots:
    void resolvesFromBothEnds();
    void singleIndices();
    void slicesEqualPythons();
    void hugeLengths();
    void faultsPointAtTheCharacter();
    void expandsInOrderAndBounded();
};

void TestRecordSelection::resolvesFromBothEnds()
{
    QCOMPARE(*resolveIndex(0, 10), UINT64_C(0));
    QCOMPARE(*resolveIndex(-1, 10), UINT64_C(9));
    QCOMPARE(*resolveIndex(-10, 10), UINT64_C(0));
    for (const std::int64_t index : {std::int64_t{10}, std::int64_t{-11}, std::numeric_limits<std::int64_t>::min(),
                                     std::numeric_limits<std::int64_t>::max()}) {
        const auto resolved = resolveIndex(index, 10);
        QVERIFY(resolved.code() == ErrorCode::OutOfRange);
        QCOMPARE(std::string(resolved.status().what()), "index " + std::to_string(index) + " is outside a store of 10 records");
    }
    QVERIFY(resolveIndex(0, 0).code() == ErrorCode::OutOfRange);
    QVERIFY(resolveIndex(-1, 0).code() == ErrorCode::OutOfRange);
    QCOMPARE(std::string(resolveIndex(1, 1).status().what()), std::string("index 1 is outside a store of 1 record"));
    QCOMPARE(*resolveIndex(std::numeric_limits<std::int64_t>::min(), UINT64_C(1) << 63), UINT64_C(0));
}

void TestRecordSelection::singleIndices()
{
    QVERIFY((*parseSelector("7", 10) == IndexRange{7, 1, 1}));
    QVERIFY((*parseSelector(" -1 ", 10) == IndexRange{9, 1, 1}));
    QVERIFY(parseSelector("10", 10).code() == ErrorCode::OutOfRange);
    QVERIFY(parseSelector("-11", 10).code() == ErrorCode::OutOfRange);
    QVERIFY(parseSelector("99999999999999999999999", 10).code() == ErrorCode::OutOfRange);
}

void TestRecordSelection::slicesEqualPythons()
{
    const std::vector<std::string> bounds{"", "0", "1", "3", "9", "10", "11", "-1", "-3", "-10", "-11", "99999999999"};
    const std::vector<std::string> steps{"", "1", "2", "3", "10", "-1", "-2", "-7", "-99999999999"};
    for (const std::int64_t length : {0, 1, 2, 10}) {
        for (const std::string& start : bounds) {
            for (const std::string& stop : bounds) {
                for (const std::string& step : steps) {
                    const std::string text = start + ":" + stop + (step.empty() ? "" : ":" + step);
                    const auto range = parseSelector(text, static_cast<std::uint64_t>(length));
                    QVERIFY2(range.ok(), text.c_str());
                    const auto indices = expandRanges({*range});
                    QVERIFY2(*indices == modelSlice(length, start, stop, step), (text + " of " + std::to_string(length)).c_str());
                }
            }
        }
    }
}

void TestRecordSelection::hugeLengths()
{
    const std::uint64_t length = UINT64_C(1) << 62;
    QVERIFY((*parseSelector("-2:", length) == IndexRange{length - 2, 2, 1}));
    QVERIFY((*parseSelector("::4611686018427387903", length) == IndexRange{0, 2, 4611686018427387903}));
    QVERIFY((*parseSelector("::-4611686018427387904", length) == IndexRange{length - 1, 1, -4611686018427387904}));
    QVERIFY((*parseSelector(":99999999999999999999999", length) == IndexRange{0, length, 1}));
    QVERIFY((*parseSelector("-99999999999999999999999:2", length) == IndexRange{0, 2, 1}));
}

void TestRecordSelection::faultsPointAtTheCharacter()
{
    const auto what = [](std::string_view text) {
        const auto range = parseSelector(text, 10);
        return range.code() == ErrorCode::InvalidArgument ? std::string(range.status().what()) : std::string("accepted");
    };
    QVERIFY(what("").find("it is empty") != std::string::npos);
    QVERIFY(what("abc").find("at 'a', character 1") != std::string::npos);
    QVERIFY(what("1:2:3:4").find("at most two colons at ':', character 6") != std::string::npos);
    QVERIFY(what("1:x").find("at 'x', character 3") != std::string::npos);
    QVERIFY(what("1.5").find("at '.', character 2") != std::string::npos);
    QVERIFY(what("--1").find("at '-', character 2") != std::string::npos);
    QVERIFY(what("1-").find("at '-', character 2") != std::string::npos);
    QVERIFY(what("::0").find("the step of a slice cannot be zero") != std::string::npos);
    QVERIFY(what("1 2").find("a colon is missing at '2', character 3") != std::string::npos);
}

void TestRecordSelection::expandsInOrderAndBounded()
{
    const std::vector<IndexRange> ranges{{5, 2, 1}, {9, 3, -2}, {5, 1, 1}};
    QVERIFY((*expandRanges(ranges) == std::vector<std::uint64_t>{5, 6, 9, 7, 5, 5}));
    QVERIFY(expandRanges(ranges, 6).ok());
    QVERIFY(expandRanges(ranges, 5).code() == ErrorCode::InvalidArgument);
    QVERIFY(expandRanges({{0, UINT64_MAX, 1}, {0, UINT64_MAX, 1}}).code() == ErrorCode::InvalidArgument);
    QVERIFY(expandRanges({}).value().empty());
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestRecordSelection)
#include "tst_record_selection.moc"
