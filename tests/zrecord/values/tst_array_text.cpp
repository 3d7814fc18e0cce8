#include <QTest>

#include "value_bytes.h"
#include "zrecord/value_text.h"

using namespace zrecord;

namespace {

QString text(const char* dtype, const Shape& shape, const std::vector<std::byte>& bytes, const ArrayTextOptions& options = {})
{
    return QString::fromStdString(arrayText(dtypeOf(dtype), shape, bytes, options));
}

std::vector<std::byte> counting(std::uint16_t count)
{
    std::vector<std::byte> bytes;
    for (std::uint16_t i = 0; i < count; ++i)
        for (const std::byte b : bytesOf<std::uint16_t>({i}))
            bytes.push_back(b);
    return bytes;
}

}  // namespace

class TestArrayText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scalarIsBare() { QCOMPARE(text("<u2", {}, counting(1)), QStringLiteral("0")); }

    void columnsAreAligned()
    {
        QCOMPARE(text("<u2", {2, 2}, bytesOf<std::uint16_t>({1, 20, 300, 4})), QStringLiteral("[[  1  20]\n [300   4]]"));
    }

    void outerDimensionsAreSetApart()
    {
        QCOMPARE(text("<u2", {2, 2, 2}, counting(8)), QStringLiteral("[[[0 1]\n  [2 3]]\n\n [[4 5]\n  [6 7]]]"));
    }

    void textIsFlushLeft()
    {
        QCOMPARE(text("|S3", {3}, bytesOf<char>({'a', 0, 0, 'b', 'c', 'd', 'e', 0, 0})), QStringLiteral("[b'a'   b'bcd' b'e']"));
    }

    void largeArraysShowTheirEdges()
    {
        QCOMPARE(text("<u2", {2, 1000}, counting(2000)),
                 QStringLiteral("[[   0    1    2 ...  997  998  999]\n [1000 1001 1002 ... 1997 1998 1999]]"));
        QCOMPARE(text("<u2", {1000}, counting(1000)).count(QStringLiteral("...")), 0);
        const QString rows = text("<u2", {1000, 2}, counting(2000));
        QCOMPARE(rows, QStringLiteral("[[   0    1]\n [   2    3]\n [   4    5]\n ...\n [1994 1995]\n [1996 1997]\n [1998 1999]]"));
    }

    void thresholdZeroShowsAll()
    {
        ArrayTextOptions options;
        options.threshold = 0;
        QCOMPARE(text("<u2", {2000}, counting(2000), options).count(QLatin1Char(' ')), 1999 + 10 * 3 + 90 * 2 + 900);
    }

    void emptyDimension() { QCOMPARE(text("<u2", {0}, {}), QStringLiteral("[]")); }
};

QTEST_APPLESS_MAIN(TestArrayText)
#include "tst_array_text.moc"
