#include <QTest>

#include "widgets/actions/fuzzy_match.h"

using zrecord::widgets::fuzzyScore;

class TestFuzzyMatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void needsAllLettersInOrder() {
        QVERIFY(fuzzyScore(u"cmp", u"Compact").has_value());
        QVERIFY(fuzzyScore(u"go rec", u"Go to record").has_value());
        QVERIFY(!fuzzyScore(u"pmc", u"Compact").has_value());
        QVERIFY(!fuzzyScore(u"compactt", u"Compact").has_value());
        QVERIFY(!fuzzyScore(u"a", u"").has_value());
    }

    void emptyPatternFitsEverything() {
        QCOMPARE(fuzzyScore(u"", u"Anything"), std::optional<int>(0));
        QCOMPARE(fuzzyScore(u"  ", u""), std::optional<int>(0));
    }

    void beginningsOfWordsAndRunsWin() {
        QVERIFY(*fuzzyScore(u"gr", u"Go to record") > *fuzzyScore(u"gr", u"Genuine error"));
        QVERIFY(*fuzzyScore(u"open", u"Open store") > *fuzzyScore(u"open", u"Other pens"));
        QVERIFY(*fuzzyScore(u"th", u"Theme: dark") > *fuzzyScore(u"th", u"Take what is here"));
    }

    void theFirstLetterBeginsAWord() {
        QVERIFY(!fuzzyScore(u"edit", u"Record Fit").has_value());
        QVERIFY(!fuzzyScore(u"edit", u"Record Keep range while stepping").has_value());
        QVERIFY(fuzzyScore(u"edit", u"Enable editing").has_value());
    }

    void caseDoesNotMatter() { QCOMPARE(fuzzyScore(u"VERIFY", u"verify"), fuzzyScore(u"verify", u"Verify")); }
};

QTEST_APPLESS_MAIN(TestFuzzyMatch)
#include "tst_fuzzy_match.moc"
