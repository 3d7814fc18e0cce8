#include "workbench/find/filter_terms.h"

#include <QTest>

using namespace zrecord::workbench;

class FilterTermsTest : public QObject {
    Q_OBJECT

    static QString s(const char* text) { return QString::fromUtf8(text); }

private Q_SLOTS:
    void splitsAtTheTop() {
        QCOMPARE(filter_terms::split(s("std < 3 and label == 7")), (QStringList{s("std < 3"), s("label == 7")}));
        QCOMPARE(filter_terms::split(s("(a and b) AND label in [1, 2]")), (QStringList{s("(a and b)"), s("label in [1, 2]")}));
        QCOMPARE(filter_terms::split(s("label == \"sand and or\" and band < 3")), (QStringList{s("label == \"sand and or\""), s("band < 3")}));
        QCOMPARE(filter_terms::split(s("a < 1 or b < 2 and c < 3")), (QStringList{s("a < 1 or b < 2 and c < 3")}));
        QVERIFY(filter_terms::split(s("  ")).isEmpty());
    }

    void aTermReplacesItsLike() {
        const QString range = filter_terms::range(s("std"), 38.5, 62);
        QCOMPARE(range, s("38.5 <= std < 62"));
        QCOMPARE(filter_terms::with({}, s("std"), range), range);
        QCOMPARE(filter_terms::with(s("label == 7"), s("std"), range), s("label == 7 and 38.5 <= std < 62"));
        QCOMPARE(filter_terms::with(s("1 <= std < 2 and label == 7"), s("std"), range), s("38.5 <= std < 62 and label == 7"));
        QCOMPARE(filter_terms::with(s("1 <= std < 2 and label == 7"), s("std"), {}), s("label == 7"));
        QCOMPARE(filter_terms::with(s("1 <= std < 2"), s("std"), {}), QString());
        // What somebody wrote otherwise is not touched, and an "or" keeps its meaning.
        QCOMPARE(filter_terms::with(s("std > 2"), s("std"), range), s("std > 2 and 38.5 <= std < 62"));
        QCOMPARE(filter_terms::with(s("a < 1 or b < 2"), s("std"), range), s("(a < 1 or b < 2) and 38.5 <= std < 62"));
        QCOMPARE(filter_terms::with(s("a < 1 or b < 2"), s("std"), {}), s("a < 1 or b < 2"));
    }

    void listsAreRead() {
        QCOMPARE(filter_terms::oneOf(s("label"), {s("7")}), s("label == 7"));
        QCOMPARE(filter_terms::oneOf(s("label"), {s("3"), s("7")}), s("label in [3, 7]"));
        QCOMPARE(filter_terms::listOf(s("std < 3 and label in [3, 7]"), s("label")), (QStringList{s("3"), s("7")}));
        QCOMPARE(filter_terms::listOf(s("label == 7"), s("label")), QStringList{s("7")});
        QVERIFY(filter_terms::listOf(s("mylabel == 7"), s("label")).isEmpty());
        const auto range = filter_terms::rangeOf(s("label == 7 and -1.5e-3 <= std < 62"), s("std"));
        QVERIFY(range.has_value());
        QCOMPARE(range->low, -0.0015);
        QCOMPARE(range->high, 62.0);
        QVERIFY(!filter_terms::rangeOf(s("1 <= label.std < 2"), s("std")));
    }
};

QTEST_APPLESS_MAIN(FilterTermsTest)
#include "tst_filter_terms.moc"
