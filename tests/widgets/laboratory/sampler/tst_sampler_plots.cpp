#include <QTest>

#include "widgets/laboratory/sampler/sampler_plots.h"

using namespace zrecord;
using namespace zrecord::widgets;

class TestSamplerPlots : public QObject {
    Q_OBJECT

private:
    SamplerReport m_cyclic;
    SamplerReport m_stored;

private Q_SLOTS:
    void initTestCase() {
        SamplerView view;
        view.sampler = {1'000, 64, SamplerMode::Cyclic, 7};
        view.steps = 30;
        m_cyclic = *reportSampler(view);
        view.sampler.mode = SamplerMode::Sequential;
        m_stored = *reportSampler(view);
    }

    void orderShowsTheDots() {
        const PlotContent content = orderPlot(m_cyclic, nullptr);
        QCOMPARE(content.series.size(), std::size_t{1});
        QCOMPARE(content.series[0].x.size(), m_cyclic.dots.size());
        QCOMPARE(content.series[0].y[17], static_cast<double>(m_cyclic.dots[17].index));
        QCOMPARE(*content.x.to, 30.0 * 64);
        QCOMPARE(*content.y.to, 1'000.0);
        const PlotContent both = orderPlot(m_cyclic, &m_stored);
        QCOMPARE(both.series.size(), std::size_t{2});
        QCOMPARE(both.series[0].color, 0);  // what it is compared with lies below, in grey
        QCOMPARE(both.series[1].name, QStringLiteral("cyclic, seed 7"));
    }

    void coverageIsInPerCent() {
        const PlotContent content = coveragePlot(m_stored, nullptr);
        QCOMPARE(content.series[0].y[1], 6.4);
        QCOMPARE(content.series[0].y.back(), 100.0);
    }

    void countsKeepTheirBins() {
        const PlotContent visits = visitsPlot(m_cyclic, nullptr);
        QCOMPARE(visits.x.categories.size(), 17);
        QCOMPARE(visits.x.categories.back(), QStringLiteral("16+"));
        double records = 0;
        for (const double count : visits.series[0].y)
            records += count;
        QCOMPARE(records, 1'000.0);
        const PlotContent gaps = gapsPlot(m_cyclic, &m_stored);
        QCOMPARE(static_cast<std::size_t>(gaps.x.categories.size()), std::max(m_cyclic.gaps.size(), m_stored.gaps.size()));
    }

    void figuresNameWhatIsThere() {
        const auto rows = samplerFigures(m_cyclic, nullptr, std::nullopt);
        const auto value = [&rows](const QString& name) {
            for (const auto& row : rows)
                if (row.name == name)
                    return row.value;
            return QStringLiteral("missing");
        };
        QCOMPARE(value(QStringLiteral("dropped each cycle")), QStringLiteral("40 records"));
        QVERIFY(value(QStringLiteral("neighbour entropy")).startsWith(QLatin1String("1.0")) || value(QStringLiteral("neighbour entropy")).startsWith(QLatin1String("0.9")));
        QCOMPARE(value(QStringLiteral("mean jump in the file")), QStringLiteral("missing"));
        const auto both = samplerFigures(m_cyclic, &m_stored, LocalityFigures{64, 64, 4'000, 100, 4'096, 1});
        QVERIFY(both.front().value.contains(QLatin1String(" | 0.000 of ideal")));
        QCOMPARE(both.size(), rows.size() + 2);
    }

    void commandRepeatsTheView() {
        SamplerView view = m_cyclic.view;
        QCOMPARE(samplerCommand(view, {}), QStringLiteral("zr sampler --length 1000 --mode cyclic --batch 64 --seed 7 --steps 30"));
        view.rank = 1;
        view.world = 4;
        view.firstStep = 5;
        QCOMPARE(samplerCommand(view, QStringLiteral("my stores/a")),
                 QStringLiteral("zr sampler 'my stores/a' --mode cyclic --batch 64 --seed 7 --steps 30 --step 5 --rank 1 --world 4"));
    }
};

QTEST_APPLESS_MAIN(TestSamplerPlots)
#include "tst_sampler_plots.moc"
