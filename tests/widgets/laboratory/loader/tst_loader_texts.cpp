#include <QTest>

#include "widgets/laboratory/loader/loader_texts.h"

using namespace zrecord;
using namespace zrecord::widgets;

/// What is copied gives the same batch elsewhere.
class TestLoaderTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void commandAndScript() {
        LoaderOptions options;
        options.batch = 32;
        options.seed = 7;
        options.mode = SamplerMode::Iid;
        QCOMPARE(loaderCommand(QStringLiteral("/data/my set"), options, 12),
                 QStringLiteral("zr load '/data/my set' --mode iid --batch 32 --seed 7 --step 12 --steps 1 --indices --checksum"));
        QCOMPARE(loaderScript(QStringLiteral("/data/a \"b\""), true, options, 12),
                 QStringLiteral("from zrecord import DataLoader, open_set\n\n"
                                "with DataLoader(open_set(\"/data/a \\\"b\\\"\"), batch_size=32, mode=\"iid\", seed=7, start_step=12, end_step=13) as loader:\n"
                                "    batch = next(loader)\n"));
        options.rank = 1;
        options.world = 4;
        QVERIFY(loaderCommand(QStringLiteral("s"), options, 0).endsWith(QStringLiteral(" --rank 1 --world 4")));
        const QString script = loaderScript(QStringLiteral("/data/labels"), false, options, 0);
        QVERIFY2(script.contains(QStringLiteral("DataLoader({\"labels\": open_store(\"/data/labels\")}, ")), qPrintable(script));
        QVERIFY(script.contains(QStringLiteral(", rank=1, world=4)")));
    }
};

QTEST_APPLESS_MAIN(TestLoaderTexts)
#include "tst_loader_texts.moc"
