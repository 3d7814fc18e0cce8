#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include <zrecord/npy_file.h>

#include "widgets/laboratory/loader/batch_table.h"
#include "widgets/laboratory/loader/loader_perspective.h"
#include "widgets/plots/plot_card.h"
#include "widgets/support/open_session.h"
#include "widgets/theme/fonts.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::widgets;
namespace stores = zrecord::workbench::test;

/// The loader's panel over an aligned set: the batch shown is the sampler's, and the buttons are those of a debugger.
class TestLoaderPerspective : public QObject {
    Q_OBJECT

private:
    test::StoreFolder m_folder;
    std::unique_ptr<test::OpenSession> m_open;
    std::unique_ptr<LoaderPerspective> m_panel;

    QPushButton& button(const char* name) { return *m_panel->findChild<QPushButton*>(QLatin1String(name)); }
    QString label(const char* name) { return m_panel->findChild<QLabel*>(QLatin1String(name))->text(); }
    QLineEdit& field(const char* name) { return *m_panel->findChild<QLineEdit*>(QLatin1String(name)); }
    BatchTable& table() { return *m_panel->findChild<BatchTable*>(); }
    QString cell(int row, int column) { return table().model()->index(row, column).data().toString(); }
    void click(const char* name) {
        QTest::mouseClick(&button(name), Qt::LeftButton);
        m_open->settle();
    }

private Q_SLOTS:
    void initTestCase() {
        loadEmbeddedFonts();
        stores::makeImageStore(m_folder.path("set/image"), {6, 5}, 200);
        std::vector<int> labels;
        for (int i = 0; i < 200; ++i)
            labels.push_back(i % 10);
        stores::makeByteStore(m_folder.path("set/label"), labels);
    }
    void init() {
        m_open = std::make_unique<test::OpenSession>(m_folder.path("set"));
        m_panel = std::make_unique<LoaderPerspective>(m_open->loader());
        m_panel->resize(1000, 640);
        m_panel->setDocument(&m_open->session());
        field("loaderBatch").setText(QStringLiteral("16"));
        m_panel->show();
        m_open->settle();
    }
    void cleanup() {
        m_panel.reset();
        m_open.reset();
    }

    void firstBatchIsThereAtOnce() {
        QCOMPARE(label("loaderHeading"), QStringLiteral("Step 0"));
        Sampler sampler = std::move(Sampler::create({200, 16, SamplerMode::Cyclic, 42})).value();
        std::vector<std::uint64_t> expected(16);
        QVERIFY(sampler.next(expected).ok());
        QCOMPARE(table().model()->rowCount(), 16);
        for (int place = 0; place < 16; ++place) {
            QCOMPARE(cell(place, 1), QString::number(expected[static_cast<std::size_t>(place)]));
            QCOMPARE(cell(place, 3), QString::number(expected[static_cast<std::size_t>(place)] % 10));
        }
        table().selectRow(2);
        QCOMPARE(m_open->selection().current(), std::optional(expected[2]));
    }

    void stepsAndJumps() {
        click("loaderNext");
        QCOMPARE(label("loaderHeading"), QStringLiteral("Step 1"));
        field("loaderStep").setText(QStringLiteral("7"));
        click("loaderJump");
        QCOMPARE(label("loaderHeading"), QStringLiteral("Step 7"));
        QCOMPARE(m_panel->findChild<PlotCard*>(QStringLiteral("loaderQueue"))->plot().content().series[0].x, std::vector<double>{7});
        const PlotContent& times = m_panel->findChild<PlotCard*>(QStringLiteral("loaderWaits"))->plot().content();
        QCOMPARE(times.series.size(), std::size_t{3});
        QVERIFY(times.series[1].y[0] > 0);  // reading took some time
        QVERIFY(label("loaderCommand").contains(QStringLiteral("--step 7 --steps 1")));
    }

    void anotherSettingBeginsAnewAndWrongOnesAreMarked() {
        QTest::keyClicks(&field("loaderSeed"), QStringLiteral("1"));
        QCOMPARE(label("loaderHeading"), QStringLiteral("No batch"));
        QVERIFY(!button("loaderExport").isEnabled());
        field("loaderRank").setText(QStringLiteral("5"));
        click("loaderNext");
        QVERIFY(field("loaderRank").property("invalid").toBool());
        QCOMPARE(label("loaderHeading"), QStringLiteral("No batch"));
    }

    void batchGoesElsewhere() {
        click("loaderPython");
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("start_step=0, end_step=1")));
        QSignalSpy said(m_panel.get(), &Perspective::message);
        const QString file = QString::fromStdString(m_folder.path("batch.npz").string());
        m_panel->loader().exportBatch(file);
        m_open->settle();
        QVERIFY(said.last()[0].toString().contains(QStringLiteral("batch.npz")));
        const auto members = listNpzMembers(file.toStdU16String());
        QVERIFY(members.ok());
        QCOMPARE(members->size(), std::size_t{3});
        QCOMPARE((*members)[0].name, std::string("indices"));
        QCOMPARE((*members)[1].header.shape, (Shape{16, 6, 5}));
        m_panel->loader().exportBatch(QString::fromStdString(m_folder.path("none/batch.npz").string()));
        m_open->settle();
        QVERIFY2(label("loaderCaption").startsWith(QStringLiteral("The batch was not exported. The file cannot be made")), qPrintable(label("loaderCaption")));
    }

    void withoutADocumentNothingStays() {
        m_panel->setDocument(nullptr);
        m_open->settle();
        QVERIFY(!m_panel->loader().isOpen());
        QCOMPARE(label("loaderHeading"), QStringLiteral("No batch"));
    }
};

QTEST_MAIN(TestLoaderPerspective)
#include "tst_loader_perspective.moc"
