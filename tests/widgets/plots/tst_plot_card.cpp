#include <QAbstractItemModel>
#include <QMenu>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include "widgets/common/text_label.h"
#include "widgets/plots/plot_card.h"
#include "widgets/theme/fonts.h"

using namespace zrecord::widgets;

class TestPlotCard : public QObject {
    Q_OBJECT

private:
    static PlotContent twoSeries() {
        PlotContent content;
        content.x.title = QStringLiteral("steps");
        content.y.title = QStringLiteral("seen");
        PlotSeries a;
        a.name = QStringLiteral("cyclic");
        a.x = {0, 1, 2};
        a.y = {0, 50, 100};
        PlotSeries b = a;
        b.name = QStringLiteral("iid");
        b.color = 0;
        content.series = {a, b};
        return content;
    }

private Q_SLOTS:
    void initTestCase() { loadEmbeddedFonts(); }

    void sentenceUntilThereIsData() {
        PlotCard card(QStringLiteral("coverage"), QStringLiteral("Coverage"));
        card.setMessage(QStringLiteral("Nothing yet."));
        auto* table = card.findChild<QToolButton*>(QStringLiteral("coverageTable"));
        auto* exporting = card.findChild<QToolButton*>(QStringLiteral("coverageExport"));
        QVERIFY(!table->isEnabled() && !exporting->isEnabled());
        QVERIFY(!card.plot().isVisibleTo(&card));
        card.setContent(twoSeries());
        QVERIFY(table->isEnabled() && exporting->isEnabled());
        QVERIFY(card.plot().isVisibleTo(&card));
        QCOMPARE(exporting->menu()->actions().size(), 3);
        card.setContent({});
        QVERIFY(!card.plot().isVisibleTo(&card));
    }

    void tableHoldsEveryPoint() {
        PlotCard card(QStringLiteral("coverage"), QStringLiteral("Coverage"));
        card.setContent(twoSeries());
        card.findChild<QToolButton*>(QStringLiteral("coverageTable"))->click();
        QVERIFY(card.showsTable());
        const QAbstractItemModel* model = card.findChild<QTableView*>()->model();
        QCOMPARE(model->rowCount(), 6);
        QCOMPARE(model->headerData(2, Qt::Horizontal).toString(), QStringLiteral("seen"));
        QCOMPARE(model->index(1, 2).data().toString(), QStringLiteral("50"));
        QCOMPARE(model->index(3, 0).data().toString(), QStringLiteral("iid"));
        QCOMPARE(model->index(5, 1).data().toString(), QStringLiteral("2"));
        card.showTable(false);
        QVERIFY(!card.showsTable());
    }

    void namesOfSeriesStandInTheHead() {
        PlotCard card(QStringLiteral("coverage"), QStringLiteral("Coverage"));
        card.setContent(twoSeries());
        bool named = false;
        for (const TextLabel* label : card.findChildren<TextLabel*>())
            named |= label->text().contains(QStringLiteral("cyclic")) && label->text().contains(QStringLiteral("iid")) && label->isVisibleTo(&card);
        QVERIFY(named);
    }
};

QTEST_MAIN(TestPlotCard)
#include "tst_plot_card.moc"
